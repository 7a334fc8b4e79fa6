/// A flow in a container.
struct FlowPlan: LayoutPlan {
    let definition: FlowDefinition
    let container: LayoutSize
    let grid: PixelGrid
    let listBars: ListBars

    init(_ definition: FlowDefinition, in container: LayoutSize, grid: PixelGrid) {
        self.definition = definition
        self.container = container
        self.grid = grid
        listBars = ListBars(by: definition, in: container, grid: grid)
    }

    var axis: LayoutAxis { definition.axis }
    var elementKinds: [ElementKind] {
        listBars.elementKinds + (definition.separators == nil ? [] : [Separators.kind])
    }
    /// Before the first section there is no separator.
    func variant(ofSection index: Int) -> Int { definition.separators?.between == .sections && index > 0 ? 1 : 0 }
    var readsSpans: Bool { true }
    /// Whether what separates lines and items waits for all items of a section.
    var swapsSpacing: Bool { definition.swapsUnequalSpacing && axis == .horizontal }
    var traits: LayoutTraits {
        var traits = LayoutTraits(
            axis: axis, sectionSpacing: definition.sectionSpacing,
            contentCrossLength: max(0, container[axis.cross] - definition.contentInsets.total(axis.cross)),
            wrapSpacing: definition.lineSpacing, pinStart: definition.contentInsets.start(axis),
            pinEnd: definition.contentInsets.end(axis))
        traits.keepClear(of: listBars, sticky: definition.list.sticky)
        traits.motionReach = motion?.reach
        return traits
    }
    var motion: LayoutMotion? { definition.motion }

    func canCutSection(_ section: SectionMeasure) -> Bool { !swapsSpacing }

    func layOutBoundary(_ edge: BoundaryEdge, into band: inout BandBuffer) -> Bool {
        listBars.layOut(edge, into: &band)
    }

    /// The last line keeps the gaps of a grid only while all items of its section have one size.
    var usesSummary: Bool { true }
    /// A line ends because the next item does not fit.
    var lineBreaksDependOnNextItem: Bool { true }

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver {
        swapsSpacing
            ? WholeFlowSolver(plan: self, section: section, start: start)
            : FlowSolver(plan: self, section: section, start: start)
    }
}

extension FlowDefinition {
    func makePlan(in container: LayoutSize, options: PlanOptions) throws(LayoutError) -> any LayoutPlan {
        let contentLength = container[axis.cross] - contentInsets.total(axis.cross)
        try ContainerFit.check(remaining: contentLength, of: container, on: axis.cross, path: "$.contentInsets")
        let lineLength = contentLength - sectionInsets.total(axis.cross)
        try ContainerFit.check(remaining: lineLength, of: container, on: axis.cross, path: "$.sectionInsets")
        return FlowPlan(self, in: container, grid: options.grid)
    }
}
