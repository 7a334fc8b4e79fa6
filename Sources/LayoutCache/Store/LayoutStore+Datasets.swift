internal import LayoutSQLite

extension LayoutStore {
    /// Removes a data set with its sections, its items and its layouts, in one transaction.
    ///
    /// - Throws: ``LayoutStoreError`` `notFound` for a data set that is not there.
    /// - Complexity: O(items of the data set).
    public func removeDataset(_ name: String) throws {
        try pool.write { connection in
            let id = try DatasetRecord.id(of: name, in: connection)
            // The layouts go first: then no trigger has anything to mark for the rows that follow. Sections
            // and items go with the data set, by triggers as well.
            try connection.run("DELETE FROM layout WHERE dataset_id = ?1", id)
            try connection.run("DELETE FROM dataset WHERE id = ?1", id)
        }
    }
}
