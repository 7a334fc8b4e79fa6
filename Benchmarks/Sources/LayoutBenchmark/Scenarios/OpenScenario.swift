internal import LayoutCache
internal import LayoutEngine

/// A new process that has nothing in memory: the time to its first rectangle.
enum OpenScenario: Scenario {
    static let name = "open"
    static let summary =
        "opens a store and asks for its first rectangle in a new process; beside it, a full preparation"

    static func run(on bench: Workbench) throws {
        for items in bench.options.sizes {
            guard let command = bench.options.ownCommand else {
                try bench.add(.skipped("open.first", items: items, because: "it needs a separate process"))
                continue
            }
            let dataSet = try bench.dataSet(.thousandSections(items))
            let layout = try dataSet.layout(.table)
            var places = try Places(layout, seed: bench.numbers(4))
            var opened: [Double] = []
            var laidOut: [Double] = []
            for _ in 0..<5 {
                let rect = places.next()
                let open = ChildTask(
                    kind: .firstRectangle, storePath: dataSet.store.path, layout: layout.name, rect: rect)
                if let result = try open.run(command: command, in: bench.directory) { opened.append(result.seconds) }
            }
            for _ in 0..<bench.repetitions(items) {
                let memory = ChildTask(kind: .layOutInMemory, storePath: dataSet.store.path)
                if let result = try memory.run(command: command, in: bench.directory) { laidOut.append(result.seconds) }
            }
            let first = Samples(opened).median
            try bench.add(
                Figure(
                    "open.first", items: items, value: first, unit: .seconds,
                    baseline: .init(
                        "preparing everything", dataSet.preparationSeconds[LayoutSample.table.name] ?? .nan),
                    target: .atMost(tenMillion: 0.001, items: items),
                    note: "from opening the store to its first rectangle"
                ))
            try bench.add(
                Figure(
                    "open.memory", items: items, value: Samples(laidOut).median, unit: .seconds,
                    baseline: .init("first rectangle", first), note: "reading all sizes and laying them out in memory"
                ))
        }
    }
}
