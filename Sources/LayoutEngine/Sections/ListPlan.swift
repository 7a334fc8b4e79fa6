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

/// One section of a list without its items: insets, header and footer, separators and background.
struct ListSection: Sendable {
    let axis: LayoutAxis
    /// On the grid along the scroll axis.
    let insets: LayoutInsets
    /// The place of the items across the scroll axis.
    let items: (start: Double, length: Double)
    /// The extent of the container across the scroll axis.
    let crossLength: Double
    /// Its own bars if it has them, else the definition's. Only the extent along the scroll axis counts.
    let header: Bar
    let footer: Bar
    let separators: Separators?
    /// The space between the bars and the insets of a section that has items.
    private let headerSpacing: Double
    private let footerSpacing: Double
    private let background: BandBuffer.SectionElement?
    private let followsSection: Bool
    private let spacing: Double

    init(_ section: SectionMeasure, of plan: some ListPlan) {
        let (definition, list, grid, axis) = (plan.definition, plan.definition.list, plan.grid, plan.axis)
        self.axis = axis
        let insets = grid.insets(section.insets(over: definition.sectionInsets), along: axis)
        self.insets = insets
        let items = definition.items(in: plan.container, insets: insets)
        self.items = items
        crossLength = plan.container[axis.cross]
        let isVertical = axis == .vertical
        let headerLength = (isVertical ? section.headerHeight : section.headerWidth) ?? definition.header[axis]
        let footerLength = (isVertical ? section.footerHeight : section.footerWidth) ?? definition.footer[axis]
        // Over cells, and over separators, which are drawn over the cells.
        let zIndex = definition.separators == nil ? 1 : Separators.zIndex + 1
        let length = grid.length(max(0, headerLength))
        let across = list.headersFollowInsets ? items : (0, crossLength)
        header = Bar(
            kind: Bar.headerKind, edge: .start, axis: axis, length: length, across: across, pins: definition.pinHeaders,
            // If items stick, a pinned header is drawn over them as well.
            pinnedZIndex: list.sticky == nil ? zIndex : 101,
            minimumLength: list.minimumHeaderLength(axis).map { min($0, length) })
        footer = Bar(
            kind: Bar.footerKind, edge: .end, axis: axis, length: grid.length(max(0, footerLength)), across: across,
            pins: definition.pinFooters, pinnedZIndex: zIndex)
        let headerSpacing = header.length > 0 ? grid.length(list.headerSpacing) : 0
        let footerSpacing = footer.length > 0 ? grid.length(list.footerSpacing) : 0
        (self.headerSpacing, self.footerSpacing) = (headerSpacing, footerSpacing)
        let kinds = plan.elementKinds
        separators = Separators(
            by: definition, kindIndex: kinds.firstIndex(of: Separators.kind) ?? 0, grid: grid, items: items)
        let end = insets.end(axis) + (footerSpacing + footer.length)
        background = list.background.map { background in
            let inner = grid.insets(background.contentInsets, along: axis)
            return BandBuffer.SectionElement(
                kind: kinds.firstIndex(of: BackgroundDefinition.kind) ?? 0, edge: .span,
                frame: LayoutRect(
                    axis: axis, along: length + headerSpacing + insets.start(axis) + inner.start(axis),
                    cross: items.start + inner.start(axis.cross), alongLength: 0,
                    crossLength: max(0, items.length - inner.total(axis.cross))),
                zIndex: BackgroundDefinition.zIndex, pins: false, reserve: end + inner.end(axis))
        }
        followsSection = section.followsSection
        spacing = grid.length(definition.sectionSpacing)
    }

    /// Adds what comes before the items; returns where these begin.
    func begin(_ band: inout BandBuffer, hasItems: Bool) -> Double {
        if followsSection { separators?.placeBeforeSection(gap: spacing, into: &band) }
        header.place(at: 0, into: &band)
        if hasItems, let background { band.sectionElements.append(background) }
        return header.length + (hasItems ? headerSpacing : 0) + insets.start(axis)
    }

    /// Adds what comes after the items; returns where the section ends.
    func end(_ band: inout BandBuffer, at position: Double, hasItems: Bool) -> Double {
        let insetEnd = position + insets.end(axis)
        guard footer.length > 0 else { return insetEnd }
        let start = insetEnd + (hasItems ? footerSpacing : 0)
        footer.place(at: start, into: &band)
        return start + footer.length
    }
}

/// The place of an item's row in its section, in a table with a background: which of its corners are round.
public enum RowPosition: String, Sendable, Hashable, CaseIterable {
    /// The first of several rows.
    case first
    /// A row between others.
    case middle
    /// The last of several rows.
    case last
    /// The section's only row.
    case only
}

/// Leads a solver along a section whose lines follow one another, with spacing between them.
struct ListCourse: Sendable {
    let section: ListSection
    /// On the grid.
    let lineSpacing: Double
    /// The end of the last line, from the band's origin.
    var position = 0.0
    /// How many items of the band are placed.
    var cellCount = 0
    /// Whether a line precedes the next one in the section, so that spacing parts them.
    var hasLineBefore: Bool
    private var isAtSectionStart: Bool

    init(_ section: SectionMeasure, of plan: some ListPlan, lineSpacing: Double, start: BandStart) {
        self.section = ListSection(section, of: plan)
        self.lineSpacing = plan.grid.length(lineSpacing)
        hasLineBefore = !start.isSectionStart
        isAtSectionStart = start.isSectionStart
    }

    /// Adds what comes before the items of the section, if it has not begun; returns whether it begins.
    @discardableResult
    mutating func begin(_ band: inout BandBuffer, hasItems: Bool) -> Bool {
        guard isAtSectionStart else { return false }
        isAtSectionStart = false
        position = section.begin(&band, hasItems: hasItems)
        return true
    }

    /// Goes on to the next line.
    mutating func beginLine(_ band: inout BandBuffer) {
        if hasLineBefore {
            position += lineSpacing
            section.separators?.placeBeforeRow(at: position, gap: lineSpacing, host: band.cells.count, into: &band)
        }
        hasLineBefore = true
    }

    /// Makes the end of the band the origin of what follows.
    mutating func endBand(_ band: inout BandBuffer) {
        band.length = position
        band.crossLength = section.crossLength
        position = 0
        cellCount = 0
    }

    /// Adds what comes after the items of the section.
    mutating func end(_ band: inout BandBuffer, hasItems: Bool) {
        begin(&band, hasItems: false)
        position = section.end(&band, at: position, hasItems: hasItems)
    }
}
