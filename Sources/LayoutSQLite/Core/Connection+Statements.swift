internal import LayoutCSQLite

extension Connection {
    /// Executes one or several statements without parameters, ignoring rows.
    ///
    /// - Throws: ``SQLiteError`` whose `sql` is the statement that failed. The ones before it have
    ///   been executed: use ``transaction(_:_:)`` if all or none should be.
    public func execute(_ sql: String) throws(SQLiteError) {
        var offset = 0
        while let statement = try compile(sql, from: &offset, flags: 0) {
            try statement.run()
        }
    }

    /// A statement from the connection's cache, ready and without bindings.
    ///
    /// Where somebody is still holding the statement with the same text, a fresh one is made.
    public func cached(_ sql: String) throws(SQLiteError) -> Statement {
        let (idle, isKnown) = statements.idle(sql)
        if let idle, !idle.hasFailed {
            idle.reset()
            return idle
        }
        let statement = try single(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
        // A failed statement is replaced, since SQLite does not promise that it can be reset.
        if idle != nil || !isKnown {
            statements.insert(statement, for: sql)
        }
        return statement
    }

    /// A statement of its own, outside the cache.
    public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        try single(sql, flags: 0)
    }

    /// Ends the reading of every cached statement that was left in the middle of its rows, and with
    /// it the snapshot that it kept open.
    public func resetStatements() {
        statements.resetAll()
    }

    private func single(_ sql: String, flags: UInt32) throws(SQLiteError) -> Statement {
        var offset = 0
        guard let statement = try compile(sql, from: &offset, flags: flags) else {
            throw SQLiteError(code: .misuse, message: "there is no statement in the text", sql: sql)
        }
        if offset < sql.utf8.count, try compile(sql, from: &offset, flags: 0) != nil {
            throw SQLiteError(code: .misuse, message: "there is more than one statement in the text", sql: sql)
        }
        return statement
    }

    /// Compiles the statement that begins at a byte of the text, and moves on to its end; nil where
    /// only blanks and comments are left.
    private func compile(_ sql: String, from offset: inout Int, flags: UInt32) throws(SQLiteError) -> Statement? {
        var text = sql
        var start = offset
        var compiled: OpaquePointer?
        let handle = unsafe handle
        var code = SQLITE_OK
        var message: SQLiteError?
        // Blanks and comments yield no statement, though one may follow them.
        while unsafe compiled == nil, start < sql.utf8.count, code == SQLITE_OK {
            text.withUTF8 { bytes in
                // Kept out of the statement's own text, which errors quote.
                while start < bytes.count, unsafe " \t\r\n".utf8.contains(bytes[start]) {
                    start += 1
                }
                unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                    let base = unsafe characters.baseAddress.map { unsafe $0 + start }
                    var tail: UnsafePointer<CChar>?
                    unsafe code = sqlite3_prepare_v3(
                        handle, base, Int32(clamping: characters.count - start), flags, &compiled, &tail
                    )
                    if code != SQLITE_OK {
                        let failed = unsafe String(decoding: UnsafeBufferPointer(rebasing: bytes[start...]), as: UTF8.self)
                        message = unsafe SQLiteError(code: code, connection: handle, sql: failed)
                    }
                    if let base = unsafe base, let tail = unsafe tail {
                        start += unsafe tail - base
                    }
                }
            }
        }
        if let message {
            throw message
        }
        offset = start
        return unsafe compiled.map { unsafe Statement($0, interruption: interruptHandle) }
    }
}
