internal import LayoutSQLite
internal import LayoutSchema

/// A store's data sets and layouts with their change counters: enough to compare two states.
struct StoreState: Equatable {
    private struct Dataset: Equatable {
        var name: String
        var facts: String
    }

    private struct Layout: Equatable {
        var dataset: Int64
        var facts: String
    }

    private var datasets: [Int64: Dataset] = [:]
    private var layouts: [String: Layout] = [:]

    /// Reads it: O(data sets + layouts).
    init(_ connection: Connection) throws {
        // A data set whose source has changed is awaited until it has changed as well.
        try connection.forEachRow(
            """
            SELECT d.id, d.name, json_array((\(DatasetRecord.revisionQuery(of: "d.id"))),
              d.id IN (SELECT a.dataset_id FROM lc_awaited AS a)) FROM dataset AS d
            """
        ) { datasets[$0.int64(0)] = Dataset(name: $0.stringOrEmpty(1), facts: $0.stringOrEmpty(2)) }
        try connection.forEachRow(
            """
            SELECT l.name, l.dataset_id,
              json_array(l.definition, l.container_width, l.container_height, l.measure, p.id, p.revision)
            FROM layout AS l LEFT JOIN lc_preparation AS p ON p.layout_id = l.id AND p.is_shown
            """
        ) { layouts[$0.stringOrEmpty(0)] = Layout(dataset: $0.int64(1), facts: $0.stringOrEmpty(2)) }
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
