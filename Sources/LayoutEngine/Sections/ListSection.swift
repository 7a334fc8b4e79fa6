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
