/// A waterfall in a container.
struct WaterfallPlan: LayoutPlan {
    let definition: WaterfallDefinition
    let container: LayoutSize

    var axis: LayoutAxis { definition.axis }
    var elementKinds: [ElementKind] { SectionBars.elementKinds }
    var traits: LayoutTraits {
        LayoutTraits(
            axis: axis, sectionSpacing: definition.sectionSpacing, contentCrossLength: container[axis.cross],
            wrapSpacing: definition.itemSpacing)
    }

    /// All columns end where the band begins.
    var provisionalState: [Double] { Array(repeating: 0, count: definition.columns) }

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver {
        WaterfallSolver(plan: self, section: section, start: start)
    }
}

extension WaterfallDefinition {
    /// The width of a column (the height of a row, where the axis is horizontal) between the given
    /// insets; not positive where there is no room.
    func columnLength(in container: LayoutSize, insets: LayoutInsets) -> Double {
        let available = container[axis.cross] - insets.total(axis.cross)
        return (available - Double(columns - 1) * columnSpacing) / Double(columns)
    }

    /// The length along the scroll axis alone is taken as it is; with the other, as an aspect ratio.
    var measuredLengths: MeasuredLengths { MeasuredLengths(along: axis) }

    func makePlan(in container: LayoutSize) throws(LayoutError) -> any LayoutPlan {
        try ContainerFit.check(
            remaining: columnLength(in: container, insets: sectionInsets), of: container, on: axis.cross,
            path: "$.columns")
        return WaterfallPlan(definition: self, container: container)
    }
}
