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

/// The header and footer of a whole list, before its first section and after its last.
struct ListBars: Sendable {
    static let headerName = "listHeader"
    static let footerName = "listFooter"
    /// A pinned one is drawn over everything that scrolls beneath it, including the headers of sections.
    static let pinnedZIndex = 102

    let axis: LayoutAxis
    let crossLength: Double
    let headerLength: Double
    let footerLength: Double
    let pinsHeader: Bool
    let pinsFooter: Bool
    /// How far from the viewport's beginning items stick, and headers that pin.
    private let stickyOffset: Double

    init(by definition: some SectionedDefinitionWithBars, in container: LayoutSize, grid: PixelGrid) {
        axis = definition.axis
        crossLength = container[axis.cross]
        headerLength = grid.length(definition.list.listHeader[axis])
        footerLength = grid.length(definition.list.listFooter[axis])
        pinsHeader = definition.list.pinListHeader
        pinsFooter = definition.list.pinListFooter
        stickyOffset = grid.length(definition.list.sticky?.offset ?? 0)
    }

    /// How far headers that pin keep from the viewport's beginning.
    var pinStart: Double { max(pinnedStart, stickyOffset) }

    /// The names in a plan with bars: the sections' bars, and the list's existing ones.
    var elementKinds: [ElementKind] {
        var kinds = SectionBars.elementKinds
        if headerLength > 0 { kinds.append(ElementKind(category: .supplementary, name: Self.headerName)) }
        if footerLength > 0 { kinds.append(ElementKind(category: .supplementary, name: Self.footerName)) }
        return kinds
    }

    /// How much of the viewport's edges they cover while they pin.
    var pinnedStart: Double { pinsHeader ? headerLength : 0 }
    var pinnedEnd: Double { pinsFooter ? footerLength : 0 }

    func layOut(_ edge: BoundaryEdge, into band: inout BandBuffer) -> Bool {
        let length = edge == .start ? headerLength : footerLength
        guard length > 0 else { return false }
        let pins = edge == .start ? pinsHeader : pinsFooter
        let kind = SectionBars.elementKinds.count + (edge == .end && headerLength > 0 ? 1 : 0)
        band.length = length
        band.crossLength = crossLength
        guard pins else {
            band.elements.append(BandBuffer.Element(kind: kind, frame: frame(along: 0, length), zIndex: 0))
            return true
        }
        band.sectionElements.append(
            BandBuffer.SectionElement(
                kind: kind, edge: edge == .start ? .start : .end,
                frame: frame(along: edge == .start ? 0 : -length, length), zIndex: Self.pinnedZIndex, pins: true,
                // Nothing ever pushes it out, and it does not keep clear of itself.
                reserve: -Self.pinLimit, pinShift: -(edge == .start ? pinStart : pinnedEnd)))
        return true
    }

    /// How far beyond the content a pinned one still follows the viewport.
    private static let pinLimit = 1e12

    private func frame(along position: Double, _ length: Double) -> LayoutRect {
        LayoutRect(axis: axis, along: position, cross: 0, alongLength: length, crossLength: crossLength)
    }
}

extension LayoutTraits {
    /// The traits of a list: pinned elements of sections keep clear of what the list itself pins.
    mutating func keepClear(of bars: ListBars, sticky: StickyDefinition?) {
        pinStart += bars.pinStart
        pinEnd += bars.pinnedEnd
        stickyRule = sticky?.rule
    }
}
