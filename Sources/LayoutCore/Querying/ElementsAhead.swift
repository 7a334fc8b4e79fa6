public import LayoutEngine

/// The items that become visible next, and the ones that were left behind: for a collection view's prefetching.
public struct ElementsAhead: Sendable, Hashable {
    /// An item that is not visible.
    public struct Item: Sendable, Hashable {
        /// Its place in the layout.
        public var indexPath: ItemIndexPath
        /// Its row id.
        public var itemID: Int64
        /// Its key; nil if it has none.
        public var key: String?
        /// In content coordinates, in points.
        public var frame: LayoutRect
        /// The time until it becomes visible at the given velocity, in seconds; nil without one, and for an item that
        /// was left behind.
        public var delay: Double?

        package init(indexPath: ItemIndexPath, itemID: Int64, key: String?, frame: LayoutRect, delay: Double? = nil) {
            self.indexPath = indexPath
            self.itemID = itemID
            self.key = key
            self.frame = frame
            self.delay = delay
        }
    }

    /// In the order in which they become visible.
    public var entering: [Item]
    /// Items equally far away in the other direction, the nearest first: work begun for these can be cancelled.
    public var toCancel: [Item]

    init(entering: [Item] = [], toCancel: [Item] = []) {
        self.entering = entering
        self.toCancel = toCancel
    }
}
