internal import LayoutEngine

/// How fast frames are computed when nothing is stored, against a loop written by hand.
enum SolversScenario: Scenario {
    static let name = "solvers"
    static let summary =
        "computes frames of every kind without storing them; beside it, a hand-written loop for the simplest grid"

    /// As many cells as a band of a store has.
    private static let bandSize = 256

    static func run(on bench: Workbench) throws {
        let items = min(bench.options.items, 1_000_000)
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

        let samples: [LayoutSample] = [.table, .flow, .card, .grid, .waterfall, .spreadsheet(columns: 100), .canvas]
        var buffer = BandBuffer()
        var cells: ContiguousArray<HandWrittenGrid.Cell> = []
        var operations: [() throws -> Void] = [{ _ = HandWrittenGrid.layOut(items, bandSize: bandSize, into: &cells) }]
        for sample in samples {
            let plan = try sample.definition().makePlan(in: LayoutSample.container)
            operations.append { layOut(measures, plan, into: &buffer) }
        }
        let times = try Interleaving.samples(rounds: 5, runs: 1, of: operations)
        let loop = Figure.Baseline("hand-written grid", Double(items) / times[0].median)
        for (sample, time) in zip(samples, times[1...]) {
            try bench.add(
                Figure(
                    "solvers." + sample.name, items: items, value: Double(items) / time.median, unit: .rowsPerSecond,
                    baseline: loop,
                    target: sample.name == LayoutSample.grid.name ? .atLeast(1.0 / 3) : nil
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
}
