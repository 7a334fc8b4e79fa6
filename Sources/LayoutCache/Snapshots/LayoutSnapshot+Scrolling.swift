public import LayoutEngine

extension LayoutSnapshot {
    /// An anchor for what is visible at an offset; nil if no cell is.
    public func anchor(at offset: LayoutPoint, edge: ScrollAnchor.Edge = .start) throws -> ScrollAnchor? {
        try read { try $0.anchor(at: offset, edge: edge) }
    }

    /// The offset at which an anchor's item is where it was, also where the anchor is of another snapshot.
    public func contentOffset(for anchor: ScrollAnchor) throws -> LayoutPoint {
        try read { try $0.contentOffset(for: anchor) }
    }

    /// The offset at which an anchor's item is where it was, and whether it goes by estimated lengths: where the item,
    /// or something before it, was not laid out yet.
    public func anchoredOffset(for anchor: ScrollAnchor) throws -> AnchoredOffset {
        try read { try $0.anchoredOffset(for: anchor) }
    }

    /// The offset at which scrolling should come to rest, by the definition's `snap`; without one, the proposal.
    public func targetContentOffset(
        forProposedContentOffset proposedContentOffset: LayoutPoint, withScrollingVelocity velocity: LayoutPoint
    ) throws -> LayoutPoint {
        try read {
            try $0.targetContentOffset(
                forProposedContentOffset: proposedContentOffset, withScrollingVelocity: velocity)
        }
    }

    /// The content offset at a fraction of what can be scrolled through: 0 is the beginning, 1 the end, in the
    /// direction of reading. What lies beyond is clamped. Of a layout that wraps, at a fraction of its lap.
    public func contentOffset(atFraction fraction: Double) throws -> LayoutPoint {
        try read { try $0.contentOffset(atFraction: fraction) }
    }

    /// At which fraction of what can be scrolled through a content offset is, from 0 to 1; 0 where there is nothing to
    /// scroll. The inverse of ``contentOffset(atFraction:)``.
    public func fraction(of offset: LayoutPoint) throws -> Double {
        try read { try $0.fraction(of: offset) }
    }

    /// The content offset, or the nearest one that can be scrolled to; of a layout that wraps, any.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    /// - Complexity: O(log bands).
    public func nearestOffset(to offset: LayoutPoint) throws -> LayoutPoint {
        try read { try $0.nearestOffset(to: offset) }
    }
}
