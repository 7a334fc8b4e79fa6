/// A definition of a list in a container, with what its sections have in common.
struct ListSetting<Definition: SectionedDefinitionWithBars>: Sendable {
    let definition: Definition
    let container: LayoutSize
    let grid: PixelGrid
    let bars: ListBars

    init(_ definition: Definition, in container: LayoutSize, grid: PixelGrid) {
        self.definition = definition
        self.container = container
        self.grid = grid
        bars = ListBars(by: definition, in: container, grid: grid)
    }
}

/// A plan of a kind whose sections are parts of a list, with headers, footers, separators and backgrounds.
protocol ListPlan: LayoutPlan {
    associatedtype Definition: SectionedDefinitionWithBars
    var list: ListSetting<Definition> { get }
    /// The distance between two rows, lines or items along the scroll axis, in points.
    var lineSpacing: Double { get }
}

extension ListPlan {
    var definition: Definition { list.definition }
    var container: LayoutSize { list.container }
    var grid: PixelGrid { list.grid }
    var axis: LayoutAxis { definition.axis }

    var elementKinds: [ElementKind] {
        var kinds = list.bars.elementKinds
        if definition.separators != nil { kinds.append(Separators.kind) }
        if definition.list.background != nil { kinds.append(SectionBackground.kind) }
        return kinds
    }

    /// Before the first section there is no separator.
    func variant(ofSection index: Int) -> Int { definition.separators?.between == .sections && index > 0 ? 1 : 0 }

    var traits: LayoutTraits { listTraits }

    /// The traits of a list in a container without insets.
    var listTraits: LayoutTraits {
        var traits = LayoutTraits(
            axis: axis, sectionSpacing: definition.sectionSpacing, contentCrossLength: container[axis.cross],
            wrapSpacing: lineSpacing)
        traits.keepClear(of: list.bars, sticky: definition.list.sticky)
        return traits
    }

    func layOutBoundary(_ edge: BoundaryEdge, into band: inout BandBuffer) -> Bool {
        list.bars.layOut(edge, into: &band)
    }
}
