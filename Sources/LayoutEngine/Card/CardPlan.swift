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
    /// What a band adds to the content depends on whether a card follows it: the last card counts whole,
    /// the others by their pitch. So a band that loses all its cards changes the one before it.
    var lineBreaksDependOnNextItem: Bool { true }
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
