import LayoutSQLite
import LayoutTestSupport
@testable import LayoutCache

/// Executes random statements on the user's tables and looks after each one whether the triggers
/// noted everything that it changed.
struct TriggerFuzz {
    let connection: Connection
    private var random: SeededGenerator
    private var bands: [Band]
    private let preparations: [(id: Int64, dataset: Int64)]
    /// The preparations whose layouts name the measure `m`.
    private let measuring: Set<Int64>
    private var before: Snapshot
    private var heldBefore: [RunPlace: Int] = [:]

    /// What must have no row, whatever `foreign_keys` says.
    private static let orphans = [
        ("item", "SELECT 1 FROM item WHERE section_id NOT IN (SELECT id FROM section) LIMIT 1"),
        ("section", "SELECT 1 FROM section WHERE dataset_id NOT IN (SELECT id FROM dataset) LIMIT 1"),
        ("measurement", "SELECT 1 FROM measurement WHERE item_id NOT IN (SELECT id FROM item) LIMIT 1"),
        ("section_offset", "SELECT 1 FROM section_offset WHERE section_id NOT IN (SELECT id FROM section) LIMIT 1"),
        ("lc_run", "SELECT 1 FROM lc_run WHERE section_id NOT IN (SELECT id FROM section) LIMIT 1"),
        (
            "section without a run",
            """
            SELECT 1 FROM section
            WHERE id NOT IN (SELECT section_id FROM lc_run WHERE first_position = -9e999) LIMIT 1
            """
        ),
        (
            "NULL position",
            "SELECT 1 FROM item WHERE position IS NULL UNION ALL SELECT 1 FROM section WHERE position IS NULL LIMIT 1"
        ),
    ]

    /// A band of a preparation, and the positions that it holds; on a canvas a section's first band
    /// stands for all.
    private struct Band {
        var id: Int64
        var preparation: Int64
        var section: Int64
        var low: Double
        var high: Double
    }

    private struct Snapshot: Equatable {
        struct Item: Equatable {
            var position: Double
            var text: String
        }

        var items: [Int64: [Item]] = [:]
        /// Own measures by section.
        var measures: [Int64: String] = [:]
        /// Sections in order, by data set.
        var order: [Int64: [Int64]] = [:]
        /// Sizes measured for a layout's measure, by item.
        var measured: [Int64: String] = [:]
    }

    /// What a statement changed without any note of it.
    struct Miss: CustomStringConvertible {
        var statement: String
        var what: String

        var description: String { "\(what) after \(statement)" }
    }

    /// The rows that a fuzz begins with: two data sets, six sections, positions 1 to 12.
    static func fill(_ test: TestStore, _ random: inout SeededGenerator) throws {
        var statements = ["INSERT INTO dataset (id, name) VALUES (1, 'data'), (2, 'other')"]
        for section in 1...6 {
            statements.append(
                "INSERT INTO section (id, dataset_id, position) VALUES (\(section), \(section < 5 ? 1 : 2), \(section))"
            )
        }
        for id in 1...44 {
            statements.append(
                "INSERT OR IGNORE INTO item (id, section_id, position, width, height) "
                    + "VALUES (\(id), \(Int.random(in: 1...6, using: &random)), "
                    + "\(Int.random(in: 1...12, using: &random)), 50, 44)")
        }
        try test.execute(statements)
        try test.execute(
            "INSERT INTO measurement SELECT 'm', id, 60, 50 FROM item WHERE id % 3 = 0",
            "INSERT INTO measurement SELECT 'n', id, 60, 50 FROM item WHERE id % 4 = 0")
        try test.store.defineLayout(
            "measured", dataset: "data", definition: LayoutDefinition(json: "{\"layout\":\"flow\"}"),
            container: LayoutSize(width: 200, height: 200), measure: "m")
        try test.store.prepare("measured")
        let kinds = ["{\"layout\":\"table\"}", "{\"layout\":\"flow\"}", "{\"layout\":\"canvas\"}"]
        for (index, json) in kinds.enumerated() {
            for dataset in ["data", "other"] {
                let name = "\(dataset) \(index)"
                try test.store.defineLayout(
                    name, dataset: dataset, definition: LayoutDefinition(json: json),
                    container: LayoutSize(width: 200, height: 200))
                try test.store.prepare(name)
            }
        }
    }

    init(_ connection: Connection, seed: UInt64) throws {
        self.connection = connection
        random = SeededGenerator(seed: seed)
        var bands: [Band] = []
        try connection.forEachRow(
            """
            SELECT id, preparation_id, section_id, first_position FROM lc_band WHERE section_id IS NOT NULL
            ORDER BY 2, 3, slot
            """
        ) { row in
            let band = Band(
                id: row.int64(0), preparation: row.int64(1), section: row.int64(2), low: row.double(3), high: .infinity)
            if let last = bands.last, last.preparation == band.preparation, last.section == band.section {
                // All bands of a canvas begin at the same place, and hold the same positions.
                guard last.low < band.low else { return }
                bands[bands.count - 1].high = band.low
            }
            bands.append(band)
        }
        self.bands = bands
        var preparations: [(id: Int64, dataset: Int64)] = []
        try connection.forEachRow("SELECT id, dataset_id FROM lc_preparation") { row in
            preparations.append((row.int64(0), row.int64(1)))
        }
        self.preparations = preparations
        var measuring: Set<Int64> = []
        try connection.forEachRow("SELECT id FROM lc_preparation WHERE measure = 'm'") { measuring.insert($0.int64(0)) }
        self.measuring = measuring
        before = Snapshot()
        before = try snapshot()
        heldBefore = try heldItems()
        try clear()
    }

    private func clear() throws {
        try countRuns()
        try connection.run("DELETE FROM lc_measured")
        try connection.run("UPDATE lc_preparation SET is_restructured = 0 WHERE is_restructured")
    }

    private func snapshot() throws -> Snapshot {
        var snapshot = Snapshot()
        try connection.forEachRow(
            "SELECT section_id, position, concat "
                + "FROM (SELECT section_id, position, id || '|' || quote(width) || '|' || quote(height) || '|' "
                + "|| quote(x) || '|' || quote(y) AS concat FROM item) ORDER BY section_id, position"
        ) { row in
            snapshot.items[row.int64(0), default: []].append(
                Snapshot.Item(position: row.double(1), text: row.stringOrEmpty(2)))
        }
        try connection.forEachRow(
            """
            SELECT id, dataset_id, quote(header_width) || quote(header_height) || quote(footer_width)
              || quote(footer_height)
              || quote(inset_top) || quote(inset_leading) || quote(inset_bottom) || quote(inset_trailing)
            FROM section ORDER BY dataset_id, position
            """
        ) { row in
            snapshot.measures[row.int64(0)] = row.stringOrEmpty(2)
            snapshot.order[row.int64(1), default: []].append(row.int64(0))
        }
        try connection.forEachRow("SELECT item_id, quote(width) || quote(height) FROM measurement WHERE measure = 'm'")
        { row in
            snapshot.measured[row.int64(0)] = row.stringOrEmpty(1)
        }
        return snapshot
    }

    /// Executes one random statement; returns what was missed, if anything.
    mutating func step() throws -> Miss? {
        let (statement, isSilent) = draw()
        do {
            try connection.execute(statement)
        } catch {
            // OR FAIL keeps what it did before it failed, and that counts as well.
            guard .constraint ~= error.code else { throw error }
        }
        let after = try snapshot()
        var stale: Set<Int64> = []
        try connection.forEachRow("SELECT band_id FROM lc_band_freshness WHERE is_stale") { row in
            stale.insert(row.int64(0))
        }
        var restructured: Set<Int64> = []
        try connection.forEachRow("SELECT id FROM lc_preparation WHERE is_restructured") { row in
            restructured.insert(row.int64(0))
        }
        defer { before = after }
        if let what = try miscountedRun(since: heldBefore) { return Miss(statement: statement, what: what) }
        heldBefore = try heldItems()
        if isSilent, !stale.isEmpty || !restructured.isEmpty {
            return Miss(statement: statement, what: "something was marked")
        }
        guard before != after else {
            if !stale.isEmpty || !restructured.isEmpty { try clear() }
            return nil
        }
        for preparation in preparations
        where before.order[preparation.dataset] != after.order[preparation.dataset]
            && !restructured.contains(preparation.id)
        {
            return Miss(statement: statement, what: "preparation \(preparation.id) is not restructured")
        }
        for (table, orphans) in Self.orphans {
            if try connection.first(orphans, as: Int.self) != nil {
                return Miss(statement: statement, what: "a row of \(table) belongs to nothing")
            }
        }
        for band in bands where !stale.contains(band.id) {
            guard before.measures[band.section] != nil else { continue }
            // One that is gone shows in the order of sections.
            guard let measures = after.measures[band.section] else { continue }
            if before.measures[band.section] != measures {
                return Miss(statement: statement, what: "section \(band.section) with other measures is not stale")
            }
            func rows(_ snapshot: Snapshot) -> [Snapshot.Item] {
                (snapshot.items[band.section] ?? []).filter { $0.position >= band.low && $0.position < band.high }
            }
            if measuring.contains(band.preparation), before.measured != after.measured {
                func sizes(_ snapshot: Snapshot) -> [String?] {
                    rows(snapshot).map { item in Int64(item.text.prefix { $0 != "|" }).flatMap { snapshot.measured[$0] }
                    }
                }
                if rows(before).map(\.text) == rows(after).map(\.text), sizes(before) != sizes(after) {
                    return Miss(statement: statement, what: "band \(band.id) with other measurements is not stale")
                }
            }
            if before.items[band.section] != after.items[band.section], rows(before) != rows(after) {
                return Miss(statement: statement, what: "band \(band.id) of section \(band.section) is not stale")
            }
        }
        // They stay stale until the next preparation, whatever comes.
        bands.removeAll { after.measures[$0.section] == nil }
        try clear()
        return nil
    }

    /// Has the next preparation start over: what was noted was taken back.
    func finish() throws {
        try connection.run("UPDATE lc_preparation SET is_replaced = 1")
        try connection.run("UPDATE lc_run SET changes = 2, item_count = NULL")
    }

    /// A statement, and whether it must mark nothing.
    private mutating func draw() -> (String, isSilent: Bool) {
        let clauses = ["", "", "OR REPLACE", "OR IGNORE", "OR ABORT", "OR FAIL", "OR ROLLBACK"]
        let clause = clauses.randomElement(using: &random) ?? ""
        func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        let (id, section, position) = (pick(1...44), pick(1...6), pick(1...12))
        let width = ["NULL", "50", "100", "0.5"].randomElement(using: &random) ?? "NULL"
        let height = ["NULL", "44", "44.5", "60"].randomElement(using: &random) ?? "NULL"
        let values = "(\(id), \(section), \(position), \(width), \(height))"
        let into = "INTO item (id, section_id, position, width, height) VALUES \(values)"
        switch pick(0...29) {
        case 0...3: return ("INSERT \(clause) \(into)", false)
        case 4: return ("REPLACE \(into)", false)
        case 5:
            return (
                "INSERT \(into) ON CONFLICT (id) DO UPDATE SET section_id = excluded.section_id, "
                    + "position = excluded.position, width = excluded.width, height = excluded.height", false
            )
        case 6:
            return (
                """
                INSERT \(into) ON CONFLICT (section_id, position)
                  DO UPDATE SET width = excluded.width, id = excluded.id
                """,
                false
            )
        case 7: return ("INSERT \(into) ON CONFLICT DO NOTHING", false)
        case 8: return ("UPDATE \(clause) item SET height = \(height), width = \(width) WHERE id = \(id)", false)
        case 9:
            return ("UPDATE \(clause) item SET section_id = \(section), position = \(position) WHERE id = \(id)", false)
        case 10:
            return ("UPDATE \(clause) item SET id = \(id), position = \(position) WHERE id % 7 = \(section)", false)
        case 11: return ("UPDATE \(clause) item SET position = position + 1 WHERE section_id = \(section)", false)
        case 12: return ("UPDATE \(clause) item SET id = id + \(position) WHERE section_id = \(section)", false)
        case 13: return ("UPDATE item SET x = \(position), y = \(height) WHERE id = \(id)", false)
        case 14: return ("DELETE FROM item WHERE id = \(id)", false)
        case 15:
            return pick(0...9) == 0
                ? (
                    ["DELETE FROM item", "DELETE FROM item WHERE section_id = \(section)"].randomElement(using: &random)
                        ?? "", false
                )
                : ("DELETE FROM item WHERE section_id = \(section) AND position > \(position)", false)
        case 16:
            return (
                "INSERT \(clause) INTO item (section_id, position, width, height) "
                    + "SELECT \(section), position + \(pick(0...1)), \(width), height FROM item "
                    + "WHERE section_id = \(pick(1...6))",
                false
            )
        case 17: return ("UPDATE item SET key = 'k', payload = '{}' WHERE section_id = \(section)", true)
        case 18: return ("UPDATE section SET title = 'title \(position)' WHERE id = \(section)", true)
        case 19:
            return ("UPDATE item SET width = width, height = height, section_id = section_id WHERE id = \(id)", true)
        case 20: return ("INSERT INTO item (id, section_id, height) VALUES (\(id), \(section), \(height))", false)
        case 21: return ("UPDATE item SET position = NULL WHERE id = \(id)", false)
        case 22...25: return (drawMeasurement(clause, id, width, height), false)
        default: return (drawSection(clause, section, position, height), false)
        }
    }

    private mutating func drawMeasurement(_ clause: String, _ id: Int, _ width: String, _ height: String) -> String {
        let measure = Bool.random(using: &random) ? "m" : "n"
        let into =
            "INTO measurement (measure, item_id, width, height) VALUES ('\(measure)', \(id), \(width), \(height))"
        switch Int.random(in: 0...7, using: &random) {
        case 0, 1: return "INSERT \(clause) \(into)"
        case 2: return "REPLACE \(into)"
        case 3: return "INSERT \(into) ON CONFLICT (item_id, measure) DO UPDATE SET height = excluded.height"
        case 4: return "UPDATE \(clause) measurement SET width = \(width) WHERE item_id = \(id)"
        case 5: return "UPDATE \(clause) measurement SET measure = '\(measure)' WHERE item_id % 5 = \(id % 5)"
        case 6: return "UPDATE \(clause) measurement SET item_id = item_id + 1 WHERE item_id = \(id)"
        default: return "DELETE FROM measurement WHERE item_id = \(id)"
        }
    }

    private mutating func drawSection(_ clause: String, _ section: Int, _ position: Int, _ height: String) -> String {
        func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        let dataset = pick(0...3) == 0 ? 2 : 1
        let into =
            "INTO section (id, dataset_id, position, header_height) "
            + "VALUES (\(section), \(dataset), \(pick(1...7)), \(height))"
        switch pick(0...10) {
        case 0, 1: return "INSERT \(clause) \(into)"
        case 10:
            return "UPDATE \(clause) section SET id = \(pick(1...9)), position = \(pick(1...9)) WHERE id = \(section)"
        case 2:
            return """
                INSERT \(into) ON CONFLICT (id) DO UPDATE SET position = excluded.position,
                  header_height = excluded.header_height
                """
        case 3: return "INSERT \(into) ON CONFLICT (dataset_id, position) DO UPDATE SET inset_top = 4"
        case 4: return "UPDATE \(clause) section SET position = \(pick(1...7)) WHERE id = \(section)"
        case 5: return "UPDATE \(clause) section SET id = \(pick(1...6)) WHERE id = \(section)"
        case 6: return "UPDATE \(clause) section SET dataset_id = \(dataset) WHERE id = \(section)"
        case 7: return "DELETE FROM section WHERE id = \(section)"
        default:
            let columns = [
                "header_width", "header_height", "footer_width", "footer_height", "inset_top", "inset_leading",
                "inset_bottom", "inset_trailing",
            ]
            return """
                UPDATE \(clause) section SET \(columns.randomElement(using: &random) ?? "inset_top") = \(height)
                WHERE id = \(section)
                """
        }
    }
}
