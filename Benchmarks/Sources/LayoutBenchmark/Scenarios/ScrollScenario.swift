internal import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite

/// A scroll view that moves a little at a time, against the same question at random places.
enum ScrollScenario: Scenario {
    static let name = "scroll"
    static let summary = "a phone's view as it scrolls on by a twentieth of its height; beside it, random places"

    /// The number of ticks between two jumps: some seconds of scrolling.
    private static let run = 200

    static func run(on bench: Workbench) throws {
        for items in bench.options.sizes {
            let dataSet = try bench.dataSet(.thousandSections(items))
            for sample in [LayoutSample.table, .flow] {
                try measure(dataSet.layout(sample), sample, items, bench)
            }
        }
        try measureSticky(min(bench.options.items, 1_000_000), bench)
    }

    /// Items that stick in seven levels, beside the same table without them.
    private static func measureSticky(_ items: Int, _ bench: Workbench) throws {
        let copy = try bench.copy(of: .thousandSections(items), named: "sticky.db")
        defer { bench.discard(copy) }
        let connection = try Connection(path: copy.store.path, mode: .readWrite)
        defer { connection.close() }
        try connection.execute("UPDATE item SET sticky_level = id / 20 % 7 WHERE id % 20 = 0")
        let layouts = try [
            LayoutSample(name: "plain", json: #"{"layout":"table"}"#),
            LayoutSample(name: "sticky", json: #"{"layout":"table","sticky":{"rule":"stack"}}"#),
        ].map(copy.layout)
        let length = try layouts[0].contentSize().height
        let snapshots = try layouts.map { try $0.snapshot() }
        defer { for snapshot in snapshots { snapshot.close() } }
        var places = try layouts.map { _ in try Places(layouts[0], seed: bench.numbers(15)) }
        var rects = [places[0].next(), places[1].next()]
        var ticks = [0, 0]
        func next(_ index: Int) -> LayoutRect {
            ticks[index] += 1
            rects[index].y += LayoutSample.container.height / 20
            if ticks[index] % run == 0 || rects[index].maxY > length { rects[index] = places[index].next() }
            return rects[index]
        }
        let samples = try Interleaving.samples(
            rounds: 10, runs: run, warmUp: 1000,
            of: [0, 1].map { index in { _ = try snapshots[index].layoutAttributesForElements(in: next(index)) } })
        try bench.add(
            Figure(
                "scroll.sticky.tick", items: items, value: samples[1].median, unit: .seconds,
                baseline: .init("without sticky items", samples[0].median), target: .atMost(million: 1.1, items: items),
                note: "seven levels, in a snapshot"))
        // The viewport's rows are not written to the file.
        try connection.execute("BEGIN")
        let views = try Interleaving.samples(
            rounds: 10, runs: 20, warmUp: 20,
            of: [0, 1].map { index in
                {
                    // The view looks through the viewports of all layouts that have an area.
                    try connection.run(
                        "UPDATE viewport SET y = ?1, width = 390, height = CASE layout WHEN ?2 THEN 844 ELSE 0 END",
                        next(index).y, layouts[index].name)
                    try connection.forEachRow(
                        "SELECT x, y, width, height FROM visible WHERE layout = ?1", layouts[index].name
                    ) { _ in }
                }
            })
        try connection.execute("ROLLBACK")
        try bench.add(
            Figure(
                "scroll.sticky.view", items: items, value: views[1].median, unit: .seconds,
                baseline: .init("without sticky items", views[0].median), note: "the same in the view visible"))
    }

    private static func measure(_ layout: StoredLayout, _ sample: LayoutSample, _ items: Int, _ bench: Workbench) throws
    {
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
                },
                { _ = try layout.layoutAttributesForElements(in: random.next()) },
            ])
        let baseline = Figure.Baseline("a random place", samples[1].median)
        try bench.add(
            Figure(
                "scroll.\(sample.name).tick", items: items, value: samples[0].median, unit: .seconds,
                baseline: baseline,
                target: .atMost(million: 1, items: items)
            ))
        try bench.add(
            Figure(
                "scroll.\(sample.name).p99", items: items, value: samples[0].typicalPercentile(0.99), unit: .seconds,
                baseline: baseline, target: .atMost(million: 1, items: items),
                note: "one of \(Self.run) ticks is a jump"
            ))
    }
}
