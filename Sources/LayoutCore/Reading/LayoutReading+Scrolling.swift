public import LayoutEngine

extension LayoutReading {
    /// An anchor for what is visible at an offset; nil if no cell is.
    ///
    /// At the content's very beginning (for `start`) or end (for `end`) the anchor is that limit. Beginning and end
    /// follow the direction of reading: a layout from right to left begins at its right.
    ///
    /// - Parameters:
    ///   - offset: The content offset: the origin of the visible rectangle, in points.
    ///   - edge: Which visible item to hold on to: the first or the last.
    ///   - preparing: The scope to lay out first.
    /// - Complexity: O(log bands + visible elements).
    public func anchor(
        at offset: LayoutPoint, edge: ScrollAnchor.Edge = .start, preparing: PreparationScope = .nothing
    ) throws -> ScrollAnchor? {
        try read(.visible(preparing) { LayoutRect(origin: offset, size: $0) }) {
            try $0.anchor(at: offset, edge: edge)
        }
    }

    /// An anchor for an item of one's choice, such as the one under a finger; nil if there is no such item.
    ///
    /// - Parameters:
    ///   - path: The item's place in the layout.
    ///   - offset: The content offset: the origin of the visible rectangle, in points.
    ///   - edge: The edge of the item, and of what is visible, whose distance is kept.
    ///   - preparing: The scope to lay out first.
    /// - Complexity: O(log bands).
    public func anchor(
        ofItemAt path: ItemIndexPath, at offset: LayoutPoint, edge: ScrollAnchor.Edge = .start,
        preparing: PreparationScope = .nothing
    ) throws -> ScrollAnchor? {
        try read(.item(path, preparing)) { try $0.anchor(ofItemAt: path, at: offset, edge: edge) }
    }

    /// The offset that keeps an anchor's item in place, after any changes, also for an anchor of another snapshot.
    ///
    /// Clamped to the scrollable range; in a layout that wraps, at the item's place in lap 0. If the item is gone, the
    /// one that has its indices now, or the nearest one, takes its place. An item that was not laid out yet is
    /// estimated to be at its probable place: ``anchoredOffset(for:preparing:)`` reports whether that is so.
    ///
    /// - Complexity: O(log bands + items of a band).
    public func contentOffset(for anchor: ScrollAnchor, preparing: PreparationScope = .nothing) throws -> LayoutPoint {
        try anchoredOffset(for: anchor, preparing: preparing).offset
    }

    /// The offset that keeps an anchor's item in place, and whether it depends on estimated lengths. It does if the
    /// item, or an item before it, was not laid out yet.
    ///
    /// See ``contentOffset(for:preparing:)``. With `.visible` the item itself is laid out first; the part before it may
    /// still be an estimate.
    ///
    /// - Complexity: O(log bands + items of a band).
    public func anchoredOffset(
        for anchor: ScrollAnchor, preparing: PreparationScope = .nothing
    ) throws -> AnchoredOffset {
        let isSought = !anchor.isAtLimit && preparing == .visible
        let itemID = isSought ? try read(.nothing) { try $0.itemID(of: anchor) } : nil
        return try read(itemID.map { .items([$0], preparing) } ?? .item(anchor.indexPath, preparing)) {
            try $0.anchoredOffset(for: anchor)
        }
    }

    /// The target offset of a scroll gesture, like the result of the method of the same name of a collection view
    /// layout.
    ///
    /// By the definition's `snap`; without one, the proposal itself. Only the scroll axis is changed. Stops beyond one
    /// container are found if all of the layout was laid out once.
    ///
    /// - Parameters:
    ///   - proposedContentOffset: The offset at which scrolling would end by itself, in points.
    ///   - velocity: The speed at the end of the gesture, in points per millisecond.
    ///   - preparing: The scope to lay out first.
    /// - Complexity: O(log bands + elements up to twice as far as the stop).
    public func targetContentOffset(
        forProposedContentOffset proposedContentOffset: LayoutPoint, withScrollingVelocity velocity: LayoutPoint,
        preparing: PreparationScope = .nothing
    ) throws -> LayoutPoint {
        // A gesture backwards looks at the page before the proposal.
        let need = ReadingNeed.visible(preparing) { container in
            LayoutRect(
                x: proposedContentOffset.x - container.width, y: proposedContentOffset.y - container.height,
                width: container.width * 3, height: container.height * 3)
        }
        return try read(need) {
            try $0.targetContentOffset(
                forProposedContentOffset: proposedContentOffset, withScrollingVelocity: velocity)
        }
    }

    /// The content offset at a fraction of the scrollable range: 0 is the beginning, 1 the end, in the direction of
    /// reading. Fractions beyond are clamped. Of a layout that wraps, at a fraction of its lap.
    ///
    /// - Complexity: O(log bands).
    public func contentOffset(atFraction fraction: Double) throws -> LayoutPoint {
        try read(.nothing) { try $0.contentOffset(atFraction: fraction) }
    }

    /// The fraction of a content offset in the scrollable range, from 0 to 1; 0 if the content cannot scroll. The
    /// inverse of ``contentOffset(atFraction:)``.
    ///
    /// - Complexity: O(log bands).
    public func fraction(of offset: LayoutPoint) throws -> Double {
        try read(.nothing) { try $0.fraction(of: offset) }
    }
}
