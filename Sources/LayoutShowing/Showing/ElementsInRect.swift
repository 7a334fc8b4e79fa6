internal import LayoutCore
internal import LayoutEngine

/// The elements of a rectangle in one state of a layout: fixed ones, and pinned ones.
///
/// With each step, scrolling changes what is visible, but seldom what is asked for. Then it takes no other query, only
/// another place for each of the pins.
final class ElementsInRect: Sendable {
    /// The requested rectangle, in content coordinates.
    let rect: LayoutRect
    /// Without pinned elements, and without elements that move by their place in the viewport.
    let still: [LayoutAttributes]
    /// The elements that move, with their frames.
    private let moving: [LayoutAttributes]
    /// The longer side of the largest viewport for which ``moving`` holds all elements that may show.
    private let viewLength: Double
    private let pins: [PinnedElement]
    private let placement: Placement
    /// The only visible rectangle that it is valid for, if cells are frozen or stick; nil if all pinned elements are in
    /// ``pins``.
    let requiredViewport: LayoutRect?
    /// Whether some of them are repetitions.
    let hasLaps: Bool
    private let growth: RowGrowth?

    /// - Throws: The errors of ``LayoutSnapshot/layoutAttributesForElements(in:visible:)``.
    init(
        of snapshot: LayoutSnapshot, _ growth: RowGrowth? = nil, in rect: LayoutRect, seenFrom viewport: LayoutRect,
        offsets: [Int: Double]
    ) throws {
        self.rect = rect
        self.growth = growth
        var found: FoundElements
        (found, placement) = try snapshot.elements(
            in: growth?.searched(rect) ?? rect, seenFrom: growth?.stored(viewport) ?? viewport, offsets: offsets,
            leavingSpans: growth != nil)
        if let growth {
            found.elements = growth.placed(found.elements, in: rect)
            found.pins = found.pins.map(growth.placed)
        }
        let traits = placement.content.traits
        let isMoving = traits.motionReach != nil
        still = isMoving ? found.elements.filter { $0.motion == nil } : found.elements
        moving = isMoving ? found.elements.filter { $0.motion != nil } : []
        viewLength = isMoving ? max(viewport.width, viewport.height) : .infinity
        pins = found.pins
        requiredViewport = snapshot.hasFrozenCells || traits.stickyRule != nil ? viewport : nil
        hasLaps = traits.wraps || traits.wrapsAcross
    }

    /// Whether it can answer for a part of its rectangle and a visible rectangle.
    func answers(_ part: LayoutRect, visible: LayoutRect) -> Bool {
        rect.contains(part) && max(visible.width, visible.height) <= viewLength
            && (requiredViewport == nil || requiredViewport == visible)
    }

    /// The known cells whose frames overlap a rectangle.
    func cells(in rect: LayoutRect) -> [LayoutAttributes] {
        (still + moving).filter { $0.kind == .cell && $0.frame.overlaps(rect) }
    }

    /// The first element that satisfies a condition: one that moves in its frame, and a pinned one at its place.
    func first(seenFrom visible: LayoutRect, where condition: (LayoutAttributes) -> Bool) -> LayoutAttributes? {
        if let element = still.first(where: condition) ?? moving.first(where: condition) { return element }
        var found: LayoutAttributes?
        forEachPin(in: rect, visible: visible) { if condition($0) { found = $0 } }
        return found
    }

    /// Whether some of them move by their place in the viewport.
    var isMoving: Bool { !moving.isEmpty }

    /// The pinned elements that show in a part of the rectangle, and the elements that move.
    func forEachPin(in part: LayoutRect, visible: LayoutRect, _ body: (LayoutAttributes) -> Void) {
        let placement = placement.seen(from: growth?.stored(visible) ?? visible)
        for element in moving {
            if let drawn = element.drawn(in: visible, showing: part) { body(drawn) }
        }
        for pin in pins {
            var element = pin.placed(by: placement)
            if let growth { element.frame = growth.shown(element.frame) }
            if element.frame.overlaps(part) { body(element) }
        }
    }
}

extension LayoutRect {
    func contains(_ other: LayoutRect) -> Bool {
        x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
    }
}
