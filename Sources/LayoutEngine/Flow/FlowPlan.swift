/// A flow in a container.
struct FlowPlan: LayoutPlan {
    let definition: FlowDefinition
    let container: LayoutSize

    var axis: LayoutAxis { definition.axis }
    var elementKinds: [ElementKind] { SectionBars.elementKinds }
    var traits: LayoutTraits {
        LayoutTraits(
            axis: axis, sectionSpacing: definition.sectionSpacing,
            contentCrossLength: max(0, container[axis.cross] - definition.contentInsets.total(axis.cross)),
            wrapSpacing: definition.lineSpacing, pinStart: definition.contentInsets.start(axis),
            pinEnd: definition.contentInsets.end(axis))
    }
    /// The last line keeps the gaps of a grid only while all items of its section have one size.
    var usesSummary: Bool { true }
    /// A line ends because the next item does not fit.
    var lineBreaksDependOnNextItem: Bool { true }

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver {
        FlowSolver(plan: self, section: section, start: start)
    }
}

extension FlowDefinition {
    func makePlan(in container: LayoutSize) throws(LayoutError) -> any LayoutPlan {
        let contentLength = container[axis.cross] - contentInsets.total(axis.cross)
        try ContainerFit.check(remaining: contentLength, of: container, on: axis.cross, path: "$.contentInsets")
        let lineLength = contentLength - sectionInsets.total(axis.cross)
        try ContainerFit.check(remaining: lineLength, of: container, on: axis.cross, path: "$.sectionInsets")
        return FlowPlan(definition: self, container: container)
    }
}
