public import LayoutEngine

extension StoredLayout {
    /// The target offset of a scroll gesture, like the result of the method of the same name of a collection view
    /// layout.
    ///
    /// By the definition's `snap`; without one, the proposal itself. Only the scroll axis is changed.
    ///
    /// - Parameters:
    ///   - proposedContentOffset: The offset at which scrolling would end by itself, in points.
    ///   - velocity: The speed at the end of the gesture, in points per millisecond.
    ///   - preparing: The scope to lay out first.
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there.
    /// - Complexity: O(log bands + visible elements).
    public func targetContentOffset(
        forProposedContentOffset proposedContentOffset: LayoutPoint,
        withScrollingVelocity velocity: LayoutPoint, preparing: PreparationScope = .nothing
    ) throws -> LayoutPoint {
        // A gesture backwards looks at the page before the proposal.
        func pages(_ record: LayoutRecord) -> PreparationExtent {
            .visible(
                LayoutRect(
                    x: proposedContentOffset.x - record.container.width,
                    y: proposedContentOffset.y - record.container.height,
                    width: record.container.width * 3, height: record.container.height * 3))
        }
        return try read(preparing, viewing: pages) {
            try $0.targetContentOffset(
                forProposedContentOffset: proposedContentOffset, withScrollingVelocity: velocity)
        }
    }

    /// The offset to which a carousel of several sets of the same items jumps, and whether it jumps at all. It does
    /// when it has strayed too far from its middle: the classic re-centring, for scroll views that have ends.
    ///
    /// It jumps by whole sets, and only if it is more than one set away from the middle.
    ///
    /// - Parameters:
    ///   - offset: The present offset in a content of `sets` copies of the layout's own, in points.
    ///   - sets: How many copies there are.
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there.
    package func recenteredOffset(for offset: LayoutPoint, sets: Int) throws -> (offset: LayoutPoint, isMoved: Bool) {
        try read(.nothing, viewing: .everything(from: nil)) { layout in
            guard layout.isPrepared else { return (offset, false) }
            let axis = layout.traits.axis
            let carousel = WrapRecentering(
                copiesOf: try layout.content.length, spacing: layout.traits.wrapSpacing, sets: sets)
            let (along, isMoved) = carousel.recenter(offset[axis])
            var result = offset
            result[axis] = along
            return (result, isMoved)
        }
    }
}
