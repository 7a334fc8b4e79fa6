internal import LayoutSQLite

/// Makes a store again from what is not derived in it, without reading what is.
///
/// Dropping a damaged table has SQLite read it, and a damaged index or list of free pages stands in the way of any
/// change. So a new store is made in a temporary file. The user's tables are copied row by row, in the order of their
/// row ids, and everything else is made from its text. Then it is copied over the old one page by page, as one
/// transaction, during which no other process can write.
struct StoreRebuild {
    private let path: String

    init(path: String) {
        self.path = path
    }

    /// Does it; returns what was done, a line to each.
    ///
    /// - Throws: ``LayoutError`` `corrupt` where the user's own tables cannot be read to their end, and `busy`;
    ///   ``SQLiteError``. The file is then what it was.
    func run() throws -> [String] {
        do {
            return try StoreHeader.mending(at: path) { try rebuild() }
        } catch let error as SQLiteError
            where [ResultCode.corrupt, .notADatabase, .error].contains(error.code.primary)
        {
            throw SchemaCopy.damage("the file cannot be read as a database: \(error.message)")
        }
    }

    private func rebuild() throws -> [String] {
        let target = try Connection(path: path, mode: .readWrite)
        defer { target.close() }
        // Has SQLite pass over what it cannot understand of the schema, and over what the file is too short for.
        try target.setDefensive(false)
        try target.execute("PRAGMA writable_schema = ON")
        // In a log the old store can be read while it is locked.
        try target.run("PRAGMA journal_mode = WAL")
        // Another process may write between the reading and the lock: then it is done again.
        for round in 0..<5 {
            do {
                if let lines = try attempt(target) { return lines }
            } catch let error as SQLiteError where error.code.primary == .error && round == 0 {
                // While SQLite passes over what it cannot understand of the schema, it also passes over a page that
                // could not be read for a moment. Then it does not know some tables at all.
                continue
            }
        }
        throw LayoutError(.busy, "\(path): the store is in use; stop other writers and retry")
    }

    /// Does it once; returns nil if another process wrote in the meantime.
    private func attempt(_ target: Connection) throws -> [String]? {
        // The old store is read by a separate connection: one that met damage refuses later statements.
        let old = try Connection(path: path, mode: .readWrite)
        defer { old.close() }
        try old.setDefensive(false)
        try old.setTrustedSchema(false)
        try old.execute("PRAGMA writable_schema = ON")
        let fresh = try Connection(path: "", mode: .create)
        defer { fresh.close() }
        try fresh.setDefensive(false)
        try fresh.setTrustedSchema(false)
        try fresh.execute(
            "PRAGMA writable_schema = ON; PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
        for setting in ["page_size", "auto_vacuum", "encoding"] {
            let value = try old.first("PRAGMA \(setting)", as: String.self) ?? ""
            try fresh.execute("PRAGMA \(setting) = '\(value)'")
        }
        // The second page of a file that is vacuumed by itself holds no table.
        if try old.first("SELECT 1 FROM sqlite_schema WHERE rootpage = 2", as: Int.self) != nil {
            try fresh.execute("PRAGMA auto_vacuum = NONE")
        }
        let version = try old.first("PRAGMA data_version", as: Int64.self)
        // Undone rather than committed: once it has met damage in a transaction, SQLite commits none.
        try old.execute("BEGIN")
        let lines = try fresh.transaction(.deferred) {
            var copy = SchemaCopy(of: old, into: fresh)
            try copy.run()
            return copy.lines
        }
        try old.execute("ROLLBACK")
        let copy = try DatabaseCopy(of: fresh, over: target)
        guard try old.first("PRAGMA data_version", as: Int64.self) == version else { return nil }
        try copy.finish()
        return ["copied the user's own tables into a new store, and recreated everything derived"] + lines
    }
}
