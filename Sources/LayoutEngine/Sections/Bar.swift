/// A strip across the scroll axis at one end of a section or of a whole list: a header or a footer.
struct Bar: Sendable {
    /// The kinds that a plan with bars names first, in the order of their indices.
    static let elementKinds = [
        ElementKind(category: .supplementary, name: "header"), ElementKind(category: .supplementary, name: "footer"),
    ]
    static let headerKind = 0
    static let footerKind = 1

    let kind: Int
    let edge: BoundaryEdge
    let axis: LayoutAxis
    /// 0 if there is no bar.
    let length: Double
    /// Its beginning and length across the scroll axis.
    let across: (start: Double, length: Double)
    let pins: Bool
    /// A pinned bar is drawn over what scrolls beneath it; one that does not pin shares the layer of the cells.
    let pinnedZIndex: Int
    var minimumLength: Double?
    /// The end of its section pushes a pinned bar out, so nothing is kept free.
    var reserve = 0.0
    var pinShift = 0.0

    /// Adds the bar, if there is one. A pinned one at the end counts from the end of what it belongs to.
    func place(at position: Double, into band: inout BandBuffer) {
        guard length > 0 else { return }
        let frame = LayoutRect(
            axis: axis, along: pins && edge == .end ? -length : position, cross: across.start, alongLength: length,
            crossLength: across.length)
        guard pins else {
            band.elements.append(BandBuffer.Element(kind: kind, frame: frame, zIndex: 0))
            return
        }
        band.sectionElements.append(
            BandBuffer.SectionElement(
                kind: kind, edge: edge == .start ? .start : .end, frame: frame, zIndex: pinnedZIndex, pins: true,
                reserve: reserve, minimumLength: minimumLength, pinShift: pinShift))
    }
}
