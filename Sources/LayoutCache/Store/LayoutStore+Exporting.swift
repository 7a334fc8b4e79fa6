internal import LayoutEngine
internal import LayoutSQLite

extension LayoutStore {
    /// In the order of the indexes: by section as well, because as far as SQLite knows several sections may have no
    /// position, and it would have to sort their items.
    static let exportedItems = """
        SELECT d.name, s.title, i.key, i.width, i.height, i.x, i.y, i.payload
        FROM dataset AS d CROSS JOIN section AS s INDEXED BY section_order ON s.dataset_id = d.id
        CROSS JOIN item AS i INDEXED BY item_order ON i.section_id = s.id
        ORDER BY d.id, s.position, s.id, i.position
        """

    /// Calls `body` with each item of each data set, in order, from one snapshot.
    ///
    /// Memory does not grow.
    ///
    /// - Parameter body: Must not call the store. What it throws ends the reading, and is thrown.
    /// - Throws: What `body` throws; ``LayoutError`` of the file: see ``LayoutStore``.
    /// - Complexity: O(items).
    public func forEachExportedItem(_ body: (ExportedItem) throws -> Void) throws {
        try pool.longRead { connection in
            try connection.forEachRow(Self.exportedItems) { row in
                func number(_ index: Int) -> Double? { row.isNull(index) ? nil : row.double(index) }
                try body(
                    ExportedItem(
                        dataset: row.string(0) ?? "", section: row.string(1), key: row.string(2), width: number(3),
                        height: number(4), x: number(5), y: number(6), payload: row.string(7)))
            }
        }
    }
}
