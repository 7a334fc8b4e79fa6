/// The header and footer of one section, for layouts in which they are strips across the whole container. They are
/// before and after everything else of their section.
struct SectionBars: Sendable {
    /// The kinds that a plan with bars names first, in the order of their indices.
    static let elementKinds = [
        ElementKind(category: .supplementary, name: "header"), ElementKind(category: .supplementary, name: "footer"),
    ]
    static let headerKind = 0
    static let footerKind = 1

    /// A pinned bar is drawn over the cells that scroll beneath it; one that does not pin shares their layer.
    static let pinnedZIndex = 1
    /// With separators between the rows, which are drawn over the cells.
    static let pinnedZIndexOverSeparators = Separators.zIndex + 1
    /// If items stick, a pinned header is drawn over them as well.
    static let pinnedZIndexOverSticky = 101

    var axis: LayoutAxis
    /// The extent of the container across the scroll axis.
    var crossLength: Double
    /// The beginning and length of both bars across the scroll axis.
    var barStart = 0.0
    var barLength: Double
    /// 0 if there is no header.
    var headerLength: Double
    /// 0 if there is no footer.
    var footerLength: Double
    /// The space between the bars and the insets of a section that has items.
    var headerSpacing = 0.0
    var footerSpacing = 0.0
    var minimumHeaderLength: Double?
    var pinsHeader: Bool
    var pinsFooter: Bool
    var pinnedHeaderZIndex = Self.pinnedZIndex
    var pinnedFooterZIndex = Self.pinnedZIndex

    /// The bars of a section: its own extents if it has them, else the definition's. Only the extent along the scroll
    /// axis counts, and one that is not positive means that there is no bar.
    ///
    /// - Parameter items: The section's items across the scroll axis, for bars that follow the insets.
    init(
        of section: SectionMeasure, in container: LayoutSize, by definition: some SectionedDefinitionWithBars,
        grid: PixelGrid, items: (start: Double, length: Double)
    ) {
        axis = definition.axis
        crossLength = container[axis.cross]
        barLength = crossLength
        let list = definition.list
        if list.headersFollowInsets { (barStart, barLength) = items }
        let ownHeader = axis == .vertical ? section.headerHeight : section.headerWidth
        let ownFooter = axis == .vertical ? section.footerHeight : section.footerWidth
        headerLength = grid.length(max(0, ownHeader ?? definition.header[axis]))
        footerLength = grid.length(max(0, ownFooter ?? definition.footer[axis]))
        if headerLength > 0 { headerSpacing = grid.length(list.headerSpacing) }
        if footerLength > 0 { footerSpacing = grid.length(list.footerSpacing) }
        pinsHeader = definition.pinHeaders
        pinsFooter = definition.pinFooters
        minimumHeaderLength = list.minimumHeaderLength(axis).map { min($0, headerLength) }
        if definition.separators != nil {
            pinnedHeaderZIndex = Self.pinnedZIndexOverSeparators
            pinnedFooterZIndex = Self.pinnedZIndexOverSeparators
        }
        if list.sticky != nil { pinnedHeaderZIndex = Self.pinnedZIndexOverSticky }
    }

    /// The space before a section's top inset.
    func start(hasItems: Bool) -> Double { headerLength + (hasItems ? headerSpacing : 0) }

    /// The space after the bottom inset of a section that has items.
    var end: Double { footerSpacing + footerLength }

    /// Adds the header, if there is one, at the beginning of the section's first band.
    func placeHeader(into band: inout BandBuffer) {
        guard headerLength > 0 else { return }
        let frame = frame(along: 0, length: headerLength)
        if pinsHeader {
            // The section's end pushes a pinned header out, so nothing is kept free.
            band.sectionElements.append(
                BandBuffer.SectionElement(
                    kind: Self.headerKind, edge: .start, frame: frame, zIndex: pinnedHeaderZIndex, pins: true,
                    minimumLength: minimumHeaderLength))
        } else {
            band.elements.append(BandBuffer.Element(kind: Self.headerKind, frame: frame, zIndex: 0))
        }
    }

    /// Adds the footer, if there is one, behind the bottom inset of the section's last band; returns where the section
    /// ends.
    func placeFooter(at insetEnd: Double, hasItems: Bool, into band: inout BandBuffer) -> Double {
        guard footerLength > 0 else { return insetEnd }
        let position = insetEnd + (hasItems ? footerSpacing : 0)
        if pinsFooter {
            band.sectionElements.append(
                BandBuffer.SectionElement(
                    kind: Self.footerKind, edge: .end, frame: frame(along: -footerLength, length: footerLength),
                    zIndex: pinnedFooterZIndex, pins: true))
        } else {
            band.elements.append(
                BandBuffer.Element(
                    kind: Self.footerKind, frame: frame(along: position, length: footerLength), zIndex: 0))
        }
        return position + footerLength
    }

    private func frame(along position: Double, length: Double) -> LayoutRect {
        LayoutRect(axis: axis, along: position, cross: barStart, alongLength: length, crossLength: barLength)
    }
}
