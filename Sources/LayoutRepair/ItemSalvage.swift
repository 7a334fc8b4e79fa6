internal import LayoutCore
internal import LayoutSQLite
internal import LayoutSchema

/// Exports the items of a damaged store: by no index, past what cannot be read, and in their order all the same.
///
/// Readable rows are first copied into a temporary database, which SQLite keeps in a file.
struct ItemSalvage {
    private let path: String
    private let old: Connection
    private let found: Connection
    private let cleanup: LogCleanup

    /// The readable part.
    struct Outcome {
        var items = 0
        /// The number of items that the store records; nil if it is unreadable.
        var expected: Int?
        /// Whether all of the tables could be read to their ends.
        var isWhole = true
    }

    init(path: String) throws {
        self.path = path
        cleanup = LogCleanup(before: FileStatus.realPath(path))
        old = try Connection(path: path, mode: .readOnly)
        // Has SQLite pass over what it cannot understand of the schema, and over what the file is too short for.
        try old.setDefensive(false)
        try old.setTrustedSchema(false)
        try old.execute("PRAGMA writable_schema = ON; PRAGMA query_only = ON")
        found = try Connection(path: "", mode: .create)
        try found.execute(
            """
            CREATE TABLE dataset (id INTEGER PRIMARY KEY, name);
            CREATE TABLE section (id INTEGER PRIMARY KEY, dataset_id, position, title);
            CREATE TABLE item (id INTEGER PRIMARY KEY, section_id, position, key, width, height, x, y, payload,
              span, row_span, level, sticky_level, sticky_edge)
            """)
    }

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
    /// - Throws: The errors of `body`; ``LayoutError`` `corrupt` where not even the tables can be found.
    func run(dataset: String?, after last: ExportPosition?, _ body: (ExportedItem) throws -> Void) throws -> Outcome {
        var outcome = Outcome()
        try requireTables()
        try found.execute("BEGIN")
        outcome.isWhole = try copy("dataset", ["id", "name"])
        let hasSections = try copy("section", ["id", "dataset_id", "position", "title"])
        let hasItems = try copy(
            "item",
            ["id", "section_id", "position", "key", "width", "height", "x", "y", "payload"]
                + (hasTraits() ? ItemTrait.allCases.map(\.column) : []))
        outcome.isWhole = outcome.isWhole && hasSections && hasItems
        try adoptOrphans()
        outcome.expected = dataset == nil ? expectedItems() : nil
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
        if let dataset { rows.bind(dataset, at: 1) }
        if let last {
            rows.bind(last.dataset, at: 2)
            rows.bind(last.sectionPosition, at: 3)
            rows.bind(last.section, at: 4)
            rows.bind(last.position, at: 5)
        }
        while try rows.step() {
            outcome.items += 1
            try body(ExportedItem(rows))
        }
        try found.execute("COMMIT")
        return outcome
    }

    /// Whether the file's items have the columns that stores of former programs lack.
    private func hasTraits() throws -> Bool {
        try old.first(
            "SELECT 1 FROM sqlite_schema WHERE name = 'item' AND sql LIKE '%sticky_edge%'", as: Int.self) != nil
    }

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
        return try RowSalvage(connection: old, columns: columns, table: table).run { row in
            for column in columns.indices { insertion.bind(column, of: row, at: column + 1) }
            try insertion.run()
        }
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
