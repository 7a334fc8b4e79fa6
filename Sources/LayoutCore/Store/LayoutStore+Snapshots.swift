internal import LayoutSQLite
internal import LayoutSchema

extension LayoutStore {
    /// Makes a data set equal to a snapshot, in one transaction, and returns the difference; it is created if it does
    /// not exist.
    ///
    /// Sections are known again by their titles and items by their keys: they keep their ids, with what was
    /// measured, wherever they move. Only what differs is written, so that sections that did not change stay fresh.
    /// Items without a key, and sections and items beyond the first of their name, go.
    ///
    /// - Throws: ``LayoutError`` `exists` and `notFound` for a key or title that is twice or not in the snapshot.
    ///   `invalidArgument` for a value that cannot be stored. The data set is as it was.
    /// - Complexity: O(items), and O(log items) for each that came, went or moved. Beside the snapshot it needs 50
    ///   bytes of memory for each item; an import with ``ImportMode/sync``, which returns no difference, needs none.
    @discardableResult
    public func apply(_ snapshot: DatasetSnapshot, to dataset: String) throws -> DatasetDifference {
        let limits = limits
        return try pool.write { connection in
            try SnapshotApplication(connection: connection, snapshot: snapshot, limits: limits).run(dataset: dataset)
                .difference
        }
    }

    /// Makes a data set equal to a snapshot, in one transaction, on another thread.
    @discardableResult
    public func apply(_ snapshot: DatasetSnapshot, to dataset: String) async throws -> DatasetDifference {
        let limits = limits
        return try await pool.write { connection in
            try SnapshotApplication(connection: connection, snapshot: snapshot, limits: limits).run(dataset: dataset)
                .difference
        }
    }

    /// The contents of a data set, to be changed and applied again.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a data set that is not there. `invalidArgument` for one with an item
    ///   without a key, `exists` for one with two sections of the same title.
    /// - Complexity: O(items).
    public func datasetSnapshot(of dataset: String) throws -> DatasetSnapshot {
        try pool.longRead { try DatasetSnapshot(of: DatasetRecord.id(of: dataset, in: $0), in: $0) }
    }

    /// The contents of a data set, read on another thread.
    ///
    /// - Complexity: O(items).
    public func datasetSnapshot(of dataset: String) async throws -> DatasetSnapshot {
        try await pool.longRead { try DatasetSnapshot(of: DatasetRecord.id(of: dataset, in: $0), in: $0) }
    }
}
