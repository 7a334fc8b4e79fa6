internal import LayoutCSQLite
internal import LayoutCSQLiteShim

/// The values that a connection remembers of a file until it changes.
struct ConnectionMemory {
    fileprivate var version: Int64?
    fileprivate var values: [String: AnyObject] = [:]
}

extension Connection {
    /// Returns the remembered result of `compute` if the file is unchanged since then; otherwise computes and remembers
    /// it.
    ///
    /// For small things that every read needs. It costs one `PRAGMA data_version`
    /// (<https://sqlite.org/pragma.html#pragma_data_version>), which reports the commits of all other connections and
    /// processes, and within a transaction the commits that the snapshot holds. The connection must not change the file
    /// itself, for the pragma is silent about its own changes.
    ///
    /// - Parameters:
    ///   - key: A name for the value; each is of one type.
    ///   - compute: Must not keep a statement or the connection in the value.
    package func remembered<Value: AnyObject>(_ key: String, _ compute: () throws -> Value) throws -> Value {
        // Its owner's changes would not be noticed.
        if isBorrowed { return try compute() }
        precondition(isInTransaction, "Without a transaction a value could be of another moment than its version.")
        let version = try first("PRAGMA data_version", as: Int64.self)
        if memory.version != version {
            memory.values.removeAll(keepingCapacity: true)
            memory.version = version
        }
        if let value = memory.values[key] as? Value { return value }
        let value = try compute()
        memory.values[key] = value
        return value
    }
}

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

/// SQLite's count of the memory that a process has it use.
package enum MemoryStatistics {
    /// Has SQLite not count, which takes a lock for every allocation: a fifth of the time in which a schema is read.
    ///
    /// To be called by a program, not by a library, before anything else of SQLite's; afterwards it does nothing.
    /// Apple's SQLite does not count as it comes (https://sqlite.org/compile.html#default_memstatus).
    package static func switchOff() {
        _ = layout_count_no_memory()
    }
}
