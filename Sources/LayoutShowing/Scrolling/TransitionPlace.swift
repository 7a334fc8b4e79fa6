package import LayoutCore
package import LayoutEngine

/// The place of a transition in one of its two layouts.
package struct TransitionPlace: Sendable {
    /// The content offset that keeps the item in place. In a container it is one that the layout can be scrolled to.
    package var offset: LayoutPoint
    /// The visible rectangle.
    package var visible: LayoutRect
    /// The point that stays on the screen.
    var fixed: LayoutPoint
    /// The frame of the item; nil for a limit of the content, and an empty layout.
    package var held: LayoutRect?

    /// - Parameter viewSize: The size of a view that shows it beyond the limits of scrolling if need be; nil for the
    ///   layout's container.
    package init(_ layout: LayoutReader, holding anchor: ScrollAnchor, viewSize: LayoutSize? = nil) throws {
        let traits = layout.traits
        let axis = traits.axis
        held = try layout.anchoredFrame(for: anchor)
        offset = try layout.contentOffset(for: anchor)
        visible = LayoutRect(origin: offset, size: layout.record.container)
        guard let point = anchor.point else {
            fixed = offset
            let frame = held ?? visible
            fixed[axis] = (anchor.edge == .start) != traits.isMirrored ? frame.min(axis) : frame.max(axis)
            return
        }
        fixed = held.map(point.point(of:)) ?? .zero
        if let viewSize {
            offset = LayoutPoint(x: fixed.x - point.place.x, y: fixed.y - point.place.y)
            visible = LayoutRect(origin: offset, size: viewSize)
        }
        guard !traits.isFree else { return }
        // Across the axis nothing scrolls: the corner of the viewport stays.
        fixed[axis.cross] = viewSize == nil ? offset[axis.cross] : 0
        guard let viewSize else { return }
        // A view of another breadth shows its content somewhere across: elements that reach out of it included.
        let breadth = max(try layout.contentSize[axis.cross], viewSize[axis.cross])
        visible = LayoutRect(
            axis: axis, along: visible.min(axis), cross: -breadth, alongLength: visible.length(axis),
            crossLength: 3 * breadth)
    }

    /// The visible rectangle, and one length of it before and after.
    package func near(_ axis: LayoutAxis) -> LayoutRect {
        let length = visible.length(axis)
        return LayoutRect(
            axis: axis, along: visible.min(axis) - length, cross: visible.min(axis.cross), alongLength: 3 * length,
            crossLength: visible.length(axis.cross))
    }
}
