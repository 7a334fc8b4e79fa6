/// A canvas: one plane, on which bands are runs of items and have no place of their own.
struct CanvasPlan: LayoutPlan {
    var axis: LayoutAxis { .vertical }
    var elementKinds: [ElementKind] { [] }
    var sectionSpacing: Double { 0 }
    var isFree: Bool { true }
    var contentCrossLength: Double? { nil }
    var wrapSpacing: Double { 0 }

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver {
        CanvasSolver()
    }
}

extension CanvasDefinition {
    func makePlan(in container: LayoutSize) throws(DefinitionError) -> any LayoutPlan {
        CanvasPlan()
    }
}
