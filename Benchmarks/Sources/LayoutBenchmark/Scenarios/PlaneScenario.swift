internal import LayoutCache
internal import LayoutEngine

/// Layouts that scroll both ways, against a B-tree on y, which cannot skip elements beside the rectangle.
enum PlaneScenario: Scenario {
    static let name = "plane"
    static let summary = "a phone's view of a canvas and of a sheet; beside it, a table of frames with a B-tree on y"

    static func measure(_ items: Int, on bench: Workbench) throws {
        guard items <= 3_000_000 else { return }
        let side = Int(Double(items).squareRoot())
        var sheet = DataShape.singleSection(side * side)
        sheet.hasSizes = false
        let cells = LayoutSample(
            name: "spreadsheet",
            json: #"{"layout":"spreadsheet","columns":\#(side),"columnWidth":78,"rowHeight":44}"#)
        try measure(cells, sheet, bench)
        var canvas = DataShape.singleSection(items)
        canvas.hasOrigins = true
        let board = LayoutSample(name: "canvas", json: #"{"layout":"canvas"}"#)
        try measure(board, canvas, bench)
        try measureEdits(board, canvas, bench)
    }

    private static func measure(_ sample: LayoutSample, _ shape: DataShape, _ bench: Workbench) throws {
        let dataSet = try bench.dataSet(shape)
        let layout = try dataSet.layout(sample)
        let frames = try StoredFrames.all(of: layout, count: shape.items)
        let ordered = try StoredFrames(frames, .order, path: bench.directory.path("ordered.db"))
        defer {
            ordered.close()
            bench.directory.remove("ordered.db")
        }
        var places = try Places(layout, seed: bench.numbers(8))
        var orderedPlaces = places
        var found = 0
        let samples = try Interleaving.samples(
            rounds: 10, runs: 20, warmUp: 20,
            of: [
                { found += try layout.layoutAttributesForElements(in: places.next()).count },
                { _ = try ordered.elements(in: orderedPlaces.next()) },
            ])
        // Twenty runs to warm up, and ten turns of twenty.
        try bench.add(
            "plane.\(sample.name).visible", items: shape.items, value: samples[0].median,
            baseline: .init("B-tree on y", samples[1].median), note: "\(found / 220) elements found on average")
    }

    /// One edit of a board and its preparation, beside the same statement on a table without triggers.
    private static func measureEdits(_ sample: LayoutSample, _ shape: DataShape, _ bench: Workbench) throws {
        let copy = try bench.copy(of: shape, named: "board.db")
        defer { bench.discard(copy) }
        let subject = try EditSubject(copy, sample, numbers: bench.numbers(12))
        let layout = subject.layout
        // Some thousand neighbours, which are dragged together.
        let side = shape.planeSide * min(1, (1000 / Double(shape.items)).squareRoot())
        let selection = try layout.layoutAttributesForElements(in: LayoutRect(x: 0, y: 0, width: side, height: side))
        var (appended, steps) = (0, 0.0)
        func place() -> Double { Double.random(in: 0..<shape.planeSide, using: &subject.numbers) }
        let samples = try Interleaving.samples(
            rounds: 5, runs: 10, warmUp: 10,
            of: [
                { try subject.updateBare("x = ?2, y = ?2") },
                { try subject.edit([.place(subject.randomItem(), x: place(), y: place())]) },
                {
                    appended += 1
                    let note = SourceItem(key: "note \(appended)", width: 90, height: 60, x: place(), y: place())
                    try subject.edit([.appendItems([note], section: 0)])
                },
                {
                    steps += 1
                    try subject.edit(
                        selection.compactMap { note in
                            note.indexPath.map {
                                .place(.indexPath($0), x: note.frame.x + steps, y: note.frame.y + steps)
                            }
                        })
                },
            ])
        let bare = Figure.Baseline("a bare UPDATE and commit", samples[0].median)
        for (name, sample) in zip(["move", "append", "selection"], samples.dropFirst()) {
            try bench.add("plane.canvas.\(name)", items: shape.items, value: sample.median, baseline: bare)
        }
        let store = copy.store
        let drag = try ShownView.samples(300, of: layout) { step in
            let note = DatasetChange.place(.key("K7"), x: Double(step * 7 % 300), y: Double(step * 11 % 700))
            try await store.apply([note], to: DataSet.name)
        }
        try bench.add(
            "plane.canvas.drag", items: shape.items, value: drag.median, baseline: bare,
            note: "300 steps from write to shown, at most \(Int(drag.maximum * 1e6)) µs")
    }
}
