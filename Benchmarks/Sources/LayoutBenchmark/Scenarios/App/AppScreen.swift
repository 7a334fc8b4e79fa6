internal import LayoutCache
internal import LayoutEngine

/// A tick of the collection view's layout, against the bare query of the same rectangle.
enum AppScreen {
    /// A flow with pinned headers; a page and a half of it is some thirty elements.
    static let sample = LayoutSample(
        name: "pinned flow",
        json: """
            {"layout":"flow","itemSpacing":10,"lineSpacing":10,"header":{"height":40},"sectionInsets":8,
             "pinHeaders":true}
            """)

    static func measure(_ items: Int, _ bench: Workbench) throws {
        let layout = try bench.dataSet(.thousandSections(items)).layout(sample)
        try StoreFile.readThrough(layout.store.path)
        let snapshot = try layout.snapshot()
        defer { snapshot.close() }
        let view = StandInView(snapshot, size: LayoutSample.container)
        try add("smooth", jumpsEvery: 200, view, snapshot, items, bench)
        try add("jumping", jumpsEvery: 1, view, snapshot, items, bench)
    }

    private static func add(
        _ name: String, jumpsEvery run: Int, _ view: StandInView, _ snapshot: LayoutSnapshot, _ items: Int,
        _ bench: Workbench
    ) throws {
        let height = snapshot.contentSize.height - LayoutSample.container.height
        /// Goes on by a twentieth of a screen, or somewhere else.
        func moves(_ seed: SeededNumbers) -> (_ place: Double) -> (place: Double, isJump: Bool) {
            var numbers = seed
            var tick = 0
            return { place in
                tick += 1
                let next = place + LayoutSample.container.height / 20
                guard tick % run == 0 || next > height else { return (next, false) }
                return (Double.random(in: 0...height, using: &numbers), true)
            }
        }
        var view = view
        var place = 0.0
        var barePlace = 0.0
        var elements = 0
        var ticks = 0
        // Each at separate places: the second one at the same place would find its pages in memory.
        let (move, bareMove) = (moves(bench.numbers(24)), moves(bench.numbers(25)))
        let samples = try Interleaving.samples(
            rounds: 10, runs: 200, warmUp: 1000,
            of: [
                {
                    let next = move(place)
                    if next.isJump { view.jump(to: next.place) } else { view.scroll(by: next.place - place) }
                    place = next.place
                    elements += view.attributes.count
                    ticks += 1
                },
                {
                    barePlace = bareMove(barePlace).place
                    let bounds = LayoutRect(origin: LayoutPoint(x: 0, y: barePlace), size: LayoutSample.container)
                    _ = try snapshot.layoutAttributesForElements(in: StandInView.page(bounds), visible: bounds)
                },
            ])
        guard view.shown.takeNotes().isEmpty else { throw BenchmarkError("the view was answered with nothing") }
        try bench.add(
            Figure(
                "app.tick.\(name)", items: items, value: samples[0].median, unit: .seconds,
                baseline: .init("the bare query", samples[1].median), target: .atMost(million: 1.2, items: items),
                note: "\(elements / max(ticks, 1)) attribute objects"
            ))
    }
}
