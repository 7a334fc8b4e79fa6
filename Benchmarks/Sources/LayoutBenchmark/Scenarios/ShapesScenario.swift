internal import LayoutCache

/// The same items in other sections: many small ones, some of each size, one huge one.
enum ShapesScenario: Scenario {
    static let name = "shapes"
    static let summary =
        "the same items in sections of 100, in sections of all sizes, and in one; beside them, a thousand sections"

    static func run(on bench: Workbench) throws {
        let items = min(bench.options.items, 1_000_000)
        let shapes: [(name: String, shape: DataShape)] = [
            ("thousand", .thousandSections(items)), ("hundreds", DataShape(items: items, sectioning: .size(100))),
            ("mixed", DataShape(items: items, sectioning: .mixed)), ("single", .singleSection(items)),
        ]
        let preparations = try shapes.map { try PreparationTimer.samples(.table, $0.shape, bench).median }
        let layouts = try shapes.map { try bench.dataSet($0.shape).layout(.table) }
        var places = try layouts.map { try Places($0, seed: bench.numbers(5)) }
        let queries = try Interleaving.samples(
            rounds: 10, runs: 100,
            of: layouts.indices.map { index in
                { _ = try layouts[index].layoutAttributesForElements(in: places[index].next()) }
            })
        for (index, shape) in shapes.enumerated() {
            try bench.add(
                Figure(
                    "shapes.\(shape.name).prepare", items: items, value: preparations[index], unit: .seconds,
                    baseline: index == 0 ? nil : .init("a thousand sections", preparations[0])
                ))
            try bench.add(
                Figure(
                    "shapes.\(shape.name).visible", items: items, value: queries[index].median, unit: .seconds,
                    baseline: index == 0 ? nil : .init("a thousand sections", queries[0].median)
                ))
        }
    }
}
