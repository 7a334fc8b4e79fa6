/// A definition of a list in a container, with what its sections have in common.
struct ListSetting<Definition: SectionedDefinitionWithBars>: Sendable {
    /// A pinned bar of the list is drawn over everything that scrolls beneath it, including the headers of sections.
    private static var pinnedZIndex: Int { 102 }
    /// How far beyond the content a pinned one still follows the viewport: nothing ever pushes it out.
    private static var pinLimit: Double { 1e12 }

    let definition: Definition
    let container: LayoutSize
    let grid: PixelGrid
    /// The bars before the first section of the list, and after its last.
    let header: Bar
    let footer: Bar
    /// How far headers that pin keep from the viewport's beginning, and footers from its end.
    let pinStart: Double
    let pinEnd: Double

    init(_ definition: Definition, in container: LayoutSize, grid: PixelGrid) {
        self.definition = definition
        self.container = container
        self.grid = grid
        let (axis, list) = (definition.axis, definition.list)
        func bar(_ edge: BoundaryEdge, _ length: Double, pins: Bool, kind: Int, keeps distance: Double) -> Bar {
            Bar(
                kind: kind, edge: edge, axis: axis, length: length, across: (0, container[axis.cross]), pins: pins,
                pinnedZIndex: Self.pinnedZIndex, reserve: -Self.pinLimit,
                // It does not keep clear of itself.
                pinShift: -distance)
        }
        let (headerLength, footerLength) = (grid.length(list.listHeader[axis]), grid.length(list.listFooter[axis]))
        pinStart = max(list.pinListHeader ? headerLength : 0, grid.length(list.sticky?.offset ?? 0))
        pinEnd = list.pinListFooter ? footerLength : 0
        let kind = Bar.elementKinds.count
        header = bar(.start, headerLength, pins: list.pinListHeader, kind: kind, keeps: pinStart)
        footer = bar(
            .end, footerLength, pins: list.pinListFooter, kind: kind + (headerLength > 0 ? 1 : 0), keeps: pinEnd)
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
        var kinds = Bar.elementKinds
        if list.header.length > 0 { kinds.append(ElementKind(category: .supplementary, name: "listHeader")) }
        if list.footer.length > 0 { kinds.append(ElementKind(category: .supplementary, name: "listFooter")) }
        if definition.separators != nil { kinds.append(Separators.kind) }
        if definition.list.background != nil { kinds.append(BackgroundDefinition.kind) }
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
        keepClear(&traits)
        return traits
    }

    /// Pinned elements of sections keep clear of what the list itself pins.
    func keepClear(_ traits: inout LayoutTraits) {
        traits.pinStart += list.pinStart
        traits.pinEnd += list.pinEnd
        traits.stickyRule = definition.list.sticky?.rule
    }

    func layOutBoundary(_ edge: BoundaryEdge, into band: inout BandBuffer) -> Bool {
        let bar = edge == .start ? list.header : list.footer
        guard bar.length > 0 else { return false }
        band.length = bar.length
        band.crossLength = bar.across.length
        bar.place(at: 0, into: &band)
        return true
    }
}
