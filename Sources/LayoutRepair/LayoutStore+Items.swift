internal import LayoutCore
internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

extension LayoutStore {
    /// In the order of the indexes, and so by section as well. As far as SQLite knows, several sections may have no
    /// position, and it would have to sort their items.
    ///
    /// - Parameter ofOne: Whether the data set of the name ?1 is meant, rather than all.
    static func exportedItems(ofOne: Bool) -> String {
        """
        SELECT d.name, s.title, coalesce(i.key, o.key), coalesce(i.width, o.width), coalesce(i.height, o.height),
          coalesce(i.x, o.x), coalesce(i.y, o.y), coalesce(i.payload, o.payload)\(ItemTrait.numberList(of: "i")),
          d.id, s.position, s.id, i.position
        FROM dataset AS d CROSS JOIN section AS s INDEXED BY section_order ON s.dataset_id = d.id
        CROSS JOIN item AS i INDEXED BY item_order ON i.section_id = s.id
        LEFT JOIN item AS o ON o.id = i.original_id
        \(ofOne ? "WHERE d.name = ?1" : "")
        ORDER BY d.id, s.position, s.id, i.position
        """
    }

    /// Calls `body` with each item of one data set or all, in order, from one snapshot.
    ///
    /// - Parameter body: Also gets the item's place in the order. It must not call the store.
    package func forEachPlacedItem(in dataset: String?, _ body: (ExportedItem, ExportPosition) throws -> Void) throws {
        try pool.longRead { connection in
            if let dataset { _ = try DatasetRecord.id(of: dataset, in: connection) }
            let rows = try connection.cached(Self.exportedItems(ofOne: dataset != nil))
            if let dataset { rows.bind(dataset, at: 1) }
            defer { rows.rewind() }
            while try rows.step() {
                try body(ExportedItem(rows), ExportPosition(rows, firstColumn: 8 + ItemTrait.allCases.count))
            }
        }
    }

    /// How many items a data set has, or all of them.
    ///
    /// - Throws: ``LayoutError`` `notFound` if there is no such data set.
    package func itemCount(ofDataset dataset: String?) throws -> Int {
        try pool.read { connection in
            if let dataset { _ = try DatasetRecord.id(of: dataset, in: connection) }
            return try DatasetStatus.all(in: connection).filter { dataset == nil || $0.name == dataset }
                .reduce(0) { $0 + $1.itemCount }
        }
    }
}
