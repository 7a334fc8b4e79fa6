package import LayoutCore
internal import LayoutSQLite

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
