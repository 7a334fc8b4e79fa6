internal import LayoutCore
internal import LayoutEngine

/// The last answer of a snapshot, from which a view's next ones can be given without a query.
struct ShownElements {
    private(set) var last: Answer?
    /// Whether the snapshot shows another state by now, which could not be read yet.
    private(set) var isFormer = false

    /// The snapshot shows another state.
    ///
    /// - Parameter keepsKnown: Whether what was known may be answered until the new state can be queried: it has the
    ///   same items.
    mutating func forgetState(keepsKnown: Bool) {
        if !keepsKnown { last = nil }
        isFormer = true
    }

    /// Notes what the present state has answered.
    mutating func note(_ answer: Answer) { (last, isFormer) = (answer, false) }

    /// The last answer, if it is that of the present state for a rectangle and a visible one.
    func answer(_ rect: LayoutRect, visible: LayoutRect) -> Answer? {
        last.flatMap { !isFormer && $0.answers(rect, visible: visible) ? $0 : nil }
    }

    // MARK: Memory

    /// Whether what is known includes a rectangle.
    func covers(_ rect: LayoutRect) -> Bool { !isFormer && last.map { $0.rect.contains(rect) } ?? false }

    /// The known cells in a rectangle, in coordinates of the content.
    func cells(in rect: LayoutRect) -> [LayoutAttributes] { isFormer ? [] : last?.cells(in: rect) ?? [] }

    /// The known cell of an item, in coordinates of the content.
    func cell(at path: ItemIndexPath) -> LayoutAttributes? { known { $0.kind == .cell && $0.indexPath == path } }

    /// The known element that satisfies a condition, in coordinates of the content.
    func known(_ condition: (LayoutAttributes) -> Bool) -> LayoutAttributes? {
        last.flatMap { $0.first(seenFrom: $0.rect, where: condition) }
    }

    /// The elements of a rectangle in one state of a layout: fixed ones, and pinned ones.
    ///
    /// With each step, scrolling changes what is visible, but seldom what is asked for. Then it takes no other query,
    /// only another place for each of the pins.
    final class Answer: Sendable {
        /// The requested rectangle, in content coordinates.
        let rect: LayoutRect
        /// Without pinned elements. Those that move by their place in the viewport have their frames.
        private let elements: [LayoutAttributes]
        /// The longer side of the largest viewport for which these are all elements that may show.
        private let viewLength: Double
        private let pins: [LayoutAttributes.Pinned]
        private let placement: Placement
        /// The only visible rectangle that it is valid for, if cells are frozen or stick; nil if all pinned elements
        /// are in ``pins``.
        let requiredViewport: LayoutRect?
        /// Whether some of them are repetitions.
        private let hasLaps: Bool
        private let growth: GrowingRow.Growth?

        /// - Throws: The errors of ``LayoutSnapshot/layoutAttributesForElements(in:visible:)``.
        init(
            of snapshot: LayoutSnapshot, _ growth: GrowingRow.Growth? = nil, in rect: LayoutRect,
            seenFrom viewport: LayoutRect, offsets: [Int: Double]
        ) throws {
            self.rect = rect
            self.growth = growth
            var found: VisibleQuery.Found
            (found, placement) = try snapshot.elements(
                in: growth?.searched(rect) ?? rect, seenFrom: growth?.stored(viewport) ?? viewport, offsets: offsets)
            if let growth {
                found.elements = growth.grown(found.elements, in: rect)
                found.pins = found.pins.map(growth.grown)
            }
            let traits = placement.content.traits
            elements = found.elements
            viewLength = traits.motionReach == nil ? .infinity : max(viewport.width, viewport.height)
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
            elements.filter { $0.kind == .cell && $0.frame.overlaps(rect) }
        }

        /// The first element that satisfies a condition: one that moves in its frame, and a pinned one at its place.
        func first(seenFrom visible: LayoutRect, where condition: (LayoutAttributes) -> Bool) -> LayoutAttributes? {
            if let element = elements.first(where: condition) { return element }
            var found: LayoutAttributes?
            forEach(in: rect, visible: visible) { if condition($0) { found = $0 } }
            return found
        }

        /// The elements that show in a part of the rectangle, each of them once, in the coordinates of the view.
        ///
        /// - Parameter movingAlone: Whether these are supplementary elements, and elements that move by their place.
        func elements(
            in part: LayoutRect, visible: LayoutRect, window: ContentWindow, movingAlone: Bool = false
        ) -> [LayoutAttributes] {
            var found: [LayoutAttributes] = []
            if !movingAlone { found.reserveCapacity(elements.count + pins.count) }
            forEach(in: part, visible: visible, movingAlone: movingAlone) { found.append($0.placed(by: window)) }
            return hasLaps ? Self.once(found, near: window.viewRect(visible)) : found
        }

        /// Each element once: a collection view has no word for the second lap of an item.
        private static func once(_ elements: [LayoutAttributes], near rect: LayoutRect) -> [LayoutAttributes] {
            guard elements.contains(where: { $0.lap != 0 }) else { return elements }
            var kept: [LayoutAttributes.Identity: LayoutAttributes] = [:]
            for element in elements {
                var identity = element.identity
                identity.lap = 0
                if let other = kept[identity], other.frame.overlaps(rect) || !element.frame.overlaps(rect) { continue }
                kept[identity] = element
            }
            return Array(kept.values)
        }

        /// Calls `body` with the elements that show in a part of the rectangle, where a viewer sees them.
        private func forEach(
            in part: LayoutRect, visible: LayoutRect, movingAlone: Bool = false, _ body: (LayoutAttributes) -> Void
        ) {
            let placement = placement.seen(from: growth?.stored(visible) ?? visible)
            // By index: most elements stay, and are not copied.
            for index in elements.indices
            where !movingAlone || elements[index].kind == .supplementary || elements[index].motion != nil {
                if let drawn = elements[index].drawn(in: visible, showing: part) { body(drawn) }
            }
            for pin in pins {
                var element = pin.placed(by: placement)
                if let growth { element.frame = growth.shown(element.frame) }
                if element.frame.overlaps(part) { body(element) }
            }
        }
    }
}

extension LayoutRect {
    func contains(_ other: LayoutRect) -> Bool {
        x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
    }
}
