package import LayoutCore
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

extension LayoutStore {
    /// The result of an export of items.
    package struct ExportOutcome {
        /// How many items were exported.
        package var items = 0
        /// The damaged part; nil if none was found.
        package var damage: String?
        /// How many items could not be read; nil if that is not known.
        package var missing: Int?
    }

    /// Calls `body` with each item of a store, and reads on past damage.
    ///
    /// - Parameters:
    ///   - path: The store's path.
    ///   - dataset: The data set to export; nil: all data sets.
    ///   - opened: Is called with the store and how many items it has.
    ///   - body: An error that it throws ends the reading, and is thrown.
    /// - Throws: The errors of `body`; ``LayoutError`` of the file, `corrupt` only if nothing of it can be read.
    package static func exportItems(
        at path: String, dataset: String?, opened: (LayoutStore, _ items: Int) throws -> Void,
        _ body: (ExportedItem) throws -> Void
    ) throws -> ExportOutcome {
        var outcome = ExportOutcome()
        var last: ExportPosition?
        do {
            let store = try LayoutStore(path: path, mode: .readOnly, limits: BandLimits(), accepting: .whole)
            defer { store.close() }
            try opened(store, store.itemCount(ofDataset: dataset))
            try store.forEachPlacedItem(in: dataset) { item, place in
                try body(item)
                last = place
                outcome.items += 1
            }
            return outcome
        } catch {
            guard let damage = LayoutError(explaining: error), damage.code == .corrupt else { throw error }
            outcome.damage = damage.message
        }
        return try LayoutError.explaining {
            let salvage = try ItemSalvage(path: path)
            defer { salvage.close() }
            let rest = try salvage.run(dataset: dataset, after: last, body)
            outcome.items += rest.items
            outcome.missing = rest.isWhole ? 0 : rest.expected.map { max(1, $0 - outcome.items) }
            return outcome
        }
    }
}
