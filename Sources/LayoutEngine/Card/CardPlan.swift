/// A card stack in a container.
struct CardPlan: LayoutPlan {
    let definition: CardDefinition
    let container: LayoutSize
    let grid: PixelGrid

    var axis: LayoutAxis { definition.axis }
    var elementKinds: [ElementKind] { [SectionBars.elementKinds[SectionBars.headerKind]] }
    var traits: LayoutTraits {
        LayoutTraits(
            axis: axis,
            contentCrossLength: max(0, container[axis.cross] - definition.contentInsets.total(axis.cross)),
            pinStart: definition.contentInsets.start(axis), pinEnd: definition.contentInsets.end(axis),
            zIndexStride: CardSolver.zIndexesPerSection)
    }

    /// The length that a band adds to the content depends on whether a card follows it. The last card counts whole, the
    /// rest by their pitch. So a band that loses all its cards changes the one before it.
    var lineBreaksDependOnNextItem: Bool { true }

    func restartInterval(in section: SectionMeasure) -> Int? { 1 }

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver {
        CardSolver(plan: self, section: section, start: start)
    }
}

extension CardDefinition {
    func makePlan(in container: LayoutSize, options: PlanOptions) throws(LayoutError) -> any LayoutPlan {
        let contentLength = container[axis.cross] - contentInsets.total(axis.cross)
        try ContainerFit.check(remaining: contentLength, of: container, on: axis.cross, path: "$.contentInsets")
        return CardPlan(definition: self, container: container, grid: options.grid)
    }
}
