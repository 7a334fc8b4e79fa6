internal import LayoutCache
internal import LayoutEngine

/// A scroll view that moves a little at a time, against the same question at random places.
enum ScrollScenario: Scenario {
    static let name = "scroll"
    static let summary = "a phone's view as it scrolls on by a twentieth of its height; beside it, random places"

    /// The number of ticks between two jumps: some seconds of scrolling.
    private static let run = 200

    static func measure(_ items: Int, on bench: Workbench) throws {
        let layout = try bench.dataSet(.thousandSections(items)).layout(.flow)
        try StoreFile.readThrough(layout.store.path)
        let content = try layout.contentSize()
        var jumps = try Places(layout, seed: bench.numbers(11))
        var random = try Places(layout, seed: bench.numbers(12))
        var rect = jumps.next()
        var ticks = 0
        let step = LayoutSample.container.height / 20
        let samples = try Interleaving.samples(
            rounds: 10, runs: Self.run, warmUp: 1000,
            of: [
                {
                    ticks += 1
                    rect.y += step
                    if ticks % Self.run == 0 || rect.maxY > content.height { rect = jumps.next() }
                    _ = try layout.layoutAttributesForElements(in: rect)
                }, { _ = try layout.layoutAttributesForElements(in: random.next()) },
            ])
        let baseline = Figure.Baseline("a random place", samples[1].median)
        try bench.add("scroll.flow.tick", items: items, value: samples[0].median, baseline: baseline)
        try bench.add(
            "scroll.flow.p99", items: items, value: samples[0].typicalPercentile(0.99), baseline: baseline,
            note: "one of \(Self.run) ticks is a jump")
    }
}
