package import LayoutEngine

extension StoredLayout {
    /// The offset to which a carousel of several sets of the same items jumps, and whether it jumps at all. It does
    /// when it has strayed too far from its middle: the classic re-centring, for scroll views that have ends.
    ///
    /// It jumps by whole sets, and only if it is more than one set away from the middle.
    ///
    /// - Parameters:
    ///   - offset: The present offset in a content of `sets` copies of the layout's own, in points.
    ///   - sets: How many copies there are.
    package func recenteredOffset(for offset: LayoutPoint, sets: Int) throws -> (offset: LayoutPoint, isMoved: Bool) {
        try read { layout in
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
