/// A flow in a container.
struct FlowPlan: ListPlan {
    let list: ListSetting<FlowDefinition>

    var lineSpacing: Double { definition.lineSpacing }
    var readsSpans: Bool { true }
    /// Whether what separates lines and items waits for all items of a section.
    var swapsSpacing: Bool { definition.swapsUnequalSpacing && axis == .horizontal }
    var traits: LayoutTraits {
        var traits = LayoutTraits(
            axis: axis, sectionSpacing: definition.sectionSpacing,
            contentCrossLength: max(0, container[axis.cross] - definition.contentInsets.total(axis.cross)),
            wrapSpacing: lineSpacing, pinStart: definition.contentInsets.start(axis),
            pinEnd: definition.contentInsets.end(axis))
        traits.keepClear(of: list.bars, sticky: definition.list.sticky)
        traits.motionReach = motion?.reach
        return traits
    }
    var motion: LayoutMotion? { definition.motion }

    func canCutSection(_ section: SectionMeasure) -> Bool { !swapsSpacing }

    /// The last line keeps the gaps of a grid only while all items of its section have one size.
    var usesSummary: Bool { true }
    /// A line ends because the next item does not fit.
    var lineBreaksDependOnNextItem: Bool { true }

    func lineRepetition(in section: SectionMeasure) -> LineRepetition { section.hasSpans ? .never : .ofEqualItems }

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
        try ContainerFit.check(
            remaining: lineLength(in: container, insets: sectionInsets), of: container, on: axis.cross,
            path: "$.sectionInsets")
        return FlowPlan(list: ListSetting(self, in: container, grid: options.grid))
    }
}

/// Solves a section of a flow as a whole: the gaps of its lines and items are known once all of its sizes are.
struct WholeFlowSolver: WholeSectionSolver {
    private let plan: FlowPlan
    private let section: SectionMeasure
    var items: ContiguousArray<ItemMeasure> = []

    init(plan: FlowPlan, section: SectionMeasure, start: BandStart) {
        self.plan = plan
        self.section = section
    }

    mutating func finish(_ band: inout BandBuffer) {
        var solver = FlowSolver(plan: plan, section: section, start: BandStart(), swapsSpacing: !areEqual)
        _ = solver.place(items, in: items.indices, limit: .max, into: &band)
        solver.finish(&band)
        items.removeAll()
    }

    /// Whether all items that share lines are of one size.
    private var areEqual: Bool {
        let fallback = plan.definition.itemSize
        var first: LayoutSize?
        for item in items where item.span != 0 {
            let size = LayoutSize(
                width: item.length(.horizontal, or: fallback.width), height: item.length(.vertical, or: fallback.height)
            )
            if let first, first != size { return false }
            first = size
        }
        return true
    }
}
