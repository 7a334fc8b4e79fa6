internal import LayoutCache
internal import LayoutPlatform

/// A reader that asks as often as a screen is drawn. At the same time another layout of the store is prepared.
enum ReadersScenario: Scenario {
    static let name = "readers"
    static let summary = "reads 120 times a second while another layout is prepared"

    static func measure(_ items: Int, on bench: Workbench) throws {
        let copy = try bench.copy(of: .thousandSections(items), named: "readers.db")
        defer { bench.discard(copy) }
        let layout = try copy.layout(LayoutSample(name: "read", json: LayoutSample.table.json))
        let prepared = try copy.defined(LayoutSample(name: "prepared", json: LayoutSample.flow.json))
        var places = try Places(layout, seed: bench.numbers(9))
        // As many reads as a preparation of this size gives time for.
        let quiet = try read(layout, at: &places) { $0 == max(60, items / 10_000) }
        let beside = try Meanwhile.run({ try prepared.prepare() }) { isDone in
            try read(layout, at: &places) { _ in isDone() }
        }
        try bench.add(
            "readers.median", items: items, value: beside.median, baseline: .init("without them", quiet.median),
            note: "\(beside.count) reads beside preparing")
    }

    /// The durations of reads, 120 a second.
    private static func read(
        _ layout: StoredLayout, at places: inout Places, until isOver: (_ reads: Int) -> Bool
    ) throws -> Samples {
        let clock = ContinuousClock()
        var due = clock.now
        var times: [Double] = []
        while !isOver(times.count) {
            let rect = places.next()
            times.append(try elapsed { _ = try layout.layoutAttributesForElements(in: rect) })
            // A frame that was missed is not made up for.
            due = max(due + .seconds(1) / 120, clock.now)
            usleep(UInt32((due - clock.now) / .microseconds(1)))
        }
        return Samples(times)
    }
}
