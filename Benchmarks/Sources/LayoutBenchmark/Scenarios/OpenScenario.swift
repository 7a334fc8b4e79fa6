internal import LayoutCache
internal import LayoutEngine

/// A new process that has nothing in memory: the time to its first rectangle.
enum OpenScenario: Scenario {
    static let name = "open"
    static let summary =
        "opens a store and reads its first rectangle in a new process; beside it, a full preparation, and a layout in "
        + "memory"

    static func measure(_ items: Int, on bench: Workbench) throws {
        let shape = DataShape.thousandSections(items)
        let dataSet = try bench.dataSet(shape)
        let layout = try dataSet.layout(.table)
        var places = try Places(layout, seed: bench.numbers(4))
        let packedFile = bench.directory.path("packed-sizes")
        try PackedSizes.write(shape, seed: bench.options.seed, to: packedFile)
        defer { bench.directory.remove("packed-sizes") }
        let runs = (0..<5).map { _ in
            let rect = places.next()
            let open = ChildTask(kind: .firstRectangle, storePath: dataSet.store.path, layout: layout.name, rect: rect)
            let mapped = ChildTask(kind: .firstPackedRectangle, storePath: packedFile, rect: rect)
            return (open: open.run(in: bench.directory), packed: mapped.run(in: bench.directory))
        }
        let first = Samples(runs.map(\.open.seconds)).median
        try bench.add(
            "open.first", items: items, value: first, baseline: dataSet.preparing(.table),
            note: "from opening the store to its first rectangle")
        try bench.add(
            "open.packed", items: items, value: Samples(runs.map(\.packed.seconds)).median,
            baseline: .init("first rectangle", first),
            note: "sizes as 32-bit floats in one file, mapped and laid out in memory, and the first rectangle")
        try bench.add(
            "open.packed.memory", items: items, value: Samples(runs.map(\.packed.peakMemory)).median, unit: .bytes,
            baseline: .init("first rectangle", Samples(runs.map(\.open.peakMemory)).median),
            note: "peak memory of the same")
    }
}
