internal import LayoutSQLite
internal import LayoutTestSupport

/// The tables that a store derives from the user's tables, found by their prefix.
enum DerivedTables {
    static func withRowIDs(_ connection: Connection) throws -> [String] {
        try names(connection).filter { name in
            try !name.hasPrefix("lc_rtree")
                && connection.first(
                    "SELECT wr = 0 AND type = 'table' FROM pragma_table_list WHERE schema = 'main' AND name = ?1", name,
                    as: Bool.self) == true
        }
    }

    /// Deletes the last row of each of some tables.
    static func loseRows(_ connection: Connection, of tables: [String]) throws {
        for table in tables {
            let name = SQLText.name(table)
            try connection.execute("DELETE FROM \(name) WHERE rowid = (SELECT max(rowid) FROM \(name))")
        }
    }

    /// All derived tables, shadow tables included.
    static func names(_ connection: Connection) throws -> [String] {
        try connection.lines(
            #"SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'lc\_%' ESCAPE '\' ORDER BY 1"#)
    }

    /// None if earlier damage keeps SQLite from listing them.
    static func columns(of table: String, in connection: Connection) -> [String] {
        (try? connection.lines("SELECT name FROM pragma_table_info(\(SQLText.string(table)))")) ?? []
    }
}

/// Quoting, byte for byte.
enum SQLText {
    static func name(_ text: String) -> String { quoted(text, with: "\"") }

    static func string(_ text: String) -> String { quoted(text, with: "'") }

    private static func quoted(_ text: String, with quote: Unicode.Scalar) -> String {
        var result = String.UnicodeScalarView([quote])
        for scalar in text.unicodeScalars {
            if scalar == quote { result.append(quote) }
            result.append(scalar)
        }
        result.append(quote)
        return String(result)
    }
}
