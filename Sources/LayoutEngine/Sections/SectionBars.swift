/// The header and footer of one section, for layouts in which they are strips across the whole
/// container before and after everything else of their section.
struct SectionBars: Sendable {
    /// The kinds that a plan with bars names first, in the order of their indices.
    static let elementKinds = [
        ElementKind(category: .supplementary, name: "header"),
        ElementKind(category: .supplementary, name: "footer"),
    ]
    static let headerKind = 0
    static let footerKind = 1

    /// A bar that pins lies over the cells that scroll beneath it; one that does not shares their layer.
    static let pinnedZIndex = 1

    var axis: LayoutAxis
    /// The extent of the container across the scroll axis, which both bars fill.
    var crossLength: Double
    /// 0 where there is no header.
    var headerLength: Double
    /// 0 where there is no footer.
    var footerLength: Double
    var pinsHeader: Bool
    var pinsFooter: Bool

    /// The bars of a section: its own extents where it has them, else the definition's. Only the
    /// extent along the scroll axis counts, and one that is not positive means that there is no bar.
    init(of section: SectionMeasure, in container: LayoutSize, by definition: some SectionedDefinitionWithBars) {
        axis = definition.axis
        crossLength = container[axis.cross]
        let ownHeader = axis == .vertical ? section.headerHeight : section.headerWidth
        let ownFooter = axis == .vertical ? section.footerHeight : section.footerWidth
        headerLength = max(0, ownHeader ?? definition.header[axis])
        footerLength = max(0, ownFooter ?? definition.footer[axis])
        pinsHeader = definition.pinHeaders
        pinsFooter = definition.pinFooters
    }

    /// Adds the header, if there is one, at the beginning of the section's first band.
    func placeHeader(into band: inout BandBuffer) {
        guard headerLength > 0 else { return }
        let frame = frame(along: 0, length: headerLength)
        if pinsHeader {
            // What pushes a pinned header out is the section's end, so nothing is kept free.
            band.sectionElements.append(
                BandBuffer.SectionElement(
                    kind: Self.headerKind, edge: .start, frame: frame, zIndex: Self.pinnedZIndex, pins: true))
        } else {
            band.elements.append(BandBuffer.Element(kind: Self.headerKind, frame: frame, zIndex: 0))
        }
    }

    /// Adds the footer, if there is one, at the given place in the section's last band.
    func placeFooter(at position: Double, into band: inout BandBuffer) {
        guard footerLength > 0 else { return }
        if pinsFooter {
            band.sectionElements.append(
                BandBuffer.SectionElement(
                    kind: Self.footerKind, edge: .end, frame: frame(along: -footerLength, length: footerLength),
                    zIndex: Self.pinnedZIndex, pins: true))
        } else {
            band.elements.append(
                BandBuffer.Element(
                    kind: Self.footerKind, frame: frame(along: position, length: footerLength), zIndex: 0))
        }
    }

    private func frame(along position: Double, length: Double) -> LayoutRect {
        LayoutRect(axis: axis, along: position, cross: 0, alongLength: length, crossLength: crossLength)
    }
}
