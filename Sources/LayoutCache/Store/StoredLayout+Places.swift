public import LayoutEngine

extension StoredLayout {
    /// The index path of the cell at a point of the content; nil if there is none.
    ///
    /// Of several cells it is the topmost one.
    ///
    /// - Parameters:
    ///   - point: In content coordinates, in points.
    ///   - preparing: The scope to lay out first.
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there.
    /// - Complexity: O(log bands + cells under the point).
    public func indexPath(
        at point: LayoutPoint, preparing: PreparationScope = .nothing
    ) throws -> ItemIndexPath? {
        try read(preparing, viewing: .visible(LayoutRect(x: point.x, y: point.y, width: 1, height: 1))) {
            try $0.indexPath(at: point)
        }
    }

    /// The index path of an item; nil where the layout has no such item.
    ///
    /// - Throws: ``LayoutError`` `notFound` if the layout was removed.
    public func indexPath(of item: ItemReference) throws -> ItemIndexPath? {
        try read(.nothing, viewing: .everything(from: nil)) { try ItemLookup($0).indexPath(of: item) }
    }

    /// The index path of the item with a rank among all items of the layout, from 0; nil if the rank is too large.
    ///
    /// - Throws: ``LayoutError`` `notFound` if the layout was removed.
    public func indexPath(atRank rank: Int) throws -> ItemIndexPath? {
        try read(.nothing, viewing: .everything(from: nil)) { try ItemLookup($0).indexPath(atRank: rank) }
    }

    /// The number of items before an item in the layout; nil if it has no such item.
    ///
    /// - Throws: ``LayoutError`` `notFound` if the layout was removed.
    public func rank(of item: ItemReference) throws -> Int? {
        try read(.nothing, viewing: .everything(from: nil)) { try ItemLookup($0).rank(of: item) }
    }

    /// The content offset at a fraction of what can be scrolled through: see
    /// ``LayoutSnapshot/contentOffset(atFraction:)``.
    ///
    /// - Throws: ``LayoutError`` `notFound` if the layout was removed.
    public func contentOffset(atFraction fraction: Double) throws -> LayoutPoint {
        try read(.nothing, viewing: .everything(from: nil)) { try $0.contentOffset(atFraction: fraction) }
    }

    /// At which fraction of what can be scrolled through a content offset is: see ``LayoutSnapshot/fraction(of:)``.
    ///
    /// - Throws: ``LayoutError`` `notFound` if the layout was removed.
    public func fraction(of offset: LayoutPoint) throws -> Double {
        try read(.nothing, viewing: .everything(from: nil)) { try $0.fraction(of: offset) }
    }

    /// The items that become visible when a rectangle continues its movement, and the ones that were left behind: see
    /// ``LayoutSnapshot/elements(aheadOf:velocity:screens:)``.
    ///
    /// - Throws: ``LayoutError`` `notFound` if the layout was removed.
    public func elements(aheadOf rect: LayoutRect, velocity: LayoutPoint, screens: Double) throws -> ElementsAhead {
        try read(.nothing, viewing: .everything(from: nil)) {
            try $0.elements(aheadOf: rect, velocity: velocity, screens: screens)
        }
    }
}
