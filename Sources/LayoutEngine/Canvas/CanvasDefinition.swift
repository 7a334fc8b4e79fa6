/// A canvas: every item has the frame in its own row, anywhere on one plane that scrolls both ways.
public struct CanvasDefinition: Sendable, Hashable {
    /// Makes one from its parts; omitted ones have their defaults.
    public init() {}
}

extension CanvasDefinition: DefinitionKind {
    static let kindName = "canvas"
    /// Its frames follow the data alone: they neither scroll along one axis nor stand in sections.
    static var lackedKeys: [String] { ["snap", "wraps", "emptySections", "rightToLeft"] }
    var containerDependence: ContainerDependence { .none }

    static let keys = DefinitionObject(
        kindName,
        """
        One plane that scrolls both ways; each item has the frame in its own row. A number that is missing is 0. \
        Frames may overlap, and may lie before 0. The content reaches from 0 to the furthest edges. Sections only \
        group the items: they have no header, footer or insets.
        """,
        prototype: CanvasDefinition(),
        keys: [])
}

extension LayoutDefinition.Kind {
    /// One plane that scrolls both ways; each item has the frame in its own row.
    public static func canvas(_ definition: CanvasDefinition) -> Self { Self(definition) }
}

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
