/// A table in a container.
struct TablePlan: LayoutPlan {
    let definition: TableDefinition
    let container: LayoutSize

    var axis: LayoutAxis { definition.axis }
    var elementKinds: [ElementKind] { SectionBars.elementKinds }
    var traits: LayoutTraits {
        LayoutTraits(
            axis: axis, sectionSpacing: definition.sectionSpacing, contentCrossLength: container[axis.cross],
            wrapSpacing: definition.rowSpacing)
    }

    func restartInterval(in section: SectionMeasure) -> Int? { 1 }

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver {
        TableSolver(plan: self, section: section, start: start)
    }
}

extension TableDefinition {
    /// Across the scroll axis rows are as long as the container.
    var measuredLengths: MeasuredLengths { MeasuredLengths(along: axis) }

    func makePlan(in container: LayoutSize) throws(LayoutError) -> any LayoutPlan {
        let rowLength = container[axis.cross] - sectionInsets.total(axis.cross)
        try ContainerFit.check(remaining: rowLength, of: container, on: axis.cross, path: "$.sectionInsets")
        return TablePlan(definition: self, container: container)
    }
}
