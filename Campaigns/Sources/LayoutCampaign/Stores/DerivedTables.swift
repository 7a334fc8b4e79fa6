internal import LayoutSQLite

/// The tables that a store derives from the user's tables, found by their prefix.
enum DerivedTables {
    /// Calls `body` with each ordinary derived table that has row ids.
    static func forEach(_ connection: Connection, _ body: (String) throws -> Void) throws {
        for name in try names(connection) where !name.hasPrefix("lc_rtree") {
            let hasRowIDs = try connection.first(
                "SELECT wr = 0 AND type = 'table' FROM pragma_table_list WHERE schema = 'main' AND name = ?1", name,
                as: Bool.self)
            if hasRowIDs == true { try body(name) }
        }
    }

    /// All derived tables, shadow tables included.
    static func names(_ connection: Connection) throws -> [String] {
        var names: [String] = []
        try connection.forEachRow(
            #"SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'lc\_%' ESCAPE '\' ORDER BY 1"#
        ) {
            names.append($0.stringOrEmpty(0))
        }
        return names
    }

    /// None if earlier damage keeps SQLite from listing them.
    static func columns(of table: String, in connection: Connection) -> [String] {
        var names: [String] = []
        try? connection.forEachRow("SELECT name FROM pragma_table_info(?1)", table) {
            names.append($0.stringOrEmpty(0))
        }
        return names
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
