extension ConnectionPool {
    /// Copies one state of the database into a new file, while other connections use it.
    ///
    /// The file appears under its name when it is complete. Until then, or if the program is ended, a file beside it
    /// has a name that marks it as being copied.
    ///
    /// - Parameter progress: Called after each megabyte with how many pages were copied, and of how many.
    /// - Throws: ``SQLiteError``, with ``ResultCode/cannotOpen`` if a file of that name exists; any error that
    ///   `progress` throws. No file is left behind.
    package func copy(to path: String, progress: (_ done: Int, _ total: Int) throws -> Void) throws {
        try Self.requireFree(path)
        try longRead { try Self.copy($0, to: path, progress) }
    }

    /// Copies one state of the database into a new file, on another thread.
    package func copy(
        to path: String, progress: @escaping @Sendable (_ done: Int, _ total: Int) throws -> Void
    ) async throws {
        try Self.requireFree(path)
        try await longRead { try Self.copy($0, to: path, progress) }
    }

    private static func requireFree(_ path: String) throws(SQLiteError) {
        guard DatabaseFiles.isTaken(path) else { return }
        throw SQLiteError(code: .cannotOpen, message: "there is a file of that name already", path: path)
    }

    private static func copy(_ source: Connection, to path: String, _ progress: (Int, Int) throws -> Void) throws {
        // Random, for two may copy to the same place at once: the one that ends later finds it taken.
        let partial = path + "-copying-" + String(UInt32.random(in: .min ... .max), radix: 16)
        do {
            let destination = try Connection(path: partial, mode: .create)
            defer { destination.close() }
            // There is no earlier state to return to: a failed copy is removed.
            try destination.execute("PRAGMA journal_mode = OFF")
            try source.copyDatabase(into: destination, progress: progress)
        } catch {
            // A file that cannot be removed has a name that marks it as a partial copy.
            try? DatabaseFiles.remove(at: partial)
            throw error
        }
        do {
            try requireFree(path)
            try DatabaseFiles.rename(partial, to: path)
        } catch {
            try? DatabaseFiles.remove(at: partial)
            throw error
        }
    }
}
