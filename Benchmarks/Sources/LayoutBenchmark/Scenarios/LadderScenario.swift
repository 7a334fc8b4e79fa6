internal import LayoutCache
internal import LayoutEngine

/// Pinches that change the number of columns.
enum LadderScenario: Scenario {
    static let name = "ladder"
    static let summary = """
        a pinch from three columns to 2 and to 32: the first frame of a layout that was never prepared, and \
        each further frame; beside it, a query of the same screen
        """

    static func measure(_ items: Int, on bench: Workbench) throws {
        let dataSet = try bench.dataSet(.thousandSections(items))
        let wall = try dataSet.layout(sample(3, named: "wall"))
        try StoreFile.readThrough(wall.store.path)
        for columns in [2, 32] { try measure(columns, from: wall, dataSet, items, bench) }
    }

    private static func sample(_ columns: Int, named name: String) -> LayoutSample {
        LayoutSample(
            name: name, json: #"{"layout":"waterfall","columns":\#(columns),"columnSpacing":2,"itemSpacing":2}"#)
    }

    private static func measure(
        _ columns: Int, from wall: StoredLayout, _ dataSet: DataSet, _ items: Int, _ bench: Workbench
    ) throws {
        var places = try Places(wall, seed: bench.numbers(UInt64(40 + columns)))
        let place = LayoutPoint(x: 200, y: 400)
        var first: [Double] = []
        var frames: [Double] = []
        var ticks: [Double] = []
        for _ in 0..<(3 * bench.repetitions(items)) {
            let sample = sample(columns, named: "rung")
            let rung = try dataSet.defined(sample)
            guard let point = try wall.pinchAnchor(at: place, contentOffset: places.next().origin) else {
                throw BenchmarkError("no cell is visible at a random place")
            }
            var transition: LayoutTransition?
            first.append(
                try elapsed {
                    transition = try wall.transition(to: rung, anchor: point)
                    _ = transition?.attributes(at: 0)
                })
            guard let transition else { throw BenchmarkError("there is no transition") }
            let screen = LayoutRect(origin: transition.targetOffset, size: LayoutSample.container)
            // Once each, so that both are in memory.
            guard !transition.elements.isEmpty, try !rung.layoutAttributesForElements(in: screen).isEmpty else {
                throw BenchmarkError("a transition or a screen shows nothing")
            }
            let samples = try Interleaving.samples(
                rounds: 5, runs: 20, warmUp: 10,
                of: [
                    { _ = transition.attributes(at: 0.37) }, { _ = try rung.layoutAttributesForElements(in: screen) },
                ])
            frames.append(samples[0].median)
            ticks.append(samples[1].median)
            try dataSet.remove(sample)
        }
        try bench.add(
            "ladder.\(columns).first", items: items, value: Samples(first).median,
            target: .atMost(million: 0.016, items: items), note: "of a layout that was never prepared")
        try bench.add(
            "ladder.\(columns).frame", items: items, value: Samples(frames).median,
            baseline: .init("a query of the target's screen", Samples(ticks).median))
    }
}
