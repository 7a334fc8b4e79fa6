extension BandBuffer.SectionElement {
    /// The frame of the element while it is not pinned.
    ///
    /// - Parameters:
    ///   - sectionStart: the section's beginning along the axis, in content coordinates.
    ///   - sectionEnd: the section's end there.
    package func naturalFrame(sectionStart: Double, sectionEnd: Double, axis: LayoutAxis) -> LayoutRect {
        let origin =
            switch edge {
            case .start, .span: sectionStart
            case .end: sectionEnd
            case .middle: (sectionStart + sectionEnd) / 2
            }
        let start = origin + frame.min(axis)
        let length = edge == .span ? max(0, sectionEnd - reserve - start) : frame.length(axis)
        return placed(at: start, length: length, axis: axis)
    }

    /// The frame of the element while the given rectangle is visible. A header that pins moves along with the
    /// rectangle's beginning until its section's end (less its reserve) pushes it out; a footer mirrors that. Its size
    /// never changes, and neither does anything else's place.
    ///
    /// - Parameter visible: the visible rectangle in content coordinates, without what bars and content
    ///   insets cover.
    package func frame(
        sectionStart: Double, sectionEnd: Double, visible: LayoutRect, axis: LayoutAxis
    ) -> LayoutRect {
        let natural = naturalFrame(sectionStart: sectionStart, sectionEnd: sectionEnd, axis: axis)
        guard pins else { return natural }
        let length = natural.length(axis)
        switch edge {
        case .start, .middle:
            let line = visible.min(axis) + pinShift
            // A header may shrink by as much as it was scrolled past.
            let shown = minimumLength.map { max($0, length - max(0, line - natural.min(axis))) } ?? length
            let limit = sectionEnd - reserve - shown
            return placed(at: max(natural.min(axis), min(line, limit)), length: shown, axis: axis)
        case .end:
            let limit = sectionStart + reserve
            return placed(
                at: min(natural.min(axis), max(visible.max(axis) - pinShift - length, limit)), length: length,
                axis: axis)
        case .span: return natural
        }
    }

    private func placed(at position: Double, length: Double, axis: LayoutAxis) -> LayoutRect {
        LayoutRect(
            axis: axis, along: position, cross: frame.min(axis.cross), alongLength: length,
            crossLength: frame.length(axis.cross))
    }
}
