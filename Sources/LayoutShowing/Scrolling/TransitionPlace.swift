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

    package init(_ layout: LayoutReader, _ holding: TransitionHold) throws {
        let container = layout.record.container
        switch holding {
        case .anchor(let anchor):
            offset = try layout.contentOffset(for: anchor)
            visible = LayoutRect(origin: offset, size: container)
            held = try layout.anchoredFrame(for: anchor)
            fixed = offset
            let frame = held ?? visible
            let axis = layout.traits.axis
            fixed[axis] = (anchor.edge == .start) != layout.traits.isMirrored ? frame.min(axis) : frame.max(axis)
        case .point(let point):
            held = try layout.anchoredFrame(for: point.anchor)
            offset = .zero
            if let held {
                fixed = held.point(at: point.fraction)
                offset = try layout.nearestOffset(
                    to: LayoutPoint(x: fixed.x - point.place.x, y: fixed.y - point.place.y))
                // Across the axis nothing scrolls: the corner of the viewport stays.
                if !layout.traits.isFree { fixed[layout.traits.axis.cross] = offset[layout.traits.axis.cross] }
            } else {
                fixed = .zero
            }
            visible = LayoutRect(origin: offset, size: container)
        case .view(let point, let size):
            held = try layout.anchoredFrame(for: point.anchor)
            fixed = held?.point(at: point.fraction) ?? .zero
            offset = LayoutPoint(x: fixed.x - point.place.x, y: fixed.y - point.place.y)
            visible = LayoutRect(origin: offset, size: size)
            guard !layout.traits.isFree else { return }
            fixed[layout.traits.axis.cross] = 0
            // A view of another breadth shows its content somewhere across: elements that reach out of it included.
            let axis = layout.traits.axis
            let breadth = max(try layout.contentSize[axis.cross], size[axis.cross])
            visible = LayoutRect(
                axis: axis, along: visible.min(axis), cross: -breadth, alongLength: visible.length(axis),
                crossLength: 3 * breadth)
        }
    }
}

extension TransitionPlace {
    /// The visible rectangle, and one length of it before and after.
    package func near(_ axis: LayoutAxis) -> LayoutRect {
        let length = visible.length(axis)
        return LayoutRect(
            axis: axis, along: visible.min(axis) - length, cross: visible.min(axis.cross), alongLength: 3 * length,
            crossLength: visible.length(axis.cross))
    }
}

/// The item that stays in place during a transition, and how.
package enum TransitionHold: Sendable {
    /// At a distance from an edge of the container.
    case anchor(ScrollAnchor)
    /// At a place in the container.
    case point(PinchAnchor)
    /// At a place in a view of another size than the container, beyond the limits of scrolling if need be.
    case view(PinchAnchor, size: LayoutSize)

    var anchor: ScrollAnchor {
        switch self {
        case .anchor(let anchor): anchor
        case .point(let point), .view(let point, _): point.anchor
        }
    }
}
