internal import LayoutSQLite

/// The results of a compaction.
public struct CompactionReport: Sendable, Equatable {
    /// The size of the file before, in bytes, without its log.
    public var bytesBefore: Int
    /// The size of the file afterwards, in bytes, without its log.
    public var bytesAfter: Int
}

/// The progress of a compaction.
public struct CompactionProgress: Sendable, Equatable {
    /// The share of the work that is done, from 0 to 1; an estimate.
    public var fraction: Double
}

extension LayoutStore {
    /// Rewrites the file without the space that deleted rows have left in it.
    ///
    /// Readers continue during it, and writers wait. It needs free space of twice the file. A process that is killed in
    /// the middle of it leaves the file unchanged.
    ///
    /// - Parameter progress: Called now and then; an error that it throws ends the compaction, and the file is
    ///   unchanged.
    /// - Throws: ``LayoutError`` `diskFull`, `busy`, `cancelled`; what `progress` throws.
    /// - Complexity: O(file).
    @discardableResult
    public func compact(progress: ((CompactionProgress) throws -> Void)? = nil) throws -> CompactionReport {
        try removeLeftovers()
        let report = try pool.writeInBulk { try Self.compact($0, progress) }
        // Readers may hold back what then stays for the store's own checkpoints.
        pool.cutLog()
        return report
    }

    /// Rewrites the file without the space that deleted rows have left in it, on another thread.
    ///
    /// - Complexity: O(file).
    @discardableResult
    public func compact(
        progress: (@Sendable (CompactionProgress) throws -> Void)? = nil
    ) async throws -> CompactionReport {
        try await removeLeftovers()
        let report = try await pool.writeInBulk { try Self.compact($0, progress) }
        await pool.cutLog()
        return report
    }

    private static func compact(
        _ connection: Connection, _ progress: ((CompactionProgress) throws -> Void)?
    ) throws -> CompactionReport {
        let before = try size(of: connection)
        let pages = max(1, before / (try connection.first("PRAGMA page_size", as: Int.self) ?? 4096))
        var failure: (any Error)?
        if let progress {
            try progress(CompactionProgress(fraction: 0))
            let written = connection.writtenPages
            // Each page is written to a temporary file, and from there to the log.
            connection.setProgressHandler(everyInstructions: 10_000) {
                do {
                    let share = Double(connection.writtenPages - written) / Double(2 * pages)
                    try progress(CompactionProgress(fraction: min(0.99, share)))
                } catch {
                    failure = error
                }
                return failure == nil
            }
        }
        defer { connection.setProgressHandler(nil) }
        do {
            try connection.execute("VACUUM")
        } catch {
            throw failure ?? error
        }
        // It is done: there is nothing left to end.
        try? progress?(CompactionProgress(fraction: 1))
        return CompactionReport(bytesBefore: before, bytesAfter: try size(of: connection))
    }

    private static func size(of connection: Connection) throws -> Int {
        let pages = try connection.first("PRAGMA page_count", as: Int.self) ?? 0
        return pages * (try connection.first("PRAGMA page_size", as: Int.self) ?? 0)
    }
}
