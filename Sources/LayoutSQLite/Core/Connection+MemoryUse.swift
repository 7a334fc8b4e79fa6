internal import LayoutCSQLite

extension Connection {
    /// Gives back the memory that is only kept to be quick: pages of the file and compiled statements.
    package func releaseMemory() {
        statements.removeAll()
        memory = ConnectionMemory()
        // Always succeeds: https://sqlite.org/c3ref/db_release_memory.html
        _ = unsafe sqlite3_db_release_memory(handle)
    }

    /// How many pages this connection has written to files since it was opened, temporary ones included.
    package var writtenPages: Int {
        var current: Int32 = 0
        var highest: Int32 = 0
        let code = unsafe sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_WRITE, &current, &highest, 0)
        return code == SQLITE_OK ? Int(current) : 0
    }
}
