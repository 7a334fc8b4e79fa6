internal import LayoutCSQLite

extension Connection {
    /// Executes one or several statements without parameters, ignoring rows.
    ///
    /// - Throws: ``SQLiteError`` whose `sql` is the statement that failed. The ones before it have
    ///   been executed: use ``transaction(_:_:)`` if all or none should be.
    package func execute(_ sql: String) throws(SQLiteError) {
        try requireUsable()
        var offset = 0
        while let statement = try compile(sql, from: &offset, flags: 0) {
            try statement.run()
        }
    }

    /// A statement from the connection's cache, ready and without bindings.
    ///
    /// If the statement with the same text is still in use, a fresh one is made.
    package func cached(_ sql: String) throws(SQLiteError) -> Statement {
        try requireUsable()
        switch statements.lookUp(sql) {
        case .idle(let statement):
            statement.reset()
            return statement
        case .inUse:
            return try single(sql, flags: 0)
        case .unknown, .failed:
            let statement = try single(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
            statements.insert(statement, for: sql)
            return statement
        }
    }

    /// Prepares a statement outside the cache.
    package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        try requireUsable()
        return try single(sql, flags: 0)
    }

    /// Ends the reading of every cached statement that was left in the middle of its rows, and with
    /// it the snapshot that it kept open.
    package func resetStatements() {
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
        let handle = unsafe handle
        var start = offset
        defer { offset = start }
        // A Swift string ends in a zero byte already, so nothing is copied here, nor by SQLite. It copies a text that
        // comes with a length: all of the rest for each statement of a script.
        let result: Result<Statement?, SQLiteError> = unsafe sql.withCString { text in
            while start < sql.utf8.count {
                // Blanks are kept out of the statement's own text, which errors quote.
                if unsafe Self.isBlank(text[start]) {
                    start += 1
                    continue
                }
                var compiled: OpaquePointer?
                var tail: UnsafePointer<CChar>?
                let code = unsafe sqlite3_prepare_v3(handle, text + start, -1, flags, &compiled, &tail)
                let end = unsafe tail.map { unsafe $0 - text } ?? start
                guard code == SQLITE_OK else {
                    let failed = Self.statement(in: sql, from: start, stoppedAt: end)
                    // A virtual table whose declaration is interrupted fails with this text and another code.
                    let isInterrupted =
                        unsafe code == SQLITE_ERROR
                        && sqlite3_errmsg(handle).map { unsafe String(cString: $0) } == "interrupted"
                    let actual = isInterrupted ? SQLITE_INTERRUPT : code
                    let cause = patience?.translated(actual) ?? actual
                    return .failure(unsafe SQLiteError(code: cause, connection: handle, sql: failed))
                }
                guard end > start else {
                    return .failure(SQLiteError(code: .misuse, message: "there is a zero byte in the text", sql: sql))
                }
                start = end
                // A comment, or a semicolon alone, compiles to nothing.
                if let compiled = unsafe compiled {
                    return .success(unsafe Statement(compiled, interruption: interruptHandle, patience: patience))
                }
            }
            return .success(nil)
        }
        return try result.get()
    }

    /// The statement that begins at a byte: up to the first semicolon after the place where SQLite
    /// stopped reading.
    private static func statement(in sql: String, from start: Int, stoppedAt stop: Int) -> String {
        let bytes = sql.utf8.dropFirst(start)
        let read = max(0, stop - start - 1)
        let rest = bytes.dropFirst(read)
        guard let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        return String(decoding: bytes[bytes.startIndex...semicolon], as: UTF8.self)
    }

    private static func isBlank(_ byte: CChar) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
