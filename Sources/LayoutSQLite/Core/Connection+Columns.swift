internal import LayoutCSQLite

extension Connection {
    /// The collation that a column was declared with; `BINARY` if it names none.
    package func collation(ofColumn column: String, table: String) throws(SQLiteError) -> String {
        var collation: UnsafePointer<CChar>?
        try check(unsafe sqlite3_table_column_metadata(handle, "main", table, column, nil, &collation, nil, nil, nil))
        guard let name = unsafe collation else { return "BINARY" }
        return unsafe String(cString: name)
    }
}
