public import LayoutCore
public import LayoutEngine

/// The content offset that keeps the visible part in place, while the content changes. Examples are a conversation that
/// grows at both ends, and a list that is measured as it is scrolled.
///
/// ```swift
/// let isTouched = view.isTracking || view.isDecelerating
/// let next = try chat.snapshot()
/// view.offset = try keeper.exchange(shown, for: next, at: view.offset, isTouched: isTouched)
/// shown = next
/// for element in try next.layoutAttributesForElements(in: keeper.contentRect(visible)) {
///     place(element, at: keeper.viewRect(element.frame))
/// }
/// // When the view has come to rest:
/// view.offset = keeper.rest(at: view.offset)
/// ```
///
/// With the edge `end`, the content's end is followed if it was visible, and only then; else the last visible item
/// stays in place. With `start` it is the beginning, and the first item.
///
/// A content offset is not written while a finger is on the view, or the view is slowing down, for that would end the
/// gesture. Its pending change is collected in ``correction``. Until the view is at rest, elements are placed further
/// back by that amount: on screen nothing moves.
public struct ScrollKeeper: Sendable, Hashable {
    /// The end of the visible part that stays.
    public let edge: ScrollAnchor.Edge
    /// The pending change of the view's offset, in points.
    public private(set) var correction = LayoutPoint.zero
    private var kept: KeptAnchor?

    /// The last anchor, and the place of the content at that time.
    private struct KeptAnchor: Hashable {
        var anchor: ScrollAnchor
        var place: LayoutPoint
    }

    /// Creates a keeper for one edge of the visible area.
    public init(edge: ScrollAnchor.Edge) {
        self.edge = edge
    }

    /// Shows one state of a layout in the place of another.
    ///
    /// - Parameters:
    ///   - old: The state that the view shows.
    ///   - new: The state to show.
    ///   - viewOffset: The view's present offset, in points.
    ///   - isTouched: Whether a gesture is under way: then the view's offset is left alone.
    /// - Returns: The new offset of the view: the present one while it is touched.
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    /// - Complexity: O(log bands + visible elements).
    public mutating func exchange(
        _ old: LayoutSnapshot, for new: LayoutSnapshot, at viewOffset: LayoutPoint, isTouched: Bool
    ) throws -> LayoutPoint {
        let place = LayoutPoint(x: viewOffset.x + correction.x, y: viewOffset.y + correction.y)
        var moved = place
        moved[old.scrollAxis] += try displacement(from: old, to: new, at: place)
        guard isTouched else {
            correction = .zero
            return moved
        }
        correction = LayoutPoint(x: moved.x - viewOffset.x, y: moved.y - viewOffset.y)
        return viewOffset
    }

    /// Returns the distance by which the kept content has moved along the scroll axis from one state to another.
    ///
    /// For those who place elements themselves, as with a ``ContentWindow``; ``correction`` is not concerned.
    ///
    /// - Parameters:
    ///   - old: The state that the view shows.
    ///   - new: The state to show.
    ///   - place: The place of the content that the view shows in the old state.
    /// - Returns: A distance in points.
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    /// - Complexity: O(log bands + visible elements).
    public mutating func displacement(
        from old: LayoutSnapshot, to new: LayoutSnapshot, at place: LayoutPoint
    ) throws -> Double {
        let axis = old.scrollAxis
        // Beyond an end a view bounces: that part of its offset is no place.
        let inside = try old.nearestOffset(to: place)
        // Until the user scrolls, one anchor serves: an unchanged anchor is never rounded again.
        let known = kept.flatMap { $0.place == inside ? $0.anchor : nil }
        guard let anchor = try known ?? old.anchor(at: inside, edge: edge) else {
            kept = nil
            return 0
        }
        let found = try new.contentOffset(for: anchor)
        var settled = inside
        settled[axis] = found[axis]
        kept = KeptAnchor(anchor: anchor, place: settled)
        return found[axis] - inside[axis]
    }

    /// Ends a movement of the view: returns its new offset, with the whole correction.
    public mutating func rest(at viewOffset: LayoutPoint) -> LayoutPoint {
        defer { correction = .zero }
        return LayoutPoint(x: viewOffset.x + correction.x, y: viewOffset.y + correction.y)
    }

    /// A frame of the content in the coordinates of the view.
    public func viewRect(_ rect: LayoutRect) -> LayoutRect {
        rect.offsetBy(x: -correction.x, y: -correction.y)
    }

    /// A rectangle of the view in the coordinates of the content.
    public func contentRect(_ rect: LayoutRect) -> LayoutRect {
        rect.offsetBy(x: correction.x, y: correction.y)
    }
}
