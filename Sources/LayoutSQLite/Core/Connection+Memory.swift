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
