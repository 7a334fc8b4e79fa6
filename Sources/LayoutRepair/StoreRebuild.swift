internal import LayoutCore
internal import LayoutPlatform
internal import LayoutSQLite
internal import LayoutSchema

/// Makes what is derived in a store again, without losing any object of the user's.
///
/// If nothing else is damaged, it is made again in its place. Dropping a damaged table has SQLite read it, and a
/// damaged index or list of free pages stands in the way of any change. So a new store is made in a temporary file
/// otherwise.
/// The user's tables are copied row by row, in the order of their row ids, and everything else is made from its text.
/// Then it is copied over the old one page by page, as one transaction, during which no other process can write.
struct StoreRebuild {
    /// The objects of the user's that would be lost.
    struct Obstacles: Error { var mistakes: [VerificationReport.Mistake] }

    /// The report of a repair that left the user's objects where they are.
    static let inPlace = "recreated all derived tables, views and triggers"

    let path: String

    /// Does it; returns what was done, a line to each.
    ///
    /// - Parameter triesInPlace: Whether to begin with what is derived, in its place.
    /// - Throws: ``LayoutError`` `corrupt` where the user's own tables cannot be read to their end, and `busy`;
    ///   ``Obstacles``; ``SQLiteError``. The file is then what it was.
    func run(triesInPlace: Bool = false) throws -> [String] {
        if triesInPlace, try rebuildInPlace() { return [Self.inPlace] }
        do {
            return try VerificationReport.StoreHeader.mending(at: path) { try rebuild() }
        } catch let error as SQLiteError
            where [ResultCode.corrupt, .notADatabase, .error].contains(error.code.primary)
        { throw SchemaCopy.damage("the file cannot be read as a database: \(error.message)") }
    }

    /// Makes what is derived again in its place, in one transaction.
    ///
    /// - Returns: Whether it could be done; if not, nothing was changed.
    private func rebuildInPlace() throws -> Bool {
        struct Refused: Error {}
        let connection = try Connection(path: path, mode: .readWrite)
        defer { connection.close() }
        do {
            try connection.transaction {
                let others = try otherObjects(connection)
                try DerivedSchema.rebuild(connection)
                guard try otherObjects(connection) == others, try SchemaInspection(connection).problems.isEmpty else {
                    throw Refused()
                }
            }
            return true
        } catch is Refused {
            return false
        } catch let error as SQLiteError where [ResultCode.corrupt, .error].contains(error.code.primary) {
            return false
        }
    }

    /// The objects that are not derived, such as an index of the user's on a derived table, which goes with it.
    private func otherObjects(_ connection: Connection) throws -> [String] {
        try SchemaInspection.Entry.all(in: connection).filter {
            !$0.sql.isEmpty && !DerivedSchema.names.contains($0.key) && !SchemaInspection.shadows.contains($0.key)
        }.map(\.sql)
    }

    private func rebuild() throws -> [String] {
        let target = try Connection(path: path, mode: .readWrite)
        defer { target.close() }
        // Has SQLite pass over what it cannot understand of the schema, and over what the file is too short for.
        try target.setDefensive(false)
        try target.execute("PRAGMA writable_schema = ON")
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
        // Columns and indexes of the user's can use functions that SQLite calls unsafe, such as `->>` before 3.41. This
        // connection has no others than SQLite's own, and views and triggers come last.
        try fresh.setTrustedSchema(true)
        try fresh.execute(
            "PRAGMA writable_schema = ON; PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
        for setting in ["page_size", "auto_vacuum", "encoding"] {
            let value = try old.first("PRAGMA \(setting)", as: String.self) ?? ""
            try fresh.execute("PRAGMA \(setting) = '\(value)'")
        }
        // The second page of a file that is vacuumed by itself holds no table.
        if try old.has("SELECT 1 FROM sqlite_schema WHERE rootpage = 2") {
            try fresh.execute("PRAGMA auto_vacuum = NONE")
        }
        let version = try old.first("PRAGMA data_version", as: Int64.self)
        // Undone rather than committed: once it has met damage in a transaction, SQLite commits none.
        try old.execute("BEGIN")
        let lines = try fresh.transaction(.deferred) {
            var copy = SchemaCopy(old: old, connection: fresh)
            try copy.run()
            return copy.lines
        }
        try old.execute("ROLLBACK")
        // In a log the old store can be read while it is locked. If it had none, this is a change, and the next round
        // finds it.
        try target.run("PRAGMA journal_mode = WAL")
        let copy = try DatabaseCopy(of: fresh, over: target)
        guard try old.first("PRAGMA data_version", as: Int64.self) == version else { return nil }
        try copy.finish()
        return ["copied the user's own tables into a new store, and recreated everything derived"] + lines
    }
}

extension VerificationReport.StoreHeader {
    /// Sets right what cannot be in the header of a store that SQLite does not open, for the time of a repair.
    ///
    /// A header that SQLite reads the file by is right, except for the number of pages. The former header is kept in a
    /// file beside the store, and is put back if the repair fails.
    ///
    /// - Returns: What `repair` returns, after a line for each correction.
    static func mending(at path: String, _ repair: () throws -> [String]) throws -> [String] {
        let (old, new, flaws) = try found(at: path)
        guard let new, new != old else { return try repair() }
        let copy = path + "-header"
        guard writeFile(old, at: copy) else {
            throw LayoutError(
                .unwritable, "the header of the store cannot be saved in \(copy): \(systemMessage(errno))")
        }
        do {
            try HeaderRepair.replace(old, with: new, at: path)
            let lines = try flaws.map { "corrected the file header: \($0)" } + repair()
            removeFile(at: copy)
            return lines
        } catch {
            // Only a header that is still the corrected one: the repair may have written the whole file.
            try? HeaderRepair.replace(new, with: old, at: path)
            if try found(at: path).old == old { removeFile(at: copy) }
            throw error
        }
    }

    /// The header of a store, another one by which SQLite reads the file, and what is wrong in the first.
    private static func found(at path: String) throws -> (old: [UInt8], new: [UInt8]?, flaws: [String]) {
        let connection = try Connection(path: path, mode: .readWrite)
        let repair: HeaderRepair
        do {
            defer { connection.close() }
            repair = try HeaderRepair(connection, mark: mark)
        }
        guard repair.isMarked, let likely = repair.candidates.first else { return (repair.old, nil, []) }
        if isReadable(path) {
            // Of these four bytes a wrong number is corrected, by which SQLite counts the pages again.
            var counted = repair.old
            counted.replaceSubrange(92..<96, with: likely[92..<96])
            return (repair.old, counted, [])
        }
        for candidate in repair.candidates {
            try HeaderRepair.replace(repair.old, with: candidate, at: path)
            defer { try? HeaderRepair.replace(candidate, with: repair.old, at: path) }
            if isReadable(path) { return (repair.old, candidate, repair.flaws) }
        }
        return (repair.old, likely, repair.flaws)
    }

    /// Whether SQLite opens a file for writing, and understands its schema.
    private static func isReadable(_ path: String) -> Bool {
        guard let connection = try? Connection(path: path, mode: .readWrite) else { return false }
        defer { connection.close() }
        let count = try? connection.first("SELECT count(*) FROM dataset", as: Int.self)
        return count != nil && !connection.isReadOnly
    }
}
