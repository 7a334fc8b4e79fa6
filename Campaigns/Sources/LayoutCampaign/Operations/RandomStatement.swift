internal import LayoutTestSupport

/// Draws statements on the user's tables: every kind, under every conflict clause.
enum RandomStatement {
    static func draw(_ data: RandomDataSet, _ random: inout SeededGenerator) -> String {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        func one(_ words: String...) -> String { words.randomElement(using: &random) ?? "" }
        let clause = one("", "", "OR REPLACE", "OR IGNORE", "OR ABORT", "OR FAIL", "OR ROLLBACK")
        let (id, other, section) = (number(1...90), number(1...90), number(1...6))
        let position = "\(Double(number(0...60)) / 2)"
        let size = data.size(&random)
        let values = "\(section), \(position), \(size.width), \(size.height)"
        let row = "(id, section_id, position, width, height) VALUES (\(id), \(values))"
        let place = "section_id = excluded.section_id, position = excluded.position"
        switch number(0...31) {
        case 0...3:
            return "INSERT \(clause) INTO item (key, section_id, position, width, height) VALUES ('s\(id)', \(values))"
        case 4, 5: return "INSERT \(clause) INTO item \(row)"
        case 6: return "REPLACE INTO item \(row)"
        case 7:
            return "INSERT INTO item \(row) ON CONFLICT (id) DO UPDATE SET \(place), height = excluded.height"
        case 8:
            let change = "width = excluded.width, id = excluded.id"
            return "INSERT INTO item \(row) ON CONFLICT (section_id, position) DO UPDATE SET \(change)"
        case 9: return "INSERT INTO item \(row) ON CONFLICT DO NOTHING"
        case 10...12: return "UPDATE \(clause) item SET width = \(size.width), height = \(size.height) WHERE id = \(id)"
        case 13:
            let ids = "\(min(id, other)) AND \(max(id, other))"
            return "UPDATE \(clause) item SET height = \(size.height) WHERE id BETWEEN \(ids)"
        case 14: return "UPDATE \(clause) item SET section_id = \(section), position = \(position) WHERE id = \(id)"
        case 15: return "UPDATE \(clause) item SET section_id = \(section) WHERE id % 11 = \(number(0...10))"
        case 16: return "UPDATE \(clause) item SET id = \(other) WHERE id = \(id)"
        case 17:
            let step = one("1", "0.5", "100", "-30")
            return "UPDATE \(clause) item SET position = position + \(step) WHERE section_id = \(section)"
        case 18:
            let (x, y) = (random.exactLength(in: -100...900), random.exactLength(in: -100...900))
            return "UPDATE item SET x = \(x), y = \(y) WHERE id % 7 = \(id % 7)"
        case 19, 20: return "DELETE FROM item WHERE id = \(id)"
        case 21: return "DELETE FROM item WHERE section_id = \(section) AND position > \(position)"
        case 22: return "UPDATE item SET key = 'k\(other)', payload = json_object('n', \(id)) WHERE id = \(id)"
        case 23:
            let copy = "SELECT \(section), position + \(one("0.25", "500", "0")), height, width FROM item"
            return
                "INSERT \(clause) INTO item (section_id, position, width, height) \(copy) WHERE section_id = \(id % 7)"
        case 24:
            let highest = "(SELECT max(height) FROM item WHERE section_id = i.section_id)"
            return "UPDATE \(clause) item AS i SET height = \(highest) WHERE id = \(id)"
        default: return drawSection(clause, section, data, &random)
        }
    }

    private static func drawSection(
        _ clause: String, _ section: Int, _ data: RandomDataSet, _ random: inout SeededGenerator
    ) -> String {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        let length = Bool.random(using: &random) ? "NULL" : "\(random.exactLength(in: 0...20))"
        let position = "\(Double(number(0...60)))"
        var columns = ["header_width", "header_height", "footer_width", "footer_height"]
        // Other insets would make other columns of a waterfall, in which aspect ratios no longer scale exactly.
        if !data.isScalable { columns += ["inset_top", "inset_leading", "inset_bottom", "inset_trailing"] }
        let row =
            "INTO section (id, dataset_id, position, header_height) VALUES (\(section), 1, \(position), \(length))"
        switch number(0...12) {
        case 0: return "INSERT \(clause) INTO section (dataset_id, position, title) VALUES (1, \(position), 'new')"
        case 1: return "INSERT \(clause) \(row)"
        case 2:
            let change = "position = excluded.position, header_height = excluded.header_height"
            return "INSERT \(row) ON CONFLICT (id) DO UPDATE SET \(change)"
        case 3: return "UPDATE \(clause) section SET position = \(position) WHERE id = \(section)"
        case 4: return "UPDATE \(clause) section SET id = \(number(1...8)) WHERE id = \(section)"
        case 5:
            return number(0...2) == 0
                ? "DELETE FROM section WHERE id = \(section)"
                : "UPDATE section SET title = 'other' WHERE id = \(section)"
        case 6: return "UPDATE section SET position = -position"
        case 7: return "UPDATE layout SET container_height = container_height + 64 WHERE name = 'wall'"
        case 8: return "UPDATE viewport SET y = \(number(0...400)) WHERE layout = 'wall'"
        case 9: return "SAVEPOINT one; DELETE FROM item WHERE section_id = \(section); ROLLBACK TO one; RELEASE one"
        default:
            let column = columns.randomElement(using: &random) ?? "header_height"
            return "UPDATE \(clause) section SET \(column) = \(length) WHERE id = \(section)"
        }
    }
}
