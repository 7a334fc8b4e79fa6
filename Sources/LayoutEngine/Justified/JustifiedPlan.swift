/// Justified rows in a container.
struct JustifiedPlan: ListPlan {
    let list: ListSetting<JustifiedDefinition>

    var lineSpacing: Double { definition.rowSpacing }

    /// A row ends because the next item would make it worse.
    var lineBreaksDependOnNextItem: Bool { true }

    func provisionalState(in section: SectionMeasure) -> [Double] { JustifiedSolver.State().numbers }

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver {
        JustifiedSolver(plan: self, section: section, start: start)
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
        return JustifiedPlan(list: ListSetting(self, in: container, grid: options.grid))
    }
}
