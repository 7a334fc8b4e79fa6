internal import LayoutCache

/// The first preparation, against a loop that does nothing but store the same rows.
enum PrepareScenario: Scenario {
    static let name = "prepare"
    static let summary = "lays out and stores everything; beside it, a bare C loop that stores the same rows"

    static func measure(_ items: Int, on bench: Workbench) throws {
        let sample = LayoutSample(name: "measured", json: LayoutSample.flow.json)
        var ours: [Double] = []
        var loops: [Double] = []
        var elements = 0
        /// Calls `body` with a store in which nothing is prepared of the layout.
        func withStore(_ body: (DataSet, StoredLayout) throws -> Void) throws {
            let copy = try bench.copy(of: .thousandSections(items), named: "prepare.db")
            defer { bench.discard(copy) }
            try body(copy, copy.defined(sample))
        }
        for run in 0..<bench.repetitions(items) {
            try withStore { copy, layout in
                let path = copy.store.path
                let before = try StoreFile.usedBytes(path)
                ours.append(try elapsed { elements = try layout.prepare().elementsWritten })
                copy.store.close()
                let loop = try BareInsertLoop.run(from: path, into: bench.directory.path("loop.db"))
                bench.directory.remove("loop.db")
                // A copy holds the rows of other layouts as well, if any are prepared.
                loops.append(loop.seconds * Double(elements) / Double(loop.rows))
                guard run == 0 else { return }
                try bench.add(
                    "prepare.flow.size", items: items,
                    value: Double(try StoreFile.usedBytes(path) - before) / Double(elements), unit: .bytesPerElement,
                    note: "all derived tables, by pages of the file")
            }
        }
        let rate = Double(elements) / Samples(ours).median
        try bench.add(
            "prepare.flow.rate", items: items, value: rate, unit: .rowsPerSecond,
            baseline: .init("bare C loop", Double(elements) / Samples(loops).median))
        try bench.add("prepare.flow.seconds", items: items, value: Samples(ours).median)
        try withStore { copy, layout in
            copy.store.close()
            let task = ChildTask(kind: .prepare, storePath: copy.store.path, layout: layout.name)
            try bench.addMemory("prepare", items: items, task)
        }
    }
}
