internal import LayoutCache
internal import LayoutEngine

/// Layouts that scroll both ways, against a B-tree on y, which cannot leave out what lies beside.
enum PlaneScenario: Scenario {
    static let name = "plane"
    static let summary = "what a phone sees of a canvas and of a sheet; beside it, a table of frames with a B-tree on y"

    static func run(on bench: Workbench) throws {
        for items in bench.options.sizes where items <= 1_000_000 {
            let side = Int(Double(items).squareRoot())
            var sheet = DataShape.singleSection(side * side)
            sheet.hasSizes = false
            try measure("spreadsheet", .spreadsheet(columns: side), sheet, bench)
            var canvas = DataShape.singleSection(items)
            canvas.hasOrigins = true
            try measure("canvas", .canvas, canvas, bench)
            // Each section is scattered over the whole plane.
            canvas.sectioning = .count(10)
            try measure("canvas.sections", .canvas, canvas, bench)
        }
    }

    private static func measure(_ name: String, _ sample: LayoutSample, _ shape: DataShape, _ bench: Workbench) throws {
        let layout = try bench.dataSet(shape).layout(sample)
        let frames = try AllFrames.of(layout, count: shape.items)
        let ordered = try OrderedElements(frames, path: bench.directory.path("ordered.db"))
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
                { _ = try ordered.frames(in: orderedPlaces.next()) },
            ])
        try bench.add(
            Figure(
                "plane.\(name).visible", items: shape.items, value: samples[0].median, unit: .seconds,
                baseline: .init("B-tree on y", samples[1].median), note: "\(found / 220) elements found on average"
            ))
    }
}
