internal import LayoutSQLite

extension LayoutStore {
    /// Imports a file, or standard input, into a data set, in one transaction.
    ///
    /// Layouts of the data set become stale where the import touched them; nothing is laid out yet.
    ///
    /// - Parameters:
    ///   - progress: Called now and then with how far the reading has come.
    ///   - isCancelled: Asked now and then; true ends the import and leaves the store as it was.
    /// - Throws: ``ImportError`` with file, line and column; the store is as it was.
    @discardableResult
    public func importItems(
        from source: ImportSource, options: ImportOptions,
        progress: (ImportProgress) -> Void = { _ in }, isCancelled: @escaping () -> Bool = { Task.isCancelled }
    ) throws -> ImportReport {
        try importing { connection in
            try ImportJob(options, hooks: ImportInvalidation(options.mode, limits: limits))
                .run(source, on: connection, progress: progress, isCancelled: isCancelled)
        }
    }

    /// Imports a table or view of another SQLite database, which is only read.
    @discardableResult
    public func importItems(
        fromDatabase path: String, table: String, options: ImportOptions,
        progress: (ImportProgress) -> Void = { _ in }, isCancelled: @escaping () -> Bool = { Task.isCancelled }
    ) throws -> ImportReport {
        try importing { connection in
            try ImportJob(options, hooks: ImportInvalidation(options.mode, limits: limits))
                .run(database: path, table: table, on: connection, progress: progress, isCancelled: isCancelled)
        }
    }

    private func importing(_ body: (Connection) throws -> ImportReport) throws -> ImportReport {
        try pool.writeWithoutTransaction { try body($0) }
    }
}
