internal import LayoutMigrations
internal import LayoutSQLite

/// Copies what is not derived of an old store into a database that is empty, and makes what is derived there.
///
/// Nothing is known of the old store but what its list of objects says, and that is not trusted: a text is
/// executed where it makes a table, an index, a view or a trigger, in the new database, before there is anything
/// in it that could run.
struct SchemaCopy {
    private let old: Connection
    private let connection: Connection
    /// What is worth telling, a line to each.
    private(set) var lines: [String] = []

    private struct Entry {
        var kind: String
        var name: String
        /// In the letters by which SQLite compares names.
        var key: String
        var tableKey: String
        var rootPage: Int64
        var sql: String

        var isVirtual: Bool { sql.hasPrefix("CREATE VIRTUAL TABLE") }
    }

    private static let derivedTables = Set(
        DerivedSchema.objects.values.joined().filter { $0.kind == .table }.map(\.name) + SchemaInspection.shadows)
    /// Tables that say where somebody looks: when they cannot be copied, everybody looks at the beginning.
    private static let places: Set = ["viewport", "section_offset"]

    private static let ownTables = Set(UserSchema.objects.filter { $0.kind == .table }.map(\.name))

    init(of old: Connection, into connection: Connection) {
        self.old = old
        self.connection = connection
    }

    mutating func run() throws {
        let entries = try readSchema()
        let tables = entries.filter {
            $0.kind == "table" && $0.rootPage > 0 && !$0.key.hasPrefix("sqlite_")
                && !Self.derivedTables.contains($0.key)
        }
        for table in tables {
            try create(table)
            if !canBeMadeAgain(table) { try copyRows(of: table) }
        }
        try copySequences(entries)
        try makeOwn(entries)
        for table in tables where canBeMadeAgain(table) { try copyOrMakeRows(of: table) }
        for table in tables { try clearWay(of: table) }
        try DerivedSchema.make(in: connection)
        try makeOthers(entries)
        for number in ["application_id", "user_version"] {
            let value = try old.first("PRAGMA \(number)", as: Int64.self) ?? 0
            try connection.execute("PRAGMA main.\(number) = \(value)")
        }
    }

    private func readSchema() throws -> [Entry] {
        var entries: [Entry] = []
        do {
            try old.forEachRow(
                """
                SELECT type, name, lower(name), lower(tbl_name), rootpage, coalesce(sql, '') FROM sqlite_schema
                ORDER BY rowid
                """
            ) { row in
                entries.append(
                    Entry(
                        kind: row.stringOrEmpty(0), name: row.stringOrEmpty(1), key: row.stringOrEmpty(2),
                        tableKey: row.stringOrEmpty(3), rootPage: row.int64(4), sql: row.stringOrEmpty(5)))
            }
        } catch let error as SQLiteError where .corrupt ~= error.code {
            throw Self.damage("the list of its tables, sqlite_schema, cannot be read through: \(error.message)")
        }
        return entries
    }

    // MARK: Rows

    /// Copies a table's rows in the order of their row ids, by no index: those may be damaged.
    private mutating func copyRows(of table: Entry) throws {
        var columns: [String] = []
        var titles: [String] = []
        var types: [ColumnType] = []
        var names: Set<String> = []
        let isStrict =
            try connection.first(
                "SELECT strict FROM pragma_table_list WHERE schema = 'main' AND name = ?1", table.name, as: Bool.self)
            ?? false
        try connection.forEachRow(
            "SELECT name, lower(name), hidden, upper(type) FROM pragma_table_xinfo(?1, 'main')", table.name
        ) { row in
            names.insert(row.stringOrEmpty(1))
            // The others are generated.
            guard row.int(2) < 2 else { return }
            columns.append(try SQLIdentifier.quoted(row.stringOrEmpty(0)))
            titles.append(row.stringOrEmpty(0))
            types.append(ColumnType(declaration: row.stringOrEmpty(3), isStrict: isStrict))
        }
        let name = try SQLIdentifier.quoted(table.name)
        // Asked for by a name that no column has. PRAGMA table_list would look at every view of the old store.
        if let rowID = ["rowid", "_rowid_", "oid"].first(where: { !names.contains($0) }),
            (try? connection.prepare("SELECT \(rowID) FROM main.\(name)")) != nil
        {
            columns.insert(rowID, at: 0)
            titles.insert(rowID, at: 0)
            types.insert(.other, at: 0)
        }
        try copyRows(of: table, name, columns, titles: titles, types: types)
    }

    private mutating func copyRows(
        of table: Entry, _ name: String, _ columns: [String], titles: [String], types: [ColumnType]
    ) throws {
        let list = columns.joined(separator: ", ")
        let parameters = (1...max(1, columns.count)).map { "?\($0)" }.joined(separator: ", ")
        let insertion = try connection.prepare("INSERT INTO main.\(name) (\(list)) VALUES (\(parameters))")
        // Counted by column: what a damaged page brought is stored as the column is declared.
        var converted = [Int](repeating: 0, count: columns.count)
        let rows = try Self.reading(table) { () throws(SQLiteError) in
            try old.prepare("SELECT \(list) FROM main.\(name) NOT INDEXED")
        }
        while try Self.reading(table, { () throws(SQLiteError) in try rows.step() }) {
            for column in columns.indices {
                insertion.bind(column, of: rows, at: column + 1)
                if types[column].converts(rows.storage(column)) { converted[column] += 1 }
            }
            do {
                try insertion.run()
            } catch {
                guard .constraint ~= error.code || .mismatch ~= error.code else { throw error }
                throw Self.damage("“\(table.name)” holds a row that it would refuse: \(error.message)")
            }
        }
        for (column, count) in converted.enumerated() where count > 0 {
            let values = count == 1 ? "1 value" : "\(count) values"
            lines.append(
                "stored \(values) of “\(table.name)” as \(types[column].word), "
                    + "as its column “\(titles[column])” is declared"
            )
        }
    }

    /// Whether a table's rows can be made again where they cannot be copied.
    private func canBeMadeAgain(_ table: Entry) -> Bool {
        Self.places.contains(table.key) || table.key == UserSchema.migrator.table
    }

    /// Copies a table's rows, or makes them again.
    private mutating func copyOrMakeRows(of table: Entry) throws {
        do {
            try copyRows(of: table)
        } catch is LayoutError {
            if Self.places.contains(table.key) { try makePlaces(table.key) } else { try recordMigrations() }
        }
    }

    /// Has all look at the beginning of their layouts, or of their orthogonal sections.
    private mutating func makePlaces(_ table: String) throws {
        try connection.execute("DELETE FROM main.\(table)")
        if table == "viewport" {
            try connection.execute(
                """
                INSERT INTO main.viewport (layout, width, height)
                SELECT name, container_width, container_height FROM main.layout
                """)
        }
        lines.append("made the rows of “\(table)” again, which could not be kept: all are at the beginning")
    }

    /// Reads something of a table, and names the table where that is damaged.
    private static func reading<T>(_ table: Entry, _ body: () throws(SQLiteError) -> T) throws -> T {
        do {
            return try body()
        } catch {
            guard .corrupt ~= error.code else { throw error }
            throw damage("the table “\(table.name)” cannot be read through: \(error.message)")
        }
    }

    /// What keeps a store from being repaired, because nothing says what the user's own rows should be.
    static func damage(_ what: String) -> LayoutError {
        LayoutError(
            .corrupt,
            "the user's own data is damaged, and the file was left as it is: \(what); save what can be read with "
                + "“sqlite3 DB .dump”")
    }

    /// Writes the list of migrations again: what it said is known, but for when.
    private mutating func recordMigrations() throws {
        let applicationID = try old.first("PRAGMA application_id", as: Int64.self)
        try connection.execute("DELETE FROM main.\(UserSchema.migrator.table)")
        for (index, migration) in UserSchema.migrator.migrations.enumerated() {
            try connection.run(
                """
                INSERT INTO main.\(UserSchema.migrator.table) (number, name, checksum, applied_at, is_shared)
                VALUES (?1, ?2, ?3, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?4)
                """,
                index + 1, migration.identifier, migration.checksum,
                applicationID != Int64(MigrationCatalogue.applicationID))
        }
        lines.append("wrote the list of migrations again, which could not be read")
    }

    /// Copies the counters of the tables that number their rows by themselves; making the rows counted them too.
    private mutating func copySequences(_ entries: [Entry]) throws {
        guard entries.contains(where: { $0.key == "sqlite_sequence" && $0.rootPage > 0 }),
            try connection.first("SELECT 1 FROM main.sqlite_schema WHERE name = 'sqlite_sequence'", as: Int.self) != nil
        else { return }
        var counters: [(table: String, last: Int64)] = []
        do {
            try old.forEachRow("SELECT name, seq FROM sqlite_sequence") {
                counters.append(($0.stringOrEmpty(0), $0.int64(1)))
            }
        } catch let error as SQLiteError where .corrupt ~= error.code {
            lines.append("the list sqlite_sequence cannot be read through: tables go on from their last rows")
        }
        for (table, last) in counters {
            try connection.run("DELETE FROM main.sqlite_sequence WHERE name = ?1 AND seq <= ?2", table, last)
            try connection.run(
                """
                INSERT INTO main.sqlite_sequence (name, seq)
                SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM main.sqlite_sequence WHERE name = ?1)
                """, table, last)
        }
    }

    // MARK: Objects

    /// Executes the text of one object.
    private func create(_ entry: Entry) throws {
        // A text with something behind its first statement is refused.
        try connection.prepare(entry.sql).run()
    }

    /// Makes what is missing of the user's tables, and their indexes.
    private mutating func makeOwn(_ entries: [Entry]) throws {
        for object in UserSchema.objects {
            let isThere = entries.contains {
                $0.kind == object.kind.rawValue && $0.key == object.name && $0.rootPage > 0
            }
            if object.kind == .table, isThere { continue }
            do {
                try connection.execute(object.sql)
            } catch {
                guard .constraint ~= error.code else { throw error }
                throw Self.damage("its rows do not allow the index \(object.name): \(error.message)")
            }
            if !isThere {
                lines.append(
                    "made the \(object.kind.rawValue) \(object.name) again, which was missing"
                        + (object.kind == .table ? "; it is empty" : ""))
            }
        }
    }

    /// Renames a table that bears the name of something of ours that is not a table.
    private mutating func clearWay(of table: Entry) throws {
        guard
            DerivedSchema.names.contains(table.key)
                || UserSchema.names.contains(table.key) && !Self.ownTables.contains(table.key)
        else { return }
        var number = 1
        while try connection.first(
            "SELECT 1 FROM main.sqlite_schema WHERE lower(name) = ?1", "\(table.key)_\(number)", as: Int.self) != nil
        { number += 1 }
        let name = "\(table.name)_\(number)"
        try connection.execute("PRAGMA legacy_alter_table = ON")
        try connection.execute(
            "ALTER TABLE main.\(try SQLIdentifier.quoted(table.name)) RENAME TO \(try SQLIdentifier.quoted(name))")
        lines.append("renamed the table “\(table.name)”, which stood in the place of one of ours, to “\(name)”")
    }

    /// Makes what else the user has: virtual tables, indexes, views and triggers.
    private mutating func makeOthers(_ entries: [Entry]) throws {
        for entry in entries where entry.kind == "table" && entry.isVirtual && !Self.derivedTables.contains(entry.key) {
            // What it consists of was copied with the tables, so nothing is to be made.
            try connection.run(
                "INSERT INTO main.sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('table', ?1, ?1, 0, ?2)",
                entry.name, entry.sql)
        }
        for kind in ["index", "view", "trigger"] {
            for entry in entries where entry.kind == kind && !entry.sql.isEmpty {
                guard !DerivedSchema.names.contains(entry.key), !UserSchema.names.contains(entry.key) else {
                    tell(ofReplaced: entry)
                    continue
                }
                if kind == "trigger",
                    DerivedSchema.names.contains(entry.tableKey) || Self.derivedTables.contains(entry.tableKey)
                {
                    lines.append("removed the trigger “\(entry.name)”, which was on \(entry.tableKey) and not ours")
                    continue
                }
                do {
                    try create(entry)
                } catch let error as SQLiteError {
                    guard [ResultCode.error, .constraint, .misuse].contains(error.code.primary) else { throw error }
                    lines.append("could not make the \(kind) “\(entry.name)” again: \(error.message)")
                }
            }
        }
    }

    /// Tells of something that stood in the place of something else of ours.
    private mutating func tell(ofReplaced entry: Entry) {
        let expected = (DerivedSchema.objects.values.joined() + UserSchema.objects).first { $0.name == entry.key }
        guard let expected, expected.kind.rawValue != entry.kind else { return }
        lines.append(
            "removed the \(entry.kind) “\(entry.name)”, which stood in the place of a \(expected.kind.rawValue)")
    }
}
