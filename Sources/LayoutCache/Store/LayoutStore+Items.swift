internal import LayoutEngine
internal import LayoutSQLite

extension LayoutStore {
    /// In the order of the indexes, and so by section as well. As far as SQLite knows, several sections may have no
    /// position, and it would have to sort their items.
    ///
    /// - Parameter ofOne: Whether the data set of the name ?1 is meant, rather than all.
    static func exportedItems(ofOne: Bool) -> String {
        """
        SELECT d.name, s.title, i.key, i.width, i.height, i.x, i.y, i.payload\(ItemTrait.numberList(of: "i")),
          d.id, s.position, s.id, i.position
        FROM dataset AS d CROSS JOIN section AS s INDEXED BY section_order ON s.dataset_id = d.id
        CROSS JOIN item AS i INDEXED BY item_order ON i.section_id = s.id
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
    package func itemCount(ofDataset dataset: String?) throws -> Int {
        try datasets().filter { dataset == nil || $0.name == dataset }.reduce(0) { $0 + $1.itemCount }
    }
}

/// The place of an exported item in the order of all.
package struct ExportPosition {
    var dataset: Int64
    var sectionPosition: Double
    var section: Int64
    var position: Double

    init(_ row: Statement, firstColumn: Int) {
        dataset = row.int64(firstColumn)
        sectionPosition = row.double(firstColumn + 1)
        section = row.int64(firstColumn + 2)
        position = row.double(firstColumn + 3)
    }
}

extension ExportedItem {
    /// - Parameter row: Its first columns are the item's, in the order of its members.
    init(_ row: Statement) {
        func number(_ index: Int) -> Double? { row.isNull(index) ? nil : row.double(index) }
        self.init(
            dataset: row.string(0) ?? "", section: row.string(1), key: row.string(2), width: number(3),
            height: number(4), x: number(5), y: number(6), payload: row.string(7))
        func trait(_ trait: ItemTrait) -> Int? {
            row.isNull(8 + trait.rawValue) ? nil : row.int(8 + trait.rawValue)
        }
        span = trait(.span)
        rowSpan = trait(.rowSpan)
        level = trait(.level)
        stickyLevel = trait(.stickyLevel)
        stickyEdge = trait(.stickyEdge).map { $0 == 0 ? .start : .end }
    }
}
