internal import LayoutSQLite

extension ItemLoader {
    /// Drops the indexes of the empty item table: building them from sorted rows at the end is
    /// faster than growing them row by row.
    func dropItemIndexes() throws {
        var names: [String] = []
        try connection.forEachRow(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'item' AND sql IS NOT NULL"
        ) { row in
            names.append(row.stringOrEmpty(0))
            droppedIndexes.append(row.stringOrEmpty(1))
        }
        for name in names {
            try connection.execute("DROP INDEX \(SQLIdentifier.quoted(name))")
        }
    }
}
