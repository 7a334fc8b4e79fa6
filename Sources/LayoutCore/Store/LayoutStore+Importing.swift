package import LayoutRecords
internal import LayoutSQLite
internal import LayoutSources

extension LayoutStore {
    /// Imports a file, or standard input, into a data set, in one transaction.
    @discardableResult
    package func importItems(
        from source: ImportSource, options: ImportOptions,
        progress: (ImportProgress) -> Void = { _ in }, isCancelled: @escaping () -> Bool = { Task.isCancelled }
    ) throws -> ImportReport {
        let importing = importing(options, source.name)
        return try pool.writeInBulk { connection in
            try importing(connection) { try $0.run(source, on: $1, progress: progress, isCancelled: isCancelled) }
        }
    }

    /// Imports a file, or standard input, into a data set, in one transaction, on another thread.
    @discardableResult
    package func importItems(
        from source: ImportSource, options: ImportOptions,
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportReport {
        let importing = importing(options, source.name)
        return try await pool.writeInBulk { connection in
            try importing(connection) { try $0.run(source, on: $1, progress: progress) }
        }
    }

    /// Imports the lines of a text, an item each, in one transaction.
    ///
    /// - Parameters:
    ///   - place: The place to begin at; afterwards, the one that the reading reached.
    ///   - isCancelled: Asked now and then; true ends the import and leaves the store as it was.
    /// - Throws: ``LayoutError`` with file and line.
    /// - Complexity: O(bytes).
    @discardableResult
    package func importLines(
        of source: ImportSource, _ lines: LineOptions = LineOptions(), from place: inout LinePlace,
        options: ImportOptions, progress: (ImportProgress) -> Void = { _ in },
        isCancelled: () -> Bool = { Task.isCancelled }
    ) throws -> ImportReport {
        let importing = importing(options, source.name)
        return try pool.writeInBulk { connection in
            try importing(connection) {
                try $0.run(
                    lines: source, lines, from: &place, on: $1, progress: progress, isCancelled: isCancelled)
            }
        }
    }

    /// Imports a table or view of another SQLite database, which is only read.
    @discardableResult
    package func importItems(
        fromDatabase path: String, table: String, options: ImportOptions,
        progress: (ImportProgress) -> Void = { _ in }, isCancelled: @escaping () -> Bool = { Task.isCancelled }
    ) throws -> ImportReport {
        let importing = importing(options, path)
        return try pool.writeInBulk { connection in
            try importing(connection) {
                try $0.run(database: path, table: table, on: $1, progress: progress, isCancelled: isCancelled)
            }
        }
    }

    /// Imports a table or view of another SQLite database, which is only read, on another thread.
    @discardableResult
    package func importItems(
        fromDatabase path: String, table: String, options: ImportOptions,
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportReport {
        let importing = importing(options, path)
        return try await pool.writeInBulk { connection in
            try importing(connection) { try $0.run(database: path, table: table, on: $1, progress: progress) }
        }
    }

    /// Makes the importer, on its own thread: into the data set itself, or beside it if it must become equal to the
    /// source.
    ///
    /// - Parameter name: The name of the source in messages.
    func importing(
        _ options: ImportOptions, _ name: String
    ) -> @Sendable (Connection, _ load: (ImportJob, Connection) throws -> ImportReport) throws -> ImportReport {
        let limits = limits
        return { connection, load in
            if options.mode == .sync {
                return try SyncJob(options: options, limits: limits).run(name, on: connection, load)
            }
            return try load(ImportJob(options, hooks: ImportInvalidation(options.mode, limits: limits)), connection)
        }
    }
}
