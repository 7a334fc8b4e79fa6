internal import LayoutCache
internal import LayoutEngine

/// From a path to the elements of the first screen, while the file is in the system's memory.
enum AppOpening {
    static func measure(_ items: Int, _ bench: Workbench) throws {
        let dataSet = try bench.dataSet(.thousandSections(items))
        let layout = try dataSet.layout(.table)
        var places = try Places(layout, seed: bench.numbers(20))
        let path = dataSet.store.path
        try StoreFile.readThrough(path)
        let samples = try bench.stopwatch.samples(40, warmUp: 5) { _ in
            let store = try LayoutStore(path: path)
            defer { store.close() }
            let snapshot = try store.layout(layout.name).snapshot()
            defer { snapshot.close() }
            _ = try snapshot.elementsWithContent(in: places.next())
        }
        try bench.add(
            Figure(
                "app.open", items: items, value: samples.median, unit: .seconds,
                target: .atMost(million: 0.005, items: items),
                note: "opening, a snapshot, a screen of elements with their contents, closing"
            ))
        guard let command = bench.options.ownCommand else {
            return try bench.add(.skipped("app.launch", items: items, because: "it needs a separate process"))
        }
        var launched: [Double] = []
        for _ in 0..<9 {
            let task = ChildTask(kind: .firstRectangle, storePath: path, layout: layout.name, rect: places.next())
            if let result = try task.run(command: command, in: bench.directory) { launched.append(result.seconds) }
        }
        try bench.add(
            Figure(
                "app.launch", items: items, value: Samples(launched).median, unit: .seconds,
                target: .atMost(million: 0.005, items: items),
                note: "opening and the first rectangle in a process that has nothing in memory"
            ))
    }
}
