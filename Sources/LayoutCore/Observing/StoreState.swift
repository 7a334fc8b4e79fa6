internal import LayoutSQLite
internal import LayoutSchema

/// A store's data sets and layouts with their change counters: enough to compare two states.
struct StoreState: Equatable {
    private struct Dataset: Equatable {
        var name: String
        var revision: Int64
        /// Whether its source has changed, and it not yet.
        var isAwaited: Bool
    }

    private struct Layout: Equatable {
        var dataset: Int64
        var definition: String
        var container: [Double]
        var measure: String?
        var preparation: Int64
        var revision: Int64
    }

    private var datasets: [Int64: Dataset] = [:]
    private var layouts: [String: Layout] = [:]

    /// Reads it: O(data sets + layouts).
    init(_ connection: Connection) throws {
        try connection.forEachRow(
            "SELECT d.id, d.name, (\(DatasetRecord.revisionQuery(of: "d.id"))), "
                + "d.id IN (SELECT a.dataset_id FROM lc_awaited AS a) FROM dataset AS d"
        ) { row in
            datasets[row.int64(0)] = Dataset(
                name: row.stringOrEmpty(1), revision: row.int64(2), isAwaited: row.bool(3))
        }
        try connection.forEachRow(
            """
            SELECT l.name, l.dataset_id, l.definition, l.container_width, l.container_height, l.measure, p.id,
              p.revision
            FROM layout AS l LEFT JOIN lc_preparation AS p ON p.layout_id = l.id AND p.is_shown
            """
        ) { row in
            layouts[row.stringOrEmpty(0)] = Layout(
                dataset: row.int64(1), definition: row.stringOrEmpty(2), container: [row.double(3), row.double(4)],
                measure: row.string(5), preparation: row.int64(6), revision: row.int64(7))
        }
    }

    func changes(since earlier: StoreState) -> (datasets: Set<String>, layouts: Set<String>) {
        var changedIDs: Set<Int64> = []
        var names: Set<String> = []
        for id in Set(datasets.keys).union(earlier.datasets.keys) where datasets[id] != earlier.datasets[id] {
            changedIDs.insert(id)
            for dataset in [datasets[id], earlier.datasets[id]] { if let dataset { names.insert(dataset.name) } }
        }
        var changedLayouts: Set<String> = []
        for name in Set(layouts.keys).union(earlier.layouts.keys) {
            let isOfChanged = layouts[name].map { changedIDs.contains($0.dataset) } ?? false
            if isOfChanged || layouts[name] != earlier.layouts[name] { changedLayouts.insert(name) }
        }
        return (names, changedLayouts)
    }
}
