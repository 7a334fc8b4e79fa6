internal import LayoutSQLite

extension LayoutStore {
    /// Imports items that an app has, in one transaction: at the speed of a file, without keeping them.
    ///
    /// ```swift
    /// let items = photos.lazy.map { SourceItem(section: $0.album, key: $0.id, width: $0.width, height: $0.height) }
    /// try store.importItems(from: .items(items), options: ImportOptions(dataset: "photos", mode: .replace))
    /// ```
    ///
    /// Each item is complete: if an update finds it by its key, its nil values are reset. Of the options, columns and
    /// format do not count.
    ///
    /// - Parameters:
    ///   - source: The items.
    ///   - options: The data set and the mode of the import.
    ///   - progress: Called after some thousand items with how many were read.
    ///   - isCancelled: Asked as often; true ends the import and leaves the store as it was.
    /// - Throws: ``LayoutError``, whose line is the number of the item from 1: `negativeSize`, `notFinite`,
    ///   `absurdSize`, `duplicateKey`, `missingKey`, `invalidJSON` and `notAnObject`; `datasetExists`,
    ///   `invalidOptions`, `tooManyErrors`, `unwritable` and `cancelled`. The store is as it was.
    /// - Complexity: O(items), with a byte or two of memory for each.
    @discardableResult
    public func importItems<Items: Sequence>(
        from source: ItemSource<Items>, options: ImportOptions,
        progress: (ImportProgress) -> Void = { _ in }, isCancelled: @escaping () -> Bool = { Task.isCancelled }
    ) throws -> ImportReport where Items.Element == SourceItem {
        var items = source.items.makeIterator()
        let importing = importingItems(options)
        return try pool.writeWithoutTransaction { connection in
            try importing(connection) { job, connection in
                try job.run(on: connection, progress: progress, isCancelled: isCancelled) { items.next() }
            }
        }
    }

    /// Imports items that an app has, in one transaction, on another thread.
    ///
    /// - Throws: The errors of the blocking form.
    /// - Complexity: As the blocking form.
    @discardableResult
    public func importItems<Items: Sequence & Sendable>(
        from source: ItemSource<Items>, options: ImportOptions,
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportReport where Items.Element == SourceItem {
        let importing = importingItems(options)
        return try await pool.writeWithoutTransaction { connection in
            var items = source.items.makeIterator()
            return try importing(connection) { job, connection in
                try job.run(on: connection, progress: progress) { items.next() }
            }
        }
    }

    /// Imports items as an asynchronous sequence brings them, in one transaction when they are complete.
    ///
    /// The wait for the sequence blocks no writer: its items are kept in memory as long as they are few, and in a
    /// temporary file beyond.
    ///
    /// - Throws: The errors of the blocking form, and the errors of the sequence; the store is unchanged.
    /// - Complexity: O(items).
    @discardableResult
    public func importItems<Items: AsyncSequence>(
        from source: ItemSource<Items>, options: ImportOptions,
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportReport where Items.Element == SourceItem {
        let spool = ItemSpool()
        var batch: [SourceItem] = []
        for try await item in source.items {
            batch.append(item)
            guard batch.count == ImportJob.batchSize else { continue }
            try await BlockingWork.run { [batch] in try spool.append(batch) }
            batch.removeAll(keepingCapacity: true)
            if Task.isCancelled { throw LayoutError.cancelled }
        }
        let importing = importingItems(options)
        let rest = batch
        return try await pool.writeWithoutTransaction { connection in
            try spool.withItems { next in
                var last = rest.makeIterator()
                return try importing(connection) { job, connection in
                    try job.run(on: connection, progress: progress) { try next() ?? last.next() }
                }
            }
        }
    }

    private func importingItems(
        _ options: ImportOptions
    ) -> @Sendable (Connection, _ load: (ImportJob, Connection) throws -> ImportReport) throws -> ImportReport {
        var options = options
        options.columns = SourceItemMapper.columns
        return importing(options, ImportJob.itemsName)
    }
}
