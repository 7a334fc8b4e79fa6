internal import LayoutCache
internal import LayoutEngine

/// What a phone sees of a sheet with as many columns as rows, against a list that shows as many rows.
enum SpreadsheetScenario: Scenario {
    static let name = "spreadsheet"
    static let summary =
        "what a phone sees of a sheet of 1,000 × 1,000 cells; beside it, a list that shows as many rows"

    static func run(on bench: Workbench) throws {
        let side = Int(Double(min(bench.options.items, 1_000_000)).squareRoot())
        let items = side * side
        var shape = DataShape.singleSection(items)
        shape.hasSizes = false
        let dataSet = try bench.dataSet(shape)
        let sheet = try dataSet.layout(.spreadsheet(columns: side))
        // A phone sees about 6 × 20 cells of a sheet, and so of the list 120 rows.
        let list = try dataSet.layout(LayoutSample(name: "list", json: #"{"layout":"table","estimatedRowHeight":7}"#))

        var sheetPlaces = try Places(sheet, seed: bench.numbers(6))
        var listPlaces = try Places(list, seed: bench.numbers(7))
        var seen = (sheet: 0, list: 0)
        let samples = try Interleaving.samples(
            rounds: 10, runs: 100,
            of: [
                { seen.sheet += try sheet.layoutAttributesForElements(in: sheetPlaces.next()).count },
                { seen.list += try list.layoutAttributesForElements(in: listPlaces.next()).count },
            ])
        // A hundred runs to warm up, and ten turns of a hundred.
        let note = "\(seen.sheet / 1100) cells found on average, \(seen.list / 1100) rows of the list"
        try bench.add(
            Figure(
                "spreadsheet.visible", items: items, value: samples[0].median, unit: .seconds,
                baseline: .init("a list", samples[1].median), target: .atMost(million: 2, items: items), note: note
            ))
    }
}
