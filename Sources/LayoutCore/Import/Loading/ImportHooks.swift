internal import LayoutSQLite

/// The store's work around a bulk load, inside its transaction.
///
/// In modes that add many rows at once the store's triggers would cost more than the rows. They are off, and the load
/// reports itself what it touched. `upsert` leaves the triggers alone, and calls none of these.
protocol ImportHooks {
    /// Called before the first change: has the triggers rest that mark stale sections.
    func willBulkLoad(dataset: Int64, on connection: Connection) throws

    /// Called for each item, in the order in which they are loaded.
    ///
    /// - Parameters:
    ///   - isNew: Whether its section was without items before the load.
    ///   - level: Its level in an outline.
    func didAppend(section: Int64, isNew: Bool, position: Double, level: Int, on connection: Connection) throws

    /// Called last: has the triggers fire again. In a replacement, sections may be gone.
    func didBulkLoad(dataset: Int64, on connection: Connection) throws
}

/// For a store without derived data.
struct NoImportHooks: ImportHooks {
    func willBulkLoad(dataset: Int64, on connection: Connection) {}
    func didAppend(section: Int64, isNew: Bool, position: Double, level: Int, on connection: Connection) {}
    func didBulkLoad(dataset: Int64, on connection: Connection) {}
}
