/// A canvas: one plane, on which bands are runs of items without a place.
struct CanvasPlan: LayoutPlan {
    let grid: PixelGrid

    var elementKinds: [ElementKind] { [] }
    var traits: LayoutTraits { LayoutTraits(axis: .vertical, isFree: true, contentCrossLength: nil) }

    func makeSolver(for section: SectionMeasure, from start: BandStart) -> any BandSolver {
        CanvasSolver(grid: grid)
    }
}

extension CanvasDefinition {
    func makePlan(in container: LayoutSize, options: PlanOptions) throws(LayoutError) -> any LayoutPlan {
        CanvasPlan(grid: options.grid)
    }
}
