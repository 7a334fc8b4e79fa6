package import LayoutCache

extension LayoutStore {
    /// Calls `body` with each item of each data set, in order, from one snapshot.
    ///
    /// Memory does not grow.
    ///
    /// - Parameters:
    ///   - dataset: The data set to export; nil: all data sets.
    ///   - body: Must not call the store. An error that it throws ends the reading, and is thrown.
    /// - Throws: The errors of `body`; ``LayoutError`` `notFound` for a data set that is not there, and of the file:
    ///   see ``LayoutStore``.
    /// - Complexity: O(items).
    package func forEachExportedItem(in dataset: String? = nil, _ body: (ExportedItem) throws -> Void) throws {
        try forEachPlacedItem(in: dataset) { item, _ in try body(item) }
    }
}
