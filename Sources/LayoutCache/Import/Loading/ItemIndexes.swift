internal import LayoutSQLite

/// The indexes of the item table, taken away while its first rows are loaded: building them from sorted rows at the
/// end is faster than growing them row by row.
struct ItemIndexes {
    private var dropped: [String] = []

    /// Drops them; the table is empty.
    mutating func drop(on connection: Connection) throws {
        var names: [String] = []
        try connection.forEachRow(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'item' AND sql IS NOT NULL"
        ) { row in
            names.append(row.stringOrEmpty(0))
            dropped.append(row.stringOrEmpty(1))
        }
        for name in names {
            try connection.execute("DROP INDEX \(SQLIdentifier.quoted(name))")
        }
    }

    /// Builds those that were dropped.
    mutating func restore(on connection: Connection) throws {
        for sql in dropped { try connection.execute(sql) }
        dropped = []
    }
}
