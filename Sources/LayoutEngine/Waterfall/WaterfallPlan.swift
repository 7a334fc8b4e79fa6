/// A waterfall in a container.
struct WaterfallPlan: ListPlan {
    let list: ListSetting<WaterfallDefinition>

    var lineSpacing: Double { definition.itemSpacing }
    var readsSpans: Bool { true }

    /// All columns end where the band begins; and what else a solver carries over is at its beginning.
    func provisionalState(in section: SectionMeasure) -> [Double] {
        let insets = section.insets(over: definition.sectionInsets)
        let count = definition.columns(in: container, insets: insets).count
        return Array(repeating: 0, count: count + WaterfallSolver.extraStates(of: definition))
    }

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver {
        WaterfallSolver(plan: self, section: section, start: start)
    }
}

extension WaterfallDefinition {
    /// The columns between the given insets.
    func columns(in container: LayoutSize, insets: LayoutInsets) -> WaterfallColumns {
        WaterfallColumns(self, available: container[axis.cross] - insets.total(axis.cross))
    }

    /// The length along the scroll axis alone is used unchanged; with the other, as an aspect ratio.
    var measuredLengths: MeasuredLengths { MeasuredLengths(along: axis) }

    func makePlan(in container: LayoutSize, options: PlanOptions) throws(LayoutError) -> any LayoutPlan {
        if columnWidth == nil {
            let path = minimumColumnWidth != nil ? "$.minimumColumnWidth" : "$.columns"
            try ContainerFit.check(
                remaining: columns(in: container, insets: sectionInsets).length, of: container, on: axis.cross,
                path: maximumColumnWidth != nil ? "$.maximumColumnWidth" : path)
        } else {
            try ContainerFit.check(
                remaining: container[axis.cross] - sectionInsets.total(axis.cross), of: container, on: axis.cross,
                path: "$.sectionInsets")
        }
        return WaterfallPlan(list: ListSetting(self, in: container, grid: options.grid))
    }
}
