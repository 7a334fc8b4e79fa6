internal import LayoutText
internal import LayoutCache
internal import LayoutEngine

/// The longest call on the thread of an interface. It is measured while nothing else happens, and while another thread
/// imports as many items again and prepares everything.
enum AppMainThread {
    /// At most this long.
    private static let frame = 0.008
    private static let quietFrames = 1200

    static func measure(_ items: Int, _ bench: Workbench) throws {
        let scenes: [(name: String, shape: DataShape)] = [
            ("sections", DataShape(items: items, sectioning: .size(100))),
            ("section", .singleSection(min(items, 70_000))),
            ("twice", .thousandSections(2 * items)),
        ]
        for (name, shape) in scenes {
            let copy = try bench.copy(of: shape, named: "main.db")
            defer { bench.discard(copy) }
            let layout = try copy.layout(AppScreen.sample)
            if name == "sections" {
                var scene = try DrivenScene(layout, items: shape.items, seed: bench.numbers(25))
                defer { scene.end() }
                for _ in 0..<quietFrames { try scene.draw() }
                try add("scene", scene.log, items, bench)
            }
            var scene = try DrivenScene(layout, items: shape.items, seed: bench.numbers(26))
            defer { scene.end() }
            let file = try bench.itemFile(.thousandSections(items))
            let store = copy.store
            let computing = Computing()
            try Meanwhile.run({
                var options = DataSet.importOptions(.thousandSections(items))
                options.dataset = "imported"
                _ = try store.importItems(from: .file(file), options: options)
                try store.defineLayout(
                    "imported", dataset: "imported", definition: AppScreen.sample.definition(),
                    container: LayoutSample.container)
                try store.prepare("imported")
                try store.prepare(layout.name)
            }) { isDone in
                var pace = DisplayPace()
                while !isDone() {
                    try scene.draw()
                    computing.time()
                    try bench.checkCancellation()
                    pace.waitForFrame()
                }
            }
            try add("main.\(name)", scene.log, items, bench)
            let bare = computing.samples
            guard bare.count > 0 else { continue }
            try bench.add(
                Figure(
                    "app.main.\(name).computing.p999", items: items, value: bare.percentile(0.999), unit: .seconds,
                    note: "a millisecond of computing on the same thread at the same time; "
                        + "longest \(ReadableNumber.duration(bare.maximum))"
                ))
        }
    }

    private static func add(_ name: String, _ log: CallLog, _ items: Int, _ bench: Workbench) throws {
        let samples = log.samples
        guard samples.count > 0 else {
            return try bench.add(.skipped("app.\(name)", items: items, because: "the import was over before a frame"))
        }
        try bench.add(
            Figure(
                "app.\(name).p999", items: items, value: samples.percentile(0.999), unit: .seconds,
                target: .atMost(million: frame, items: items),
                note: "\(samples.count) calls, median \(ReadableNumber.duration(samples.median))"
            ))
        try bench.add(
            Figure(
                "app.\(name).longest", items: items, value: samples.maximum, unit: .seconds,
                target: .atMost(million: frame, items: items), note: log.longest
            ))
    }
}
