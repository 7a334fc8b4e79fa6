internal import LayoutCache
internal import LayoutEngine

/// A new process that has nothing in memory: the time to its first rectangle.
enum OpenScenario: Scenario {
    static let name = "open"
    static let summary =
        "opens a store and reads its first rectangle in a new process; beside it, a full preparation, and a layout in "
        + "memory"

    static func run(on bench: Workbench) throws {
        for items in bench.options.sizes {
            let command = bench.options.ownCommand
            let shape = DataShape.thousandSections(items)
            let dataSet = try bench.dataSet(shape)
            let layout = try dataSet.layout(.table)
            var places = try Places(layout, seed: bench.numbers(4))
            var opened: [Double] = []
            var packed: [ChildTask.Result] = []
            var memory: [Double] = []
            let packedFile = bench.directory.path("packed-sizes")
            try PackedSizes.write(shape, seed: bench.options.seed, to: packedFile)
            defer { bench.directory.remove("packed-sizes") }
            for _ in 0..<5 {
                let rect = places.next()
                let open = ChildTask(
                    kind: .firstRectangle, storePath: dataSet.store.path, layout: layout.name, rect: rect)
                if let result = try open.run(command: command, in: bench.directory) {
                    opened.append(result.seconds)
                    if let peak = result.peakMemory { memory.append(Double(peak)) }
                }
                let mapped = ChildTask(kind: .firstPackedRectangle, storePath: packedFile, rect: rect)
                if let result = try mapped.run(command: command, in: bench.directory) { packed.append(result) }
            }
            let first = Samples(opened).median
            try bench.add(
                "open.first", items: items, value: first,
                baseline: .init("preparing everything", dataSet.preparationSeconds[LayoutSample.table.name] ?? .nan),
                note: "from opening the store to its first rectangle")
            try bench.add(
                "open.packed", items: items, value: Samples(packed.map(\.seconds)).median,
                baseline: .init("first rectangle", first),
                note: "sizes as 32-bit floats in one file, mapped and laid out in memory, and the first rectangle")
            let peaks = packed.compactMap(\.peakMemory).map(Double.init)
            guard !peaks.isEmpty, !memory.isEmpty else {
                try bench.add(
                    .skipped(
                        "open.packed.memory", items: items, unit: .bytes, because: "the process reported no memory"))
                continue
            }
            try bench.add(
                "open.packed.memory", items: items, value: Samples(peaks).median, unit: .bytes,
                baseline: .init("first rectangle", Samples(memory).median), note: "peak memory of the same")
        }
    }
}
