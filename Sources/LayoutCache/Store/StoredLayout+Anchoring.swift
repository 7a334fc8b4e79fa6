public import LayoutEngine

extension StoredLayout {
    /// An anchor for what is visible at an offset; nil if no cell is.
    ///
    /// At the content's very beginning (for `start`) or end (for `end`) the anchor is that limit. Beginning and end
    /// follow the direction of reading: a layout from right to left begins at its right.
    ///
    /// - Parameters:
    ///   - offset: The content offset: the origin of the visible rectangle, in points.
    ///   - edge: Which visible item to hold on to: the first or the last.
    ///   - preparing: The scope to lay out first.
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there.
    /// - Complexity: O(log bands + visible elements).
    public func anchor(
        at offset: LayoutPoint, edge: ScrollAnchor.Edge = .start, preparing: PreparationScope = .nothing
    ) throws -> ScrollAnchor? {
        try read(preparing, viewing: { .visible(LayoutRect(origin: offset, size: $0.container)) }) {
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
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there.
    /// - Complexity: O(log bands).
    public func anchor(
        ofItemAt path: ItemIndexPath, at offset: LayoutPoint, edge: ScrollAnchor.Edge = .start,
        preparing: PreparationScope = .nothing
    ) throws -> ScrollAnchor? {
        try read(preparing, viewing: .item(path)) { try $0.anchor(ofItemAt: path, at: offset, edge: edge) }
    }

    /// The offset that keeps an anchor's item in place, after any changes.
    ///
    /// Clamped to the scrollable range; in a layout that wraps, at the item's place in lap 0. If the item is gone, the
    /// one that has its indices now, or the nearest one, takes its place. An item that was not laid out yet is
    /// estimated to be at its probable place: ``anchoredOffset(for:preparing:)`` reports whether that is so.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there.
    /// - Complexity: O(log bands + items of a band).
    public func contentOffset(for anchor: ScrollAnchor, preparing: PreparationScope = .nothing) throws -> LayoutPoint {
        try anchoredOffset(for: anchor, preparing: preparing).offset
    }

    /// The offset that keeps an anchor's item in place, and whether it depends on estimated lengths.
    ///
    /// See ``contentOffset(for:preparing:)``. With `.visible` the item itself is laid out first; the part before it may
    /// still be an estimate.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there.
    /// - Complexity: O(log bands + items of a band).
    public func anchoredOffset(
        for anchor: ScrollAnchor, preparing: PreparationScope = .nothing
    ) throws -> AnchoredOffset {
        let scope = PreparationExtent.item(anchor.indexPath)
        let itemID =
            anchor.isAtLimit || preparing != .visible
            ? nil : try read(.nothing, viewing: scope) { try $0.itemID(of: anchor) }
        return try read(preparing, viewing: itemID.map { .items([$0]) } ?? scope) { try $0.anchoredOffset(for: anchor) }
    }
}
