internal import LayoutCache
internal import LayoutEngine

/// Every kind of layout, laid out with and without storing, and the same items in other sections.
enum KindsScenario: Scenario {
    static let name = "kinds"
    static let summary =
        "prepares every kind, beside a flow; only computes its frames, beside a hand-written grid; and prepares the "
        + "same items in other sections, beside a thousand of one size"

    /// As many cells as a band of a store has.
    private static let bandSize = 256

    static func run(on bench: Workbench) throws {
        let items = min(bench.options.items, 1_000_000)
        try prepare(items, bench)
        try solve(items, bench)
        try prepareOtherSections(items, bench)
    }

    private static func prepare(_ items: Int, _ bench: Workbench) throws {
        let flow = try PreparationTimer.samples(.flow, .thousandSections(items), bench).median
        for sample in LayoutSample.kinds {
            var shape = DataShape.thousandSections(items)
            if sample.name == "canvas" {
                // Sections have no separate places on a plane: one is the usual case.
                shape = .singleSection(items)
                shape.hasOrigins = true
            }
            try bench.add(
                Figure(
                    "kinds.\(sample.name).prepare", items: items,
                    value: PreparationTimer.samples(sample, shape, bench).median, unit: .seconds,
                    baseline: .init("flow", flow), target: .atMost(million: 1.5, items: items)
                ))
        }
    }

    private static func solve(_ items: Int, _ bench: Workbench) throws {
        var generator = ItemGenerator(
            DataShape(items: items, sectioning: .count(1), hasOrigins: true), seed: bench.options.seed
        )
        var measures = ContiguousArray<ItemMeasure>()
        measures.reserveCapacity(items)
        while let item = generator.next() {
            measures.append(
                ItemMeasure(
                    width: Double(item.width) / 64, height: Double(item.height) / 64, x: Double(item.x) / 64,
                    y: Double(item.y) / 64
                ))
        }
        var buffer = BandBuffer()
        var cells: ContiguousArray<HandWrittenGrid.Cell> = []
        var operations: [() throws -> Void] = [{ _ = HandWrittenGrid.layOut(items, bandSize: bandSize, into: &cells) }]
        for sample in LayoutSample.kinds {
            let plan = try sample.definition().makePlan(in: LayoutSample.container)
            operations.append { layOut(measures, plan, into: &buffer) }
        }
        let times = try Interleaving.samples(rounds: 5, runs: 1, of: operations)
        let loop = Figure.Baseline("hand-written grid", Double(items) / times[0].median)
        for (sample, time) in zip(LayoutSample.kinds, times[1...]) {
            try bench.add(
                Figure(
                    "kinds.\(sample.name).solve", items: items, value: Double(items) / time.median,
                    unit: .rowsPerSecond, baseline: loop,
                    // The sample is that grid.
                    target: sample.name == "compositional" ? .atLeast(1.0 / 3) : nil
                ))
        }
    }

    /// Feeds a section's items in chunks and ends bands as the store does, but keeps nothing.
    private static func layOut(
        _ measures: ContiguousArray<ItemMeasure>, _ plan: any LayoutPlan, into buffer: inout BandBuffer
    ) {
        let section = SectionMeasure(index: 0)
        var solver = plan.makeSolver(for: section, from: BandStart())
        let limit = plan.canCutSection(section) ? bandSize : Int.max
        buffer.removeAll()
        var placed = 0
        while placed < measures.count {
            placed = solver.place(
                measures, in: placed..<min(measures.count, placed + 2048), limit: limit, into: &buffer)
            guard buffer.cells.count >= limit, solver.canEndBand else { continue }
            solver.endBand(&buffer)
            buffer.removeAll()
        }
        solver.finish(&buffer)
        buffer.removeAll()
    }

    private static func prepareOtherSections(_ items: Int, _ bench: Workbench) throws {
        let thousand = try PreparationTimer.samples(.table, .thousandSections(items), bench).median
        let shapes: [(name: String, shape: DataShape)] = [
            ("hundreds", DataShape(items: items, sectioning: .size(100))),
            ("mixed", DataShape(items: items, sectioning: .mixed)), ("single", .singleSection(items)),
        ]
        for (name, shape) in shapes {
            try bench.add(
                Figure(
                    "kinds.table.\(name).prepare", items: items,
                    value: PreparationTimer.samples(.table, shape, bench).median, unit: .seconds,
                    baseline: .init("a thousand sections", thousand)
                ))
        }
    }
}
