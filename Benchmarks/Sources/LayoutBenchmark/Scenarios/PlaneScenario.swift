internal import LayoutCache
internal import LayoutEngine

/// Layouts that scroll both ways, against a B-tree on y, which cannot skip elements beside the rectangle.
enum PlaneScenario: Scenario {
    static let name = "plane"
    static let summary =
        "a phone's view of a canvas and of a sheet; beside it, a table of frames with a B-tree on y"

    static func run(on bench: Workbench) throws {
        for items in bench.options.sizes where items <= 1_000_000 {
            let side = Int(Double(items).squareRoot())
            var sheet = DataShape.singleSection(side * side)
            sheet.hasSizes = false
            let cells = LayoutSample(
                name: "spreadsheet",
                json: #"{"layout":"spreadsheet","columns":\#(side),"columnWidth":78,"rowHeight":44}"#)
            try measure(cells, sheet, bench)
            var canvas = DataShape.singleSection(items)
            canvas.hasOrigins = true
            try measure(LayoutSample(name: "canvas", json: #"{"layout":"canvas"}"#), canvas, bench)
        }
    }

    private static func measure(_ sample: LayoutSample, _ shape: DataShape, _ bench: Workbench) throws {
        let dataSet = try bench.dataSet(shape)
        let layout = try dataSet.layout(sample)
        let frames = try AllFrames.of(layout, count: shape.items)
        let ordered = try StoredFrames(frames, .order, path: bench.directory.path("ordered.db"))
        defer {
            ordered.close()
            bench.directory.remove("ordered.db")
        }
        var places = try Places(layout, seed: bench.numbers(8))
        var orderedPlaces = places
        var found = 0
        let samples = try Interleaving.samples(
            rounds: 10, runs: 20,
            of: [
                { found += try layout.layoutAttributesForElements(in: places.next()).count },
                { _ = try ordered.elements(in: orderedPlaces.next()) },
            ])
        // Twenty runs to warm up, and ten turns of twenty.
        try bench.add(
            Figure(
                "plane.\(sample.name).visible", items: shape.items, value: samples[0].median, unit: .seconds,
                baseline: .init("B-tree on y", samples[1].median), note: "\(found / 220) elements found on average"))
    }
}
