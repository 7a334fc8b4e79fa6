public import LayoutEngine

extension LayoutSnapshot {
    /// An anchor for what is visible at an offset; nil if no cell is.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    public func anchor(at offset: LayoutPoint, edge: ScrollAnchor.Edge = .start) throws -> ScrollAnchor? {
        try read { try $0.anchor(at: offset, edge: edge) }
    }

    /// The offset that keeps an anchor's item in place, also for an anchor of another snapshot.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    public func contentOffset(for anchor: ScrollAnchor) throws -> LayoutPoint {
        try read { try $0.contentOffset(for: anchor) }
    }

    /// The offset that keeps an anchor's item in place, and whether it depends on estimated lengths. It does if the
    /// item, or an item before it, was not laid out yet.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    public func anchoredOffset(for anchor: ScrollAnchor) throws -> AnchoredOffset {
        try read { try $0.anchoredOffset(for: anchor) }
    }

    /// The target offset of a scroll gesture, by the definition's `snap`; without one, the proposal.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    public func targetContentOffset(
        forProposedContentOffset proposedContentOffset: LayoutPoint, withScrollingVelocity velocity: LayoutPoint
    ) throws -> LayoutPoint {
        try read {
            try $0.targetContentOffset(
                forProposedContentOffset: proposedContentOffset, withScrollingVelocity: velocity)
        }
    }

    /// The content offset at a fraction of the scrollable range: 0 is the beginning, 1 the end, in the direction of
    /// reading. Fractions beyond are clamped. Of a layout that wraps, at a fraction of its lap.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    public func contentOffset(atFraction fraction: Double) throws -> LayoutPoint {
        try read { try $0.contentOffset(atFraction: fraction) }
    }

    /// The fraction of a content offset in the scrollable range, from 0 to 1; 0 if the content cannot scroll. The
    /// inverse of ``contentOffset(atFraction:)``.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    public func fraction(of offset: LayoutPoint) throws -> Double {
        try read { try $0.fraction(of: offset) }
    }

    /// The content offset, or the nearest one that can be scrolled to; of a layout that wraps, any.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    /// - Complexity: O(log bands).
    package func nearestOffset(to offset: LayoutPoint) throws -> LayoutPoint {
        try read { try $0.nearestOffset(to: offset) }
    }
}
