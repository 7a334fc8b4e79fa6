/// A table in a container.
struct TablePlan: LayoutPlan {
    let definition: TableDefinition
    let container: LayoutSize

    var axis: LayoutAxis { definition.axis }
    var elementKinds: [ElementKind] { SectionBars.elementKinds }
    var sectionSpacing: Double { definition.sectionSpacing }
    var contentCrossLength: Double? { container[axis.cross] }
    var wrapSpacing: Double { definition.rowSpacing }

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver {
        TableSolver(plan: self, section: section, start: start)
    }
}

extension TableDefinition {
    func makePlan(in container: LayoutSize) throws(DefinitionError) -> any LayoutPlan {
        let rowLength = container[axis.cross] - sectionInsets.total(axis.cross)
        try ContainerFit.check(remaining: rowLength, of: container, on: axis.cross, path: "$.sectionInsets")
        return TablePlan(definition: self, container: container)
    }
}
