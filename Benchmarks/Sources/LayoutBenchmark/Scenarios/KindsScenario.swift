internal import LayoutCache
internal import LayoutEngine

/// The first preparation of every kind of layout, against a flow's.
enum KindsScenario: Scenario {
    static let name = "kinds"
    static let summary = "the first preparation of every kind of layout; beside it, a flow's"

    static func run(on bench: Workbench) throws {
        let items = min(bench.options.items, 1_000_000)
        let flow = try PreparationTimer.samples(.flow, .thousandSections(items), bench).median
        try bench.add(Figure("kinds.flow", items: items, value: flow, unit: .seconds))
        for sample in [LayoutSample.table, .card, .grid, .waterfall, .spreadsheet(columns: 100), .canvas] {
            var shape = DataShape.thousandSections(items)
            if sample.name == "canvas" {
                // Sections have no places of their own on a plane: one is the usual case.
                shape = .singleSection(items)
                shape.hasOrigins = true
            }
            let name = "kinds." + sample.name
            do {
                _ = try sample.definition().makePlan(in: LayoutSample.container)
            } catch {
                try bench.add(.skipped(name, items: items, because: "\(error)"))
                continue
            }
            try bench.add(
                Figure(
                    name, items: items, value: PreparationTimer.samples(sample, shape, bench).median, unit: .seconds,
                    baseline: .init("flow", flow), target: .atMost(million: 1.5, items: items)
                ))
        }
    }
}
