/// Justified rows in a container.
struct JustifiedPlan: LayoutPlan {
    let definition: JustifiedDefinition
    let container: LayoutSize
    let grid: PixelGrid
    let listBars: ListBars

    init(_ definition: JustifiedDefinition, in container: LayoutSize, grid: PixelGrid) {
        self.definition = definition
        self.container = container
        self.grid = grid
        listBars = ListBars(by: definition, in: container, grid: grid)
    }

    var elementKinds: [ElementKind] { listBars.elementKinds }
    var traits: LayoutTraits {
        var traits = LayoutTraits(
            axis: .vertical, sectionSpacing: definition.sectionSpacing, contentCrossLength: container.width,
            wrapSpacing: definition.rowSpacing)
        traits.keepClear(of: listBars, sticky: definition.list.sticky)
        return traits
    }

    /// A row ends because the next item would make it worse.
    var lineBreaksDependOnNextItem: Bool { true }

    func provisionalState(in section: SectionMeasure) -> [Double] { JustifiedSolver.State().numbers }

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver {
        JustifiedSolver(plan: self, section: section, start: start)
    }

    func layOutBoundary(_ edge: BoundaryEdge, into band: inout BandBuffer) -> Bool {
        listBars.layOut(edge, into: &band)
    }
}

extension JustifiedDefinition {
    /// A ratio takes both lengths.
    var measuredLengths: MeasuredLengths {
        MeasuredLengths(width: aspectRatio == nil, height: aspectRatio == nil)
    }

    func makePlan(in container: LayoutSize, options: PlanOptions) throws(LayoutError) -> any LayoutPlan {
        try ContainerFit.check(
            remaining: container.width - sectionInsets.total(.horizontal), of: container, on: .horizontal,
            path: "$.sectionInsets")
        return JustifiedPlan(self, in: container, grid: options.grid)
    }
}
