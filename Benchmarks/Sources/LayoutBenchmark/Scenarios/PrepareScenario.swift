internal import LayoutCache

/// The first preparation, against a loop that does nothing but store the same rows.
enum PrepareScenario: Scenario {
    static let name = "prepare"
    static let summary = "lays out and stores everything; beside it, a bare C loop that stores the same rows"

    static func run(on bench: Workbench) throws {
        for items in bench.options.sizes {
            try measureTime(.flow, items, bench)
            try measureMemory(items, bench)
        }
    }

    private static func measureTime(_ sample: LayoutSample, _ items: Int, _ bench: Workbench) throws {
        let shape = DataShape.thousandSections(items)
        var ours: [Double] = []
        var loops: [Double] = []
        var elements = 0
        for run in 0..<bench.repetitions(items) {
            let copy = try bench.copy(of: shape, named: "prepare.db")
            let layout = try copy.defined(LayoutSample(name: "measured", json: sample.json))
            let path = copy.store.path
            let before = try StoreFile.usedBytes(path)
            ours.append(try bench.stopwatch.seconds { elements = try layout.prepare().elementsWritten })
            copy.store.close()
            let loop = try BareInsertLoop.run(from: path, into: bench.directory.path("loop.db"))
            bench.directory.remove("loop.db")
            // A copy holds the rows of other layouts as well, if any are prepared.
            loops.append(loop.seconds * Double(elements) / Double(loop.rows))
            if run == 0 {
                try bench.add(
                    "prepare.\(sample.name).size", items: items,
                    value: Double(try StoreFile.usedBytes(path) - before) / Double(elements), unit: .bytesPerElement,
                    note: "all derived tables, by pages of the file")
            }
            bench.discard(copy)
        }
        let rate = Double(elements) / Samples(ours).median
        try bench.add(
            "prepare.\(sample.name).rate", items: items, value: rate, unit: .rowsPerSecond,
            baseline: .init("bare C loop", Double(elements) / Samples(loops).median))
        try bench.add("prepare.\(sample.name).seconds", items: items, value: Samples(ours).median)
    }

    private static func measureMemory(_ items: Int, _ bench: Workbench) throws {
        let copy = try bench.copy(of: .thousandSections(items), named: "prepare.db")
        let layout = try copy.defined(LayoutSample(name: "measured", json: LayoutSample.flow.json))
        copy.store.close()
        let task = ChildTask(kind: .prepare, storePath: copy.store.path, layout: layout.name)
        try bench.addMemory("prepare", items: items, task)
        bench.discard(copy)
    }
}
