internal import LayoutText

/// An app's use of a store, from its launch to a finger on the screen.
enum AppScenario: Scenario {
    static let name = "app"
    static let summary = """
        an app's calls to a store: opening, ticks of self-sizing and of the collection view's layout, loading, \
        snapshots, ranks, and the longest call while another thread imports and prepares as many items
        """

    static let parts = ["snapshots", "states", "opening", "selfsizing", "lookups", "loading", "tick", "main"]

    static func run(on bench: Workbench) throws {
        func measure(_ part: String, _ body: () throws -> Void) rethrows {
            guard bench.options.ask(for: [name, "\(name).\(part)"]) else { return }
            try body()
        }
        try measure("snapshots") { try AppSnapshots.measure(bench) }
        try measure("states") { try AppStates.measure(bench) }
        for items in bench.options.sizes where items >= 100_000 || items == bench.options.items {
            try measure("opening") { try AppOpening.measure(items, bench) }
            try measure("selfsizing") { try addSelfSizing(items, bench) }
            try measure("lookups") { try AppLookups.measure(items, bench) }
            try measure("loading") { try AppLoading.measure(items, bench) }
            try measure("tick") { try AppScreen.measure(items, bench) }
            try measure("main") { try AppMainThread.measure(items, bench) }
        }
    }

    private static func addSelfSizing(_ items: Int, _ bench: Workbench) throws {
        let samples = try SelfSizingScenario.samples(items, bench)
        let bare = ReadableNumber.duration(samples.bare.median)
        try bench.add(
            Figure(
                "app.selfsizing", items: items, value: samples.ours.median, unit: .seconds,
                target: .atMost(million: 0.0015, items: items),
                note:
                    "\(SelfSizingScenario.cells) cells; a bare UPDATE and commit: \(bare)"
            ))
    }
}
