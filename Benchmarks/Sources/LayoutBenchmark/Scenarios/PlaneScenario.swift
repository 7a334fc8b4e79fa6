internal import LayoutCache
internal import LayoutEngine

/// Layouts that scroll both ways, against a B-tree on y, which cannot skip elements beside the rectangle.
enum PlaneScenario: Scenario {
    static let name = "plane"
    static let summary =
        "a phone's view of a canvas and of a sheet; beside it, a table of frames with a B-tree on y, and a list that "
        + "shows as many rows as the sheet shows cells"

    static func run(on bench: Workbench) throws {
        for items in bench.options.sizes where items <= 1_000_000 {
            let side = Int(Double(items).squareRoot())
            var sheet = DataShape.singleSection(side * side)
            sheet.hasSizes = false
            let cells = LayoutSample(
                name: "spreadsheet",
                json: #"{"layout":"spreadsheet","columns":\#(side),"columnWidth":78,"rowHeight":44}"#)
            // A phone sees about 6 × 20 cells of a sheet, and so of the list 120 rows.
            let list = LayoutSample(name: "list", json: #"{"layout":"table","estimatedRowHeight":7}"#)
            try measure("spreadsheet", cells, beside: list, sheet, bench)
            var canvas = DataShape.singleSection(items)
            canvas.hasOrigins = true
            let canvasSample = LayoutSample(name: "canvas", json: #"{"layout":"canvas"}"#)
            try measure("canvas", canvasSample, beside: nil, canvas, bench)
            // Each section is scattered over the whole plane.
            canvas.sectioning = .count(10)
            try measure("canvas.sections", canvasSample, beside: nil, canvas, bench)
        }
    }

    private static func measure(
        _ name: String, _ sample: LayoutSample, beside list: LayoutSample?, _ shape: DataShape, _ bench: Workbench
    ) throws {
        let dataSet = try bench.dataSet(shape)
        let layout = try dataSet.layout(sample)
        let frames = try AllFrames.of(layout, count: shape.items)
        let ordered = try OrderedElements(frames, path: bench.directory.path("ordered.db"))
        defer {
            ordered.close()
            bench.directory.remove("ordered.db")
        }
        var places = try Places(layout, seed: bench.numbers(8))
        var orderedPlaces = places
        var found = 0
        var operations: [() throws -> Void] = [
            { found += try layout.layoutAttributesForElements(in: places.next()).count },
            { _ = try ordered.frames(in: orderedPlaces.next()) },
        ]
        if let list {
            let shown = try dataSet.layout(list)
            var shownPlaces = try Places(shown, seed: bench.numbers(7))
            operations.append { _ = try shown.layoutAttributesForElements(in: shownPlaces.next()) }
        }
        let samples = try Interleaving.samples(rounds: 10, runs: 20, of: operations)
        // Twenty runs to warm up, and ten turns of twenty.
        let figure = Figure(
            "plane.\(name).visible", items: shape.items, value: samples[0].median, unit: .seconds,
            baseline: .init("B-tree on y", samples[1].median), note: "\(found / 220) elements found on average")
        try bench.add(figure)
        guard list != nil else { return }
        var beside = figure
        beside.name = "plane.\(name).list"
        beside.baseline = .init("a list", samples[2].median)
        beside.target = .atMost(million: 2, items: shape.items)
        try bench.add(beside)
    }
}
