internal import LayoutCache

/// An app's own models into an empty store, each way.
enum AppLoading {
    /// More of them only take longer.
    private static let limit = 100_000

    static func measure(_ items: Int, _ bench: Workbench) throws {
        let shape = DataShape.thousandSections(min(items, limit))
        let models = ModelItems.of(shape, seed: bench.options.seed)
        let file = try bench.itemFile(shape)
        let options = ImportOptions(dataset: DataSet.name)
        var seconds: [[Double]] = [[], [], []]
        // The first round is not counted.
        for round in 0..<4 {
            let loads: [(LayoutStore) throws -> Void] = [
                { _ = try $0.importItems(from: .file(file), options: DataSet.importOptions(shape)) },
                { _ = try $0.importItems(models, options: options) },
                { store in
                    try store.createDataset(DataSet.name)
                    try store.apply(changes(of: models), to: DataSet.name)
                },
            ]
            for (index, load) in loads.enumerated() {
                let store = try LayoutStore(path: bench.directory.path("loading.db"))
                let time = try bench.stopwatch.seconds { try load(store) }
                store.close()
                bench.directory.remove("loading.db")
                if round > 0 { seconds[index].append(time) }
                try bench.checkCancellation()
            }
        }
        let medians = seconds.map { Samples($0).median }
        try bench.add(
            Figure(
                "app.models", items: items, value: medians[1], unit: .seconds,
                baseline: .init("the same as CSV", medians[0]), target: .atMost(million: 1.2, items: items),
                note: "\(models.count) items"
            ))
        try bench.add(
            Figure(
                "app.changes", items: items, value: medians[2], unit: .seconds,
                baseline: .init("an import of the same", medians[1]), target: .atMost(million: 1.2, items: items),
                note: "\(models.count) items appended by apply"
            ))
    }

    /// Changes that append them, one section after another.
    private static func changes(of models: [SourceItem]) -> [DatasetChange] {
        var changes: [DatasetChange] = []
        var start = 0
        var section = 0
        while start < models.count {
            let title = models[start].section
            let end = models[start...].firstIndex { $0.section != title } ?? models.count
            changes.append(.appendSection(title: title))
            changes.append(.appendItems(Array(models[start..<end]), section: section))
            section += 1
            start = end
        }
        return changes
    }
}
