internal import LayoutCache
internal import LayoutEngine

/// Queries a random place of a layout that was never laid out.
enum FirstScenario: Scenario {
    static let name = "first"
    static let summary = """
        the first exact rectangle of a layout that was never prepared, of one in a new container, and of 10,000 items \
        alone; beside it, preparing everything
        """

    static func measure(_ items: Int, on bench: Workbench) throws {
        let dataSet = try bench.dataSet(.thousandSections(items))
        try measure(.flow, dataSet, items, bench)
        try measureHits(dataSet, items, bench)
    }

    private static func measure(_ sample: LayoutSample, _ dataSet: DataSet, _ items: Int, _ bench: Workbench) throws {
        let figure = "first.\(sample.name)"
        let whole = try dataSet.layout(sample)
        let baseline = dataSet.preparing(sample)
        var places = try Places(whole, seed: bench.numbers(13))
        let looked = LayoutSample(name: "looked at", json: sample.json)
        var first: [Double] = []
        var turned: [Double] = []
        var width = LayoutSample.container.width
        for _ in 0..<(3 * bench.repetitions(items)) {
            let layout = try dataSet.defined(looked)
            first.append(
                try elapsed {
                    let found = try layout.layoutAttributesForElements(in: places.next(), preparing: .visible)
                    guard found.allSatisfy({ !$0.isStale }) else {
                        throw BenchmarkError("something that was looked at is stale")
                    }
                })
            width += 10
            try layout.setContainer(LayoutSize(width: width, height: LayoutSample.container.height))
            turned.append(
                try elapsed {
                    _ = try layout.layoutAttributesForElements(in: places.next(), preparing: .visible)
                })
            try dataSet.remove(looked)
        }
        try bench.add(
            figure, items: items, value: Samples(first).median, baseline: baseline,
            note: "a random place of a layout that was never prepared")
        try bench.add(
            figure + ".container", items: items, value: Samples(turned).median, baseline: baseline,
            note: "the same in a container of another width")
    }

    /// A layout of some items alone, as a search finds them.
    private static func measureHits(_ dataSet: DataSet, _ items: Int, _ bench: Workbench) throws {
        let whole = try dataSet.layout(.flow)
        var numbers = bench.numbers(14)
        let screen = LayoutRect(origin: .zero, size: LayoutSample.container)
        var times: [Double] = []
        for _ in 0..<(3 * bench.repetitions(items)) {
            let ids = (0..<10_000).map { _ in Int64.random(in: 1...Int64(items), using: &numbers) }
            times.append(
                try elapsed {
                    let hits = try whole.showing(ids: ids)
                    guard try !hits.layoutAttributesForElements(in: screen, preparing: .visible).isEmpty else {
                        throw BenchmarkError("a layout of hits shows nothing")
                    }
                })
        }
        try bench.add(
            "first.hits", items: items, value: Samples(times).median, target: .atMost(million: 0.03, items: items),
            note: "10,000 random items in a store in memory")
    }
}
