/// How an element pins, for a viewer that scrolls on by itself: one of its edges keeps to the viewport's, inside
/// a range. In content coordinates.
package struct PinRange: Sendable, Hashable {
    /// Its natural place, with its whole length.
    package var frame: LayoutRect
    package var edge: ClosedRange<Double>
    /// Whether its far edge keeps to the far edge of the viewport.
    package var keepsToEnd: Bool
    /// The length to which it shrinks at an edge; nil if it keeps its length.
    package var minimumLength: Double?
    /// How far it keeps from the edge.
    package var inset: Double
}

extension Placement {
    /// - Parameter shift: The distance of the lap from lap 0.
    package func pinRange(
        of element: BandBuffer.SectionElement, in section: FrozenLines.Strip, shift: Double
    ) -> PinRange {
        let (traits, place) = (content.traits, ContentPlace(in: content, shift: shift))
        /// Its frame while the viewport is far away.
        func frame(seenFrom along: Double) -> LayoutRect {
            let visible = LayoutRect(axis: traits.axis, along: along, cross: 0, alongLength: 0, crossLength: 0)
            return place.frame(
                element.frame(
                    sectionStart: section.start, sectionEnd: section.end, visible: visible, axis: traits.axis))
        }
        let (first, last) = (frame(seenFrom: -1e300), frame(seenFrom: 1e300))
        let isFooter = element.edge == .end
        let keepsToEnd = isFooter != traits.isMirrored
        let (low, high) =
            keepsToEnd
            ? (first.max(traits.axis), last.max(traits.axis)) : (first.min(traits.axis), last.min(traits.axis))
        return PinRange(
            frame: isFooter ? last : first, edge: min(low, high)...max(low, high), keepsToEnd: keepsToEnd,
            minimumLength: element.minimumLength,
            inset: (isFooter ? traits.pinEnd : traits.pinStart) + element.pinShift)
    }
}
