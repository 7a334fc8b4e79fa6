internal import LayoutSQLite
internal import LayoutSources

extension LayoutStore {
    /// Imports items that an app has, in one transaction: at the speed of a file, without keeping them.
    @discardableResult
    package func importItems<Items: Sequence>(
        _ items: Items, options: ImportOptions,
        progress: (ImportProgress) -> Void = { _ in }, isCancelled: @escaping () -> Bool = { Task.isCancelled }
    ) throws -> ImportReport where Items.Element == SourceItem {
        var iterator = items.makeIterator()
        let importing = importingItems(options)
        return try pool.writeInBulk { connection in
            try importing(connection) { job, connection in
                try job.run(on: connection, progress: progress, isCancelled: isCancelled) { iterator.next() }
            }
        }
    }

    /// Imports items that an app has, in one transaction, on another thread.
    @discardableResult
    package func importItems<Items: Sequence & Sendable>(
        _ items: Items, options: ImportOptions,
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportReport where Items.Element == SourceItem {
        let importing = importingItems(options)
        return try await pool.writeInBulk { connection in
            var iterator = items.makeIterator()
            return try importing(connection) { job, connection in
                try job.run(on: connection, progress: progress) { iterator.next() }
            }
        }
    }

    /// Imports items as an asynchronous sequence brings them, in one transaction when they are complete.
    @discardableResult
    package func importItems<Items: AsyncSequence>(
        _ items: Items, options: ImportOptions,
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportReport where Items.Element == SourceItem {
        let spool = ItemSpool()
        var batch: [SourceItem] = []
        for try await item in items {
            if Task.isCancelled { throw LayoutError.cancelled }
            batch.append(item)
            guard batch.count == ImportJob.batchSize else { continue }
            try await BlockingWork.run { [batch] in try spool.append(batch) }
            batch.removeAll(keepingCapacity: true)
        }
        let importing = importingItems(options)
        let rest = batch
        return try await pool.writeInBulk { connection in
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
