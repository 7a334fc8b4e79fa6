internal import LayoutEngine

/// An element that stays visible while its section is: its frame depends on the visible rectangle.
struct PinnedElement: Sendable {
    /// All but its frame.
    private let element: LayoutAttributes
    private let row: BandBuffer.SectionElement
    private let sectionStart: Double
    private let sectionEnd: Double
    /// The origin of the content of its lap.
    private let place: BandTransform

    init(
        _ element: LayoutAttributes, row: BandBuffer.SectionElement, sectionStart: Double, sectionEnd: Double,
        place: BandTransform
    ) {
        self.element = element
        self.row = row
        self.sectionStart = sectionStart
        self.sectionEnd = sectionEnd
        self.place = place
    }

    /// The element at its place for a visible rectangle of the content.
    func element(seenFrom eye: LayoutRect, in view: BandCoordinates) -> LayoutAttributes {
        let axis = view.traits.axis
        let visible = view.pinningRect(seenFrom: eye, shift: view.traits.isMirrored ? -place.shift : place.shift)
        var element = element
        element.frame = place.frame(
            row.frame(sectionStart: sectionStart, sectionEnd: sectionEnd, visible: visible, axis: axis))
        return element
    }
}
