internal import LayoutText
internal import LayoutCache
internal import LayoutEngine

/// A size that moves every later line break of a section, on the thread of an interface. The call lays out what is
/// visible and a limited part further on.
enum LineBreaks {
    private static let mostItems = 70_000
    private static let rounds = 24
    /// At most this long.
    private static let frame = 0.008

    static func measure(_ bench: Workbench) throws {
        let items = min(bench.options.items, mostItems)
        let path = bench.directory.path("breaks.db")
        defer { bench.directory.remove("breaks.db") }
        let store = try LayoutStore(path: path)
        defer { store.close() }
        try store.importItems(
            (0..<items).lazy.map { index in
                SourceItem(section: "s", key: "k\(index)", width: Double(60 + index % 90), height: 40)
            }, options: ImportOptions(dataset: "data"))
        try store.defineLayout(
            "wall", dataset: "data", definition: LayoutDefinition(json: #"{"layout":"flow"}"#),
            container: LayoutSample.container)
        let layout = store.layout("wall")
        var times: [Double] = []
        for round in 0..<rounds {
            try layout.prepare()
            let anchor = try layout.anchor(at: LayoutPoint(x: 0, y: round.isMultiple(of: 2) ? 0 : 400))
            let size = LayoutSize(width: round.isMultiple(of: 2) ? 91 : 60, height: 40)
            times.append(
                try bench.stopwatch.seconds {
                    _ = try layout.storeSizes(
                        [ItemSize(.key("k0"), size)], from: .user, keeping: anchor, waitingAtMost: .seconds(5))
                })
        }
        try bench.add(
            Figure(
                "resize.breaks.longest", items: items, value: times.max() ?? 0, unit: .seconds,
                target: .atMost(frame), note: "median \(ReadableNumber.duration(times.sorted()[rounds / 2]))"))
    }
}
