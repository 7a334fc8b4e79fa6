internal import LayoutCSQLite

extension Connection {
    /// The name of the collation that a column was declared with; `BINARY` where none was.
    package func collation(ofColumn column: String, table: String) throws(SQLiteError) -> String {
        var collation: UnsafePointer<CChar>?
        try check(unsafe sqlite3_table_column_metadata(handle, "main", table, column, nil, &collation, nil, nil, nil))
        guard let name = unsafe collation else { return "BINARY" }
        return unsafe String(cString: name)
    }
}
