import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import LayoutCore

/// Executes random statements on the user's tables and looks after each one whether the triggers
/// noted everything that it changed.
struct TriggerFuzz {
    let connection: Connection
    private var random: SeededGenerator
    private var bands: [Band]
    private let preparations: [(id: Int64, dataset: Int64)]
    /// The preparations whose layouts name the measure `m`.
    private let measuring: Set<Int64>
    /// Canvases, which have no headers, footers and insets.
    private let planes: Set<Int64>
    private var before: Snapshot
    private var heldBefore: [RunPlace: Int] = [:]

    private var edit = RandomEdit(RandomDataSet())

    /// Rows that must not exist, with any setting of `foreign_keys`.
    private static let orphans = [
        "item WHERE section_id NOT IN (SELECT id FROM section)",
        "section WHERE dataset_id NOT IN (SELECT id FROM dataset)",
        "measurement WHERE item_id NOT IN (SELECT id FROM item)",
        "section_measurement WHERE section_id NOT IN (SELECT id FROM section)",
        "section_offset WHERE section_id NOT IN (SELECT id FROM section)",
        "lc_run WHERE section_id NOT IN (SELECT id FROM section)",
        "section WHERE id NOT IN (SELECT section_id FROM lc_run WHERE first_position = -1e301)",
        "item WHERE position IS NULL", "section WHERE position IS NULL",
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
        /// Own measures by section, except …
        var measures: [Int64: String] = [:]
        /// … those that move all of its cells.
        var sideInsets: [Int64: String] = [:]
        /// Sections in order, by data set.
        var order: [Int64: [Int64]] = [:]
        /// Sizes measured for a layout's measure, by item.
        var measured: [Int64: String] = [:]
        /// Lengths of headers and footers measured for it, by section.
        var measuredSections: [Int64: String] = [:]
    }

    /// A statement's change that was not noted.
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
            "INSERT INTO measurement SELECT 'n', id, 60, 50 FROM item WHERE id % 4 = 0",
            "INSERT INTO section_measurement SELECT 'm', id, 9, 8, 7, 6 FROM section WHERE id % 2 = 0")
        try test.store.define("measured", #"{"layout":"flow"}"#, 200, 200, measure: "m")
        for kind in ["table", "flow", "canvas"] {
            for dataset in ["data", "other"] {
                try test.store.define("\(dataset) \(kind)", #"{"layout":"\#(kind)"}"#, 200, 200, dataset: dataset)
            }
        }
        for name in try test.store.layouts().map(\.name) { try test.store.prepare(name) }
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
        var measuring: Set<Int64> = []
        var planes: Set<Int64> = []
        try connection.forEachRow("SELECT id, dataset_id, measure IS 'm', is_free FROM lc_preparation") { row in
            preparations.append((row.int64(0), row.int64(1)))
            if row.bool(3) { planes.insert(row.int64(0)) }
            if row.bool(2) { measuring.insert(row.int64(0)) }
        }
        (self.preparations, self.measuring, self.planes) = (preparations, measuring, planes)
        before = Snapshot()
        before = try snapshot()
        heldBefore = try heldItems()
        try clear()
    }

    private func clear() throws {
        try countRuns()
        try connection.run("DELETE FROM lc_measured")
        try connection.run("DELETE FROM lc_resized_section")
        try connection.run("UPDATE lc_preparation SET is_restructured = 0 WHERE is_restructured")
    }

    private func snapshot() throws -> Snapshot {
        var snapshot = Snapshot()
        try connection.forEachRow(
            """
            SELECT section_id, position, id || '|' || quote(width) || '|' || quote(height) || '|' || quote(x) || '|'
              || quote(y)
            FROM item
            ORDER BY section_id, position
            """
        ) { row in
            snapshot.items[row.int64(0), default: []].append(
                Snapshot.Item(position: row.double(1), text: row.stringOrEmpty(2)))
        }
        let lengths = "quote(header_width) || quote(header_height) || quote(footer_width) || quote(footer_height)"
        try connection.forEachRow(
            """
            SELECT id, dataset_id, \(lengths) || quote(inset_top) || quote(inset_bottom),
              quote(inset_leading) || quote(inset_trailing)
            FROM section ORDER BY dataset_id, position
            """
        ) { row in
            snapshot.measures[row.int64(0)] = row.stringOrEmpty(2)
            snapshot.sideInsets[row.int64(0)] = row.stringOrEmpty(3)
            snapshot.order[row.int64(1), default: []].append(row.int64(0))
        }
        snapshot.measured = try texts(
            "SELECT item_id, quote(width) || quote(height) FROM measurement WHERE measure = 'm'")
        snapshot.measuredSections = try texts(
            "SELECT section_id, \(lengths) FROM section_measurement WHERE measure = 'm'")
        return snapshot
    }

    private func texts(_ sql: String) throws -> [Int64: String] {
        var texts: [Int64: String] = [:]
        try connection.forEachRow(sql) { texts[$0.int64(0)] = $0.stringOrEmpty(1) }
        return texts
    }

    private func ids(_ sql: String) throws -> Set<Int64> { Set(try connection.names(sql).compactMap { Int64($0) }) }

    /// Executes one random statement; returns what was missed, if anything.
    mutating func step() throws -> Miss? {
        edit.imagine(items: 44, positions: 12, using: &random)
        edit.datasets = 2
        let kind =
            (RandomEdit.Kind.allCases + [.measure, .measure, .measureBar]).randomElement(using: &random) ?? .resize
        let statements = edit.statements(kind, using: &random)
        let statement = statements.joined(separator: "; ")
        for statement in statements where try !connection.executesUnlessRefused(statement) { break }
        let after = try snapshot()
        let stale = try ids("SELECT band_id FROM lc_band_freshness WHERE is_stale")
        let restructured = try ids("SELECT id FROM lc_preparation WHERE is_restructured")
        defer { before = after }
        if let what = try miscountedRun(since: heldBefore) { return Miss(statement: statement, what: what) }
        heldBefore = try heldItems()
        if kind.isSilent, !stale.isEmpty || !restructured.isEmpty {
            return Miss(statement: statement, what: "something was marked")
        }
        guard before != after else {
            if !stale.isEmpty || !restructured.isEmpty { try clear() }
            return nil
        }
        for preparation in preparations
        where before.order[preparation.dataset] != after.order[preparation.dataset]
            && !restructured.contains(preparation.id)
        { return Miss(statement: statement, what: "preparation \(preparation.id) is not restructured") }
        for rows in Self.orphans where try connection.first("SELECT 1 FROM \(rows) LIMIT 1", as: Int.self) != nil {
            return Miss(statement: statement, what: "there is a row of \(rows)")
        }
        for band in bands where !stale.contains(band.id) {
            guard before.measures[band.section] != nil else { continue }
            // One that is gone shows in the order of sections.
            guard let measures = after.measures[band.section] else { continue }
            let isAtEnd = band.low == -1e301 || band.high == .infinity
            if !planes.contains(band.preparation),
                before.sideInsets[band.section] != after.sideInsets[band.section]
                    || isAtEnd && before.measures[band.section] != measures
            {
                return Miss(statement: statement, what: "section \(band.section) with other measures is not stale")
            }
            if isAtEnd, measuring.contains(band.preparation),
                before.measuredSections[band.section] != after.measuredSections[band.section]
            {
                return Miss(statement: statement, what: "section \(band.section) with other measurements is not stale")
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
        // They stay stale until the next preparation, after any change.
        bands.removeAll { after.measures[$0.section] == nil }
        try clear()
        return nil
    }

    /// Makes the next preparation start over: the notes were taken back.
    func finish() throws {
        try connection.run("UPDATE lc_preparation SET is_replaced = 1")
        try connection.run("UPDATE lc_run SET changes = 2, item_count = NULL")
    }
}
