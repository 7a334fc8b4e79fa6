internal import LayoutCore
internal import LayoutSQLite
internal import LayoutSchema
package import LayoutSources

/// Exports the items of a damaged store: by no index, past what cannot be read, and in their order all the same.
///
/// Readable rows are first copied into a temporary database, which SQLite keeps in a file.
package struct ItemSalvage {
    private let path: String
    private let old: Connection
    private let found: Connection
    private let cleanup: ConnectionPool.LogCleanup

    /// An item as a data set holds it, with the title of its section, for export.
    package typealias Item = (dataset: String, item: SourceItem)
    /// The place of an exported item in the order of all.
    typealias Position = (dataset: Int64, sectionPosition: Double, section: Int64, position: Double)

    init(path: String) throws {
        self.path = path
        cleanup = ConnectionPool.LogCleanup(before: DatabaseFiles.realPath(path) ?? path)
        old = try Connection(path: path, mode: .readOnly)
        // Has SQLite pass over what it cannot understand of the schema, and over what the file is too short for.
        try old.setDefensive(false)
        try old.setTrustedSchema(false)
        try old.execute("PRAGMA writable_schema = ON; PRAGMA query_only = ON")
        found = try Connection(path: "", mode: .create)
        for (table, columns) in Self.tables {
            try found.execute("CREATE TABLE \(table) (id INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")))")
        }
    }

    /// The columns that stores of former programs lack.
    private static let laterColumns = ItemTrait.allCases.map(\.column)
    /// The copied columns beside ids.
    private static let tables = [
        ("dataset", ["name"]), ("section", ["dataset_id", "position", "title"]),
        ("item", ["section_id", "position", "key", "width", "height", "x", "y", "payload"] + laterColumns),
    ]

    func close() {
        old.close()
        found.close()
        cleanup.run()
    }

    /// Calls `body` with each item that can be read.
    ///
    /// - Parameters:
    ///   - dataset: The data set that is meant; nil for all.
    ///   - last: The place of the last exported item: only later ones are exported.
    ///   - outcome: Counts the items, and those that could not be read.
    /// - Throws: The errors of `body`; ``LayoutError`` `corrupt` where not even the tables can be found.
    func run(
        dataset: String?, after last: Position?, _ outcome: inout LayoutStore.ExportOutcome,
        _ body: (Item) throws -> Void
    ) throws {
        try requireTables()
        try found.execute("BEGIN")
        var isWhole = true
        for (table, columns) in Self.tables {
            let there = try UserSchema.columns(of: table, in: old)
            let columns = columns.filter { there[$0] != nil || !Self.laterColumns.contains($0) }
            isWhole = try copy(table, ["id"] + columns) && isWhole
        }
        try adoptOrphans()
        let rows = try found.prepare(
            """
            SELECT coalesce(d.name, ''), s.title, i.key, i.width, i.height, i.x, i.y, i.payload
              \(ItemTrait.numberList(of: "i"))
            FROM item AS i LEFT JOIN section AS s ON s.id = i.section_id LEFT JOIN dataset AS d ON d.id = s.dataset_id
            WHERE (?1 IS NULL OR d.name = ?1)
              AND (?2 IS NULL OR (coalesce(s.dataset_id, 9e99), coalesce(s.position, 9e99),
                coalesce(i.section_id, 9e99), coalesce(i.position, 9e99)) > (?2, ?3, ?4, ?5))
            ORDER BY coalesce(s.dataset_id, 9e99), coalesce(s.position, 9e99), coalesce(i.section_id, 9e99),
              coalesce(i.position, 9e99), i.id
            """)
        rows.bindAll(dataset, last?.dataset, last?.sectionPosition, last?.section, last?.position)
        while try rows.step() {
            outcome.items += 1
            try body(Self.item(rows))
        }
        try found.execute("COMMIT")
        if isWhole {
            outcome.missing = 0
        } else if dataset == nil {
            outcome.missing = expectedItems().map { max(1, $0 - outcome.items) }
        }
    }

    /// - Parameter row: Its first columns are the data set, the section, and the item's.
    static func item(_ row: Statement) -> Item { (row.stringOrEmpty(0), SourceItem(row, from: 2, section: 1)) }

    /// Nothing but an ordinary table is read: a view in the place of one might never end.
    private func requireTables() throws {
        let count = try old.first(
            """
            SELECT count(*) FROM sqlite_schema
            WHERE lower(name) IN ('dataset', 'section', 'item') AND sql GLOB 'CREATE TABLE *'
            """, as: Int.self)
        if count != 3 { throw LayoutError(.corrupt, "\(path) is damaged: its tables cannot be found") }
    }

    /// Copies what can be read of a table; returns whether that is all of it.
    private func copy(_ table: String, _ columns: [String]) throws -> Bool {
        let parameters = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        // A damaged page can bring an id a second time.
        let insertion = try found.prepare(
            "INSERT OR IGNORE INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(parameters))")
        return try RowSalvage(connection: old, columns: columns, table: table, insertion: insertion).run()
    }

    /// If there is only one readable data set, rows without one belong to it.
    private func adoptOrphans() throws {
        try found.execute(
            """
            INSERT INTO section (id, dataset_id, position)
            SELECT DISTINCT section_id, (SELECT min(id) FROM dataset), 9e99 FROM item
            WHERE section_id NOT IN (SELECT id FROM section) AND typeof(section_id) = 'integer'
              AND (SELECT count(*) FROM dataset) = 1
            """)
    }

    /// How many items the index of their order or the counts of the outline know of.
    private func expectedItems() -> Int? {
        let questions = [
            "SELECT count(*) FROM main.item INDEXED BY item_order",
            "SELECT sum(item_count) FROM main.lc_run HAVING count(*) = count(item_count)",
        ]
        return questions.compactMap { try? old.first($0, as: Int?.self).flatMap(\.self) }.max()
    }
}

/// Reads what can be read of a table by its row ids, past what is damaged.
///
/// An unreadable leaf hides only its own rows; a page above it the rows of all leaves below. So if reading fails, the
/// next readable row is searched for at doubling distances, and then between the last two. This takes few look-ups, for
/// any number of missing rows.
private struct RowSalvage {
    let connection: Connection
    /// The columns to read, the row id first.
    let columns: [String]
    let table: String
    let insertion: Statement

    /// Inserts each row that can be read; returns whether that is all of the table.
    func run() throws -> Bool {
        var isWhole = true
        var start = Int64.min
        while let failed = try copy(from: start) {
            isWhole = false
            // Few tables have ids below 1: with the first leaf damaged, looking from the least one would never end.
            guard let next = try nextReadable(after: failed == .min ? 0 : failed) else { return false }
            start = next
        }
        return isWhole
    }

    /// Inserts some rows from an id on, in the order of their ids; returns the first id that could not be read, if any.
    private func copy(from start: Int64, limit: Int = .max) throws(SQLiteError) -> Int64? {
        var next = start
        do throws(SQLiteError) {
            let rows = try connection.prepare(
                "SELECT \(columns.joined(separator: ", ")) FROM main.\(table) NOT INDEXED WHERE \(columns[0]) >= ?1 "
                    + "ORDER BY \(columns[0]) LIMIT ?2")
            defer { rows.reset() }
            rows.bindAll(start, limit)
            while try rows.step() {
                try insertion.run(rowOf: rows)
                let (sum, isOver) = rows.int64(0).addingReportingOverflow(1)
                if isOver { return nil }
                next = sum
            }
            return nil
        } catch {
            guard .corrupt ~= error.code else { throw error }
            return next
        }
    }

    /// The least id from which on a row can be read, beyond one that cannot.
    private func nextReadable(after failed: Int64) throws(SQLiteError) -> Int64? {
        var bad = failed
        var distance: Int64 = 1
        while true {
            let (candidate, isOver) = failed.addingReportingOverflow(distance)
            guard !isOver else { return nil }
            if try copy(from: candidate, limit: 1) == nil {
                var good = candidate
                while good - bad > 1 {
                    let middle = bad + (good - bad) / 2
                    if try copy(from: middle, limit: 1) == nil { good = middle } else { bad = middle }
                }
                return good
            }
            bad = candidate
            guard distance <= Int64.max / 2 else { return nil }
            distance *= 2
        }
    }
}
