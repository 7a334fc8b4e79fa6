/// Draws statements on the user's tables, with any rows: every kind, under every conflict clause.
public struct RandomStatement: Sendable {
    public var text: String
    /// Whether it changes nothing that a layout depends on.
    public var isSilent = false

    /// Which rows statements name.
    public struct Range: Sendable {
        public var data: RandomDataSet
        /// Item ids from 1 on.
        public var items = 90
        /// Positions from 0 on.
        public var positions = 30
        /// Data set ids from 1 on.
        public var datasets = 1
        /// The names of measures that sizes are stored for.
        public var measures: [String] = []

        public init(_ data: RandomDataSet) { self.data = data }
    }

    public static func draw(_ range: Range, _ random: inout SeededGenerator) -> RandomStatement {
        var drawing = Drawing(range, random)
        defer { random = drawing.random }
        return drawing.statement()
    }

    private struct Drawing {
        let range: Range
        var random: SeededGenerator
        let clause: String
        let id: Int
        let other: Int
        let section: Int
        let position: String
        let size: (width: String, height: String)

        init(_ range: Range, _ generator: SeededGenerator) {
            var random = generator
            let clauses = ["", "", "OR REPLACE", "OR IGNORE", "OR ABORT", "OR FAIL", "OR ROLLBACK"]
            clause = clauses.randomElement(using: &random) ?? ""
            id = Int.random(in: 1...range.items, using: &random)
            other = Int.random(in: 1...range.items, using: &random)
            section = Int.random(in: 1...6, using: &random)
            // Whole ones often, so that rows meet at a place.
            position =
                Bool.random(using: &random)
                ? "\(Int.random(in: 1...12, using: &random))"
                : "\(Double(Int.random(in: 0...2 * range.positions, using: &random)) / 2)"
            size = range.data.size(&random)
            self.range = range
            self.random = random
        }

        mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        mutating func one(_ words: String...) -> String { words.randomElement(using: &random) ?? "" }

        mutating func statement() -> RandomStatement {
            switch number(0...19) {
            case 0:
                let content = "key = 'k\(other)', payload = json_object('n', \(id))"
                let text = one(
                    "UPDATE item SET \(content) WHERE section_id = \(section)",
                    "UPDATE section SET title = 'title \(position)' WHERE id = \(section)",
                    "UPDATE item SET width = width, height = height, section_id = section_id WHERE id = \(id)")
                return RandomStatement(text: text, isSilent: true)
            case 1...2: return RandomStatement(text: onSections())
            case 3...5 where !range.measures.isEmpty: return RandomStatement(text: onMeasurements())
            case 6: return RandomStatement(text: onSections())
            case 7...13: return RandomStatement(text: insertion())
            default: return RandomStatement(text: change())
            }
        }

        private mutating func insertion() -> String {
            let values = "\(section), \(position), \(size.width), \(size.height)"
            let row = "INTO item (id, section_id, position, width, height) VALUES (\(id), \(values))"
            let place = "section_id = excluded.section_id, position = excluded.position"
            switch number(0...8) {
            case 0:
                let row = "INTO item (key, section_id, position, width, height) VALUES ('s\(id)', \(values))"
                return "INSERT \(clause) \(row)"
            case 1, 2: return "INSERT \(clause) \(row)"
            case 3: return "REPLACE \(row)"
            case 4: return "INSERT \(row) ON CONFLICT (id) DO UPDATE SET \(place), height = excluded.height"
            case 5:
                return "INSERT \(row) ON CONFLICT (section_id, position) "
                    + "DO UPDATE SET width = excluded.width, id = excluded.id"
            case 6: return "INSERT \(row) ON CONFLICT DO NOTHING"
            case 7: return "INSERT INTO item (id, section_id, height) VALUES (\(id), \(section), \(size.height))"
            default:
                let copy = "SELECT \(section), position + \(one("0.25", "1", "500", "0")), height, width FROM item"
                return "INSERT \(clause) INTO item (section_id, position, width, height) \(copy) "
                    + "WHERE section_id = \(number(1...6))"
            }
        }

        private mutating func change() -> String {
            switch number(0...16) {
            case 0...2:
                return "UPDATE \(clause) item SET height = \(size.height), width = \(size.width) WHERE id = \(id)"
            case 3:
                let ids = "\(min(id, other)) AND \(max(id, other))"
                return "UPDATE \(clause) item SET height = \(size.height) WHERE id BETWEEN \(ids)"
            case 4: return "UPDATE \(clause) item SET section_id = \(section), position = \(position) WHERE id = \(id)"
            case 5: return "UPDATE \(clause) item SET section_id = \(section) WHERE id % 11 = \(number(0...10))"
            case 6: return "UPDATE \(clause) item SET id = \(other) WHERE id = \(id)"
            case 7: return "UPDATE \(clause) item SET id = \(other), position = \(position) WHERE id % 7 = \(section)"
            case 8: return "UPDATE \(clause) item SET id = id + \(number(1...12)) WHERE section_id = \(section)"
            case 9, 10:
                let step = one("1", "0.5", "100", "-30")
                return "UPDATE \(clause) item SET position = position + \(step) WHERE section_id = \(section)"
            case 11: return "UPDATE item SET position = NULL WHERE id = \(id)"
            case 12:
                let (x, y) = (random.exactLength(in: -100...900), random.exactLength(in: -100...900))
                return "UPDATE item SET x = \(x), y = \(y) WHERE id % 7 = \(id % 7)"
            case 13:
                let highest = "(SELECT max(height) FROM item WHERE section_id = i.section_id)"
                return "UPDATE \(clause) item AS i SET height = \(highest) WHERE id = \(id)"
            case 14:
                guard number(0...9) == 0 else {
                    return "DELETE FROM item WHERE section_id = \(section) AND position > \(position)"
                }
                return one("DELETE FROM item", "DELETE FROM item WHERE section_id = \(section)")
            default: return "DELETE FROM item WHERE id = \(id)"
            }
        }

        private mutating func onMeasurements() -> String {
            let measure = range.measures.randomElement(using: &random) ?? ""
            let row =
                "INTO measurement (measure, item_id, width, height) "
                + "VALUES ('\(measure)', \(id), \(size.width), \(size.height))"
            let length = "\(random.exactLength(in: 0...20))"
            let column = one("header_height", "footer_width")
            let sectionRow =
                "INTO section_measurement (measure, section_id, \(column)) "
                + "VALUES ('\(measure)', \(section), \(length))"
            switch number(0...12) {
            case 8: return "INSERT \(clause) \(sectionRow)"
            case 9:
                return "INSERT \(sectionRow) ON CONFLICT (section_id, measure) "
                    + "DO UPDATE SET \(column) = excluded.\(column)"
            case 10: return "UPDATE \(clause) section_measurement SET \(column) = \(length), measure = '\(measure)'"
            case 11: return "UPDATE \(clause) section_measurement SET section_id = \(section)"
            case 12: return "DELETE FROM section_measurement WHERE section_id = \(section)"
            case 0, 1: return "INSERT \(clause) \(row)"
            case 2: return "REPLACE \(row)"
            case 3: return "INSERT \(row) ON CONFLICT (item_id, measure) DO UPDATE SET height = excluded.height"
            case 4: return "UPDATE \(clause) measurement SET width = \(size.width) WHERE item_id = \(id)"
            case 5: return "UPDATE \(clause) measurement SET measure = '\(measure)' WHERE item_id % 5 = \(id % 5)"
            case 6: return "UPDATE \(clause) measurement SET item_id = item_id + 1 WHERE item_id = \(id)"
            default: return "DELETE FROM measurement WHERE item_id = \(id)"
            }
        }

        private mutating func onSections() -> String {
            let length = Bool.random(using: &random) ? "NULL" : "\(random.exactLength(in: 0...20))"
            let place = "\(number(1...7))"
            let dataset = number(0...3) == 0 ? range.datasets : 1
            let row =
                "INTO section (id, dataset_id, position, header_height) "
                + "VALUES (\(section), \(dataset), \(place), \(length))"
            switch number(0...16) {
            case 0: return "INSERT \(clause) INTO section (dataset_id, position, title) VALUES (1, \(place), 'new')"
            case 1, 2: return "INSERT \(clause) \(row)"
            case 3:
                return "INSERT \(row) ON CONFLICT (id) "
                    + "DO UPDATE SET position = excluded.position, header_height = excluded.header_height"
            case 4: return "INSERT \(row) ON CONFLICT (dataset_id, position) DO UPDATE SET header_width = 4"
            case 5: return "UPDATE \(clause) section SET position = \(place) WHERE id = \(section)"
            case 6: return "UPDATE \(clause) section SET id = \(number(1...8)) WHERE id = \(section)"
            case 7:
                return "UPDATE \(clause) section SET id = \(number(1...9)), position = \(number(1...9)) "
                    + "WHERE id = \(section)"
            case 8: return "UPDATE \(clause) section SET dataset_id = \(dataset) WHERE id = \(section)"
            case 9: return "DELETE FROM section WHERE id = \(section)"
            case 10: return "UPDATE section SET position = -position"
            case 11:
                return "SAVEPOINT one; DELETE FROM item WHERE section_id = \(section); ROLLBACK TO one; RELEASE one"
            default:
                var columns = ["header_width", "header_height", "footer_width", "footer_height"]
                // Other insets would make other columns of a waterfall, in which ratios no longer scale exactly.
                if !range.data.isScalable {
                    columns += ["inset_top", "inset_leading", "inset_bottom", "inset_trailing"]
                }
                let column = columns.randomElement(using: &random) ?? "header_height"
                return "UPDATE \(clause) section SET \(column) = \(length) WHERE id = \(section)"
            }
        }
    }
}
