internal import LayoutSQLite
internal import LayoutTestSupport

/// The tables that a store derives from the user's tables, found by their prefix.
enum DerivedTables {
    static func withRowIDs(_ connection: Connection) throws -> [String] {
        try connection.lines(
            """
            SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT wr
              AND name GLOB 'lc_*' AND name NOT GLOB 'lc_rtree*' ORDER BY 1
            """)
    }

    /// Deletes the last row of each of some tables.
    static func loseRows(_ connection: Connection, of tables: [String]) throws {
        for table in tables {
            let name = try Statement.quoted(table)
            try connection.execute("DELETE FROM \(name) WHERE rowid = (SELECT max(rowid) FROM \(name))")
        }
    }

    /// All derived tables, shadow tables included.
    static func names(_ connection: Connection) throws -> [String] {
        try connection.lines("SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'lc_*' ORDER BY 1")
    }

    /// None if earlier damage keeps SQLite from listing them.
    static func columns(of table: String, in connection: Connection) -> [String] {
        (try? connection.lines("SELECT name FROM pragma_table_info(\(Statement.literal(table)))")) ?? []
    }
}

/// The lines of `Statements.txt`, by their kind: views, changes of rows, objects of the user's and what they hold,
/// values, and damage.
enum Statements {
    private static let all = Dictionary(grouping: DataFile.lines("../Statements.txt")) { $0.prefix { $0 != ":" } }

    static func of(_ kind: String) -> [String] { (all[kind[...]] ?? []).map { String($0.dropFirst(kind.count + 2)) } }
}
