/// A card stack in a container.
struct CardPlan: LayoutPlan {
    let definition: CardDefinition
    let container: LayoutSize

    var axis: LayoutAxis { definition.axis }
    var elementKinds: [ElementKind] { [SectionBars.elementKinds[SectionBars.headerKind]] }
    var sectionSpacing: Double { 0 }
    var contentCrossLength: Double? { container[axis.cross] - definition.contentInsets.total(axis.cross) }
    var contentInsets: LayoutInsets { definition.contentInsets }
    var wrapSpacing: Double { 0 }
    var zIndexStride: Int { CardSolver.zIndexesPerSection }

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver {
        CardSolver(plan: self, section: section, start: start)
    }
}

extension CardDefinition {
    func makePlan(in container: LayoutSize) throws(DefinitionError) -> any LayoutPlan {
        let contentLength = container[axis.cross] - contentInsets.total(axis.cross)
        try ContainerFit.check(remaining: contentLength, of: container, on: axis.cross, path: "$.contentInsets")
        return CardPlan(definition: self, container: container)
    }
}
