internal import LayoutCore
internal import LayoutSQLite
internal import LayoutSchema

/// Copies what is not derived of an old store into a database that is empty, and makes what is derived there.
///
/// The only source about the old store is its list of objects, which is not trusted. A text is executed if it makes a
/// table, an index, a view or a trigger. That happens in the new database, before it holds anything that could run.
struct SchemaCopy {
    let old: Connection
    let connection: Connection
    /// The reported lines.
    var lines: [String] = []
    /// Of the tables of scroll positions, those whose own texts could not be used.
    var placesWithoutText: Set<String> = []
    /// The tables of ours whose declarations another program has changed.
    private(set) var redeclared: Set<String> = []
    /// The objects of the user's that cannot be made again.
    private(set) var obstacles: [VerificationReport.Mistake] = []

    struct Entry {
        /// By its text, as SQLite takes it, which never looks at `type`.
        var kind: String
        var name: String
        /// In the letters by which SQLite compares names.
        var key: String
        var tableKey: String
        var rootPage: Int64
        var sql: String

        var isVirtual: Bool { sql.hasPrefix("CREATE VIRTUAL TABLE") }
    }

    static let derivedTables = Set(
        DerivedSchema.objects.values.joined().filter { $0.kind == .table }.map(\.name) + SchemaInspection.shadows)
    init(of old: Connection, into connection: Connection) {
        self.old = old
        self.connection = connection
    }

    mutating func run() throws {
        let entries = try readSchema()
        // A file of an older version lacks columns as well, and no statement of the user's has removed them.
        if (try? UserSchema.migrator.state(of: old)) == .current { obstacles = try LostShape.mistakes(in: old) }
        guard obstacles.isEmpty else { throw StoreRebuild.Obstacles(mistakes: obstacles) }
        let tables = entries.filter {
            $0.kind == "table" && $0.rootPage > 0 && !$0.key.hasPrefix("sqlite_")
                && !Self.derivedTables.contains($0.key)
        }
        for table in tables {
            if UserSchema.places.contains(table.key) {
                try createPlaces(table)
            } else {
                try create(table)
                if try redeclare(table) { redeclared.insert(table.key) }
            }
            if !canBeMadeAgain(table) { try copyRows(of: table) }
            if redeclared.contains(table.key) { try placeRows(of: table.key) }
        }
        try copySequences(entries)
        try makeOwn(entries)
        for table in tables where canBeMadeAgain(table) { try copyOrMakeRows(of: table) }
        for table in tables { try moveAside(table) }
        try DerivedSchema.make(in: connection)
        try makeOthers(entries)
        guard obstacles.isEmpty else { throw StoreRebuild.Obstacles(mistakes: obstacles) }
        try copyStatistics(entries)
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
                SELECT CASE
                    WHEN sql GLOB 'CREATE TABLE *' OR sql GLOB 'CREATE VIRTUAL TABLE *' THEN 'table'
                    WHEN sql GLOB 'CREATE INDEX *' OR sql GLOB 'CREATE UNIQUE INDEX *' THEN 'index'
                    WHEN sql GLOB 'CREATE VIEW *' THEN 'view'
                    WHEN sql GLOB 'CREATE TRIGGER *' THEN 'trigger'
                    ELSE type END,
                  name, lower(name), lower(tbl_name), rootpage, coalesce(sql, '')
                FROM sqlite_schema ORDER BY rowid
                """
            ) { row in
                entries.append(
                    Entry(
                        kind: row.stringOrEmpty(0), name: row.stringOrEmpty(1), key: row.stringOrEmpty(2),
                        tableKey: row.stringOrEmpty(3), rootPage: row.int64(4), sql: row.stringOrEmpty(5)))
            }
        } catch let error as SQLiteError where .corrupt ~= error.code {
            throw Self.damage("the list of its tables, sqlite_schema, cannot be read to its end: \(error.message)")
        }
        return entries
    }

    /// Whether a table's rows can be made again if they cannot be copied.
    private func canBeMadeAgain(_ table: Entry) -> Bool {
        UserSchema.places.contains(table.key) || table.key == UserSchema.migrator.table
    }

    /// The fault that prevents a repair, because the right values of the user's own rows are unknown.
    static func damage(_ what: String) -> LayoutError {
        LayoutError(
            .corrupt,
            "the user's own data is damaged, and the file was not changed: \(what); save the readable part with "
                + "“sqlite3 DB .dump”")
    }

    /// Notes an object of the user's that a repair would lose.
    mutating func note(lost entry: Entry, _ error: SQLiteError) throws {
        obstacles.append(
            VerificationReport.Mistake(
                message:
                    "the repair was stopped and changed nothing, because the \(entry.kind) “\(entry.name)” could "
                    + "not be made again: \(error.message)",
                remedy:
                    "DROP \(entry.kind.uppercased()) \(try SQLIdentifier.quoted(entry.name)); repair the store, and "
                    + "then make it again: \(entry.sql)"))
    }

    /// Executes the text of one object.
    func create(_ entry: Entry) throws {
        // A text with something behind its first statement is refused.
        try connection.prepare(entry.sql).run()
    }
}
