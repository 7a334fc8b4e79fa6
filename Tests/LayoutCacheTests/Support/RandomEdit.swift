import LayoutSQLite
import LayoutTestSupport

/// Draws changes of a data set's rows, as statements: every kind that a person at a shell could make.
struct RandomEdit {
    /// The kinds, by the word that a failure prints.
    enum Kind: String, CaseIterable {
        case resize, forgetSize, insertBetween, insertAtEnd, delete, moveWithin, moveAcross, swap, deleteRun, insertMany
        case emptySection, evenOut, replaceItem, replacePlace, renameItem, shiftAll, upsert, describe, moveOrigin, mark
        case span, defineSection, measureSection, insertSection, deleteSection, moveSection, replaceSection,
            swapSections
        case measure

        /// Those that every layout depends on.
        static let ofRows = allCases.filter { $0 != .measure }
    }

    let data: RandomDataSet
    /// The present rows, kept up to date by the executor of the statements.
    var sections: [(id: Int64, position: Double)] = []
    var items: [(id: Int64, section: Int64, position: Double)] = []

    init(_ data: RandomDataSet) { self.data = data }

    /// Reads which rows there are.
    mutating func look(_ connection: Connection) throws {
        sections.removeAll(keepingCapacity: true)
        items.removeAll(keepingCapacity: true)
        var found = self
        try connection.forEachRow("SELECT id, position FROM section WHERE dataset_id = 1 ORDER BY position") { row in
            found.sections.append((row.int64(0), row.double(1)))
        }
        try connection.forEachRow(
            """
            SELECT i.id, section_id, i.position FROM item AS i JOIN section AS s ON s.id = section_id
            WHERE dataset_id = 1 ORDER BY 2, 3
            """
        ) { row in
            found.items.append((row.int64(0), row.int64(1), row.double(2)))
        }
        self = found
    }

    /// The statements of one change of a kind; none if nothing can be changed so.
    func statements(_ kind: Kind, using random: inout SeededGenerator) -> [String] {
        let size = data.size(&random)
        guard let section = sections.randomElement(using: &random) else {
            return kind == .insertSection ? [insertSection(&random)] : []
        }
        let own = items.filter { $0.section == section.id }
        switch kind {
        case .insertBetween:
            let index = Int.random(in: 0...max(own.count, 1), using: &random)
            return [insert(into: section.id, at: between(own.map(\.position), index), size)]
        case .insertAtEnd:
            return [insert(into: section.id, at: (own.last?.position ?? 0) + 1, size)]
        case .insertMany:
            let count = Int.random(in: 2...40, using: &random)
            let start = own.randomElement(using: &random)?.position ?? 0
            let next = own.first { $0.position > start }?.position ?? start + 100
            return [
                """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
                INSERT INTO item (section_id, position, width, height)
                SELECT \(section.id), \(start) + \((next - start) / Double(count + 1)) * i, \(size.width),
                  \(size.height) FROM n
                """
            ]
        case .emptySection: return ["DELETE FROM item WHERE section_id = \(section.id)"]
        case .evenOut:
            return ["UPDATE item SET width = \(size.width), height = \(size.height) WHERE section_id = \(section.id)"]
        case .shiftAll:
            return [
                "UPDATE item SET position = position + 100000 WHERE section_id = \(section.id)",
                "UPDATE item SET position = position - 99990 WHERE section_id = \(section.id)",
            ]
        case .insertSection: return [insertSection(&random)]
        case .defineSection:
            // Insets make columns of a waterfall that scale items by what is no power of two.
            let insets = data.isScalable ? "" : ", \"sectionInsets\": 5"
            let texts = [
                "NULL", "'{\"rowSpacing\": 3, \"itemSpacing\": 4\(insets)}'", "'{\"header\": {\"height\": 9}}'",
                "'{\"no such key\": 1}'", "'nothing'",
            ]
            let text = texts.randomElement(using: &random) ?? "NULL"
            return ["UPDATE section SET definition = \(text) WHERE id = \(section.id)"]
        case .measure: return measurement(of: section.id, own.randomElement(using: &random)?.id, size, &random)
        case .measureSection, .deleteSection, .moveSection, .replaceSection, .swapSections:
            return sectionStatements(kind, section, &random)
        default:
            guard let item = items.randomElement(using: &random) else { return [] }
            return itemStatements(kind, item, section.id, size, &random)
        }
    }

    private func itemStatements(
        _ kind: Kind, _ item: (id: Int64, section: Int64, position: Double), _ section: Int64,
        _ size: (width: String, height: String), _ random: inout SeededGenerator
    ) -> [String] {
        let own = items.filter { $0.section == item.section }
        func setting(_ values: String) -> [String] { ["UPDATE item SET \(values) WHERE id = \(item.id)"] }
        switch kind {
        case .resize: return setting("width = \(size.width), height = \(size.height)")
        case .span:
            let span = ["NULL", "1", "2", "3"].randomElement(using: &random) ?? "NULL"
            let rows = ["NULL", "NULL", "1", "2"].randomElement(using: &random) ?? "NULL"
            return setting("span = \(span), row_span = \(rows)")
        case .forgetSize: return setting("width = NULL, height = NULL")
        case .delete: return ["DELETE FROM item WHERE id = \(item.id)"]
        case .moveWithin:
            let position = between(own.map(\.position), Int.random(in: 0...own.count, using: &random))
            return ["UPDATE OR IGNORE item SET position = \(position) WHERE id = \(item.id)"]
        case .moveAcross:
            let others = items.filter { $0.section == section }
            let position = between(others.map(\.position), Int.random(in: 0...others.count, using: &random))
            return ["UPDATE OR IGNORE item SET section_id = \(section), position = \(position) WHERE id = \(item.id)"]
        case .swap:
            guard let other = own.randomElement(using: &random), other.id != item.id else { return [] }
            return [
                "UPDATE item SET position = -1e6 WHERE id = \(item.id)",
                "UPDATE item SET position = \(item.position) WHERE id = \(other.id)",
                "UPDATE item SET position = \(other.position) WHERE id = \(item.id)",
            ]
        case .deleteRun:
            let length = Int.random(in: 1...20, using: &random)
            let run = own.drop { $0.position < item.position }.prefix(length)
            return [
                "DELETE FROM item WHERE section_id = \(item.section) AND position BETWEEN \(item.position) "
                    + "AND \(run.last?.position ?? item.position)"
            ]
        case .replaceItem:
            let others = items.filter { $0.section == section }
            let position = between(others.map(\.position), Int.random(in: 0...others.count, using: &random))
            let values = "\(item.id), \(section), \(position), \(size.width), \(size.height)"
            return ["REPLACE INTO item (id, section_id, position, width, height) VALUES (\(values))"]
        case .replacePlace:
            let values = "\(item.section), \(item.position), \(size.width), \(size.height)"
            return ["INSERT OR REPLACE INTO item (section_id, position, width, height) VALUES (\(values))"]
        case .renameItem:
            return setting("id = (SELECT max(id) FROM item) + \(Int.random(in: 1...3, using: &random))")
        case .upsert:
            return [
                """
                INSERT INTO item (id, section_id, position, width, height)
                VALUES (\(item.id), \(section), 0.125, \(size.width), \(size.height))
                ON CONFLICT DO UPDATE SET width = excluded.width, height = excluded.height
                """
            ]
        case .moveOrigin:
            let (x, y) = (random.exactLength(in: -100...900), random.exactLength(in: -100...900))
            return setting("x = \(x), y = \(y)")
        case .mark: return setting("height = height")
        default: return setting("key = 'k\(item.id)', payload = '{}'")
        }
    }

    /// Lengths for the measure `m`, or for one that no layout names.
    private func measurement(
        of section: Int64, _ item: Int64?, _ size: (width: String, height: String), _ random: inout SeededGenerator
    ) -> [String] {
        let measure = Int.random(in: 0..<5, using: &random) == 0 ? "n" : "m"
        // A waterfall's ratio of a measured length and one of the item is not exact.
        if let item, !data.isScalable, Bool.random(using: &random) {
            let values = "'\(measure)', \(item), \(size.width), \(size.height)"
            return ["INSERT OR REPLACE INTO measurement (measure, item_id, width, height) VALUES (\(values))"]
        }
        let column = Self.bars.randomElement(using: &random) ?? "header_height"
        let length = "\(random.exactLength(in: 0...20))"
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return ["DELETE FROM section_measurement WHERE section_id = \(section)"]
        case 1: return ["UPDATE OR REPLACE section_measurement SET measure = '\(measure)'"]
        case 2: return ["UPDATE section_measurement SET \(column) = NULL WHERE section_id = \(section)"]
        case 3: return ["UPDATE OR IGNORE section_measurement SET section_id = \(section)"]
        default:
            return [
                """
                INSERT INTO section_measurement (measure, section_id, \(column))
                VALUES ('\(measure)', \(section), \(length))
                ON CONFLICT (section_id, measure) DO UPDATE SET \(column) = excluded.\(column)
                """
            ]
        }
    }

    private static let bars = ["header_width", "header_height", "footer_width", "footer_height"]

    private func sectionStatements(
        _ kind: Kind, _ section: (id: Int64, position: Double), _ random: inout SeededGenerator
    ) -> [String] {
        switch kind {
        case .measureSection:
            // Other insets would make other columns, in which aspect ratios no longer scale exactly.
            let insets = data.isScalable ? [] : ["inset_top", "inset_leading", "inset_bottom", "inset_trailing"]
            let column = (Self.bars + insets).randomElement(using: &random) ?? "inset_top"
            let value = Bool.random(using: &random) ? "NULL" : "\(random.exactLength(in: 0...20))"
            return ["UPDATE section SET \(column) = \(value) WHERE id = \(section.id)"]
        case .deleteSection where sections.count > 2: return ["DELETE FROM section WHERE id = \(section.id)"]
        case .moveSection:
            let position = between(sections.map(\.position), Int.random(in: 0...sections.count, using: &random))
            return ["UPDATE OR IGNORE section SET position = \(position) WHERE id = \(section.id)"]
        case .replaceSection where sections.count > 2:
            let position = Bool.random(using: &random) ? section.position : section.position + 0.5
            let values = "\(section.id), 1, \(position), 12.5"
            return ["REPLACE INTO section (id, dataset_id, position, header_height) VALUES (\(values))"]
        case .swapSections:
            guard let other = sections.randomElement(using: &random), other.id != section.id else { return [] }
            return [
                "UPDATE section SET position = -1e6 WHERE id = \(section.id)",
                "UPDATE section SET position = \(section.position) WHERE id = \(other.id)",
                "UPDATE section SET position = \(other.position) WHERE id = \(section.id)",
            ]
        default: return []
        }
    }

    private func insertSection(_ random: inout SeededGenerator) -> String {
        let position = between(sections.map(\.position), Int.random(in: 0...sections.count, using: &random))
        return "INSERT OR IGNORE INTO section (dataset_id, position, title) VALUES (1, \(position), 'new')"
    }

    private func insert(into section: Int64, at position: Double, _ size: (width: String, height: String)) -> String {
        """
        INSERT OR IGNORE INTO item (section_id, position, width, height)
        VALUES (\(section), \(position), \(size.width), \(size.height))
        """
    }

    /// A position before the one with an index, and after the one before it.
    private func between(_ positions: [Double], _ index: Int) -> Double {
        guard index > 0, let first = positions.first, let last = positions.last else {
            return (positions.first ?? 1) - 1
        }
        guard index < positions.count else { return max(first, last) + 1 }
        return (positions[index - 1] + positions[index]) / 2
    }
}
