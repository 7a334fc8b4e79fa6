internal import LayoutText
internal import LayoutCache
internal import LayoutEngine

/// A writer works while everything is prepared: in the same process, and in another one as a shell does.
enum WaitingScenario: Scenario {
    static let name = "waiting"
    static let summary =
        "the longest that a writer waits for a preparation of everything, in the same process and in another"

    static func measure(_ items: Int, on bench: Workbench) throws {
        let copy = try bench.copy(of: .thousandSections(items), named: "waiting.db")
        defer { bench.discard(copy) }
        let own = try prepared(copy) { layout in
            try Meanwhile.run({ try layout.prepare() }) { isDone in
                var waits: [Double] = []
                while !isDone() {
                    waits.append(
                        try elapsed {
                            try copy.store.apply(
                                [.resizeItem(.key("K0"), width: nil, height: .points(50))], to: DataSet.name)
                        })
                }
                return Samples(waits)
            }
        }
        try bench.add(
            "waiting.process", items: items, value: own.maximum, target: .atMost(million: 0.02, items: items),
            note: "the longest of \(own.count) writes in the process that prepares; "
                + "median \(ReadableNumber.duration(own.median))")
        let longest = try prepared(copy) { layout in
            try ChildTask.writing(to: copy.store.path, in: bench.directory) { try layout.prepare() }
        }
        try bench.add(
            "waiting.other", items: items, value: longest, target: .atMost(million: 0.15, items: items),
            note: "the longest write of another process with SQLite's own busy handler, one every 2 ms")
    }

    /// Calls `body` with a new layout that was not prepared yet.
    private static func prepared<T>(_ copy: DataSet, _ body: (StoredLayout) throws -> T) throws -> T {
        let sample = LayoutSample(name: "prepared at the same time", json: LayoutSample.flow.json)
        let layout = try copy.defined(sample)
        try StoreFile.settleDisk()
        let result = try body(layout)
        try copy.remove(sample)
        return result
    }
}
