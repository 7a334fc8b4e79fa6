internal import LayoutCSQLite

extension Connection {
    /// Makes the database of another connection a copy of this one, page by page.
    ///
    /// - Throws: ``SQLiteError``; the other database is of no use then.
    func copy(to other: Connection) throws(SQLiteError) {
        guard let backup = unsafe sqlite3_backup_init(other.handle, "main", handle, "main") else {
            throw unsafe SQLiteError(code: sqlite3_errcode(other.handle), connection: other.handle, sql: nil)
        }
        unsafe sqlite3_backup_step(backup, -1)
        try other.check(unsafe sqlite3_backup_finish(backup))
    }
}
