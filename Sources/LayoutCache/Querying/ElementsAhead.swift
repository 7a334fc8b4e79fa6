public import LayoutEngine

/// The items that become visible next, and the ones that were left behind: for a collection view's prefetching.
public struct ElementsAhead: Sendable, Hashable {
    /// An item that is not visible.
    public struct Item: Sendable, Hashable {
        /// The 0-based index of its section in the layout.
        public var section: Int
        /// Its 0-based index in the section.
        public var item: Int
        /// Its row id.
        public var itemID: Int64
        /// Its key; nil where it has none.
        public var key: String?
        /// In content coordinates, in points.
        public var frame: LayoutRect

        package init(section: Int, item: Int, itemID: Int64, key: String?, frame: LayoutRect) {
            self.section = section
            self.item = item
            self.itemID = itemID
            self.key = key
            self.frame = frame
        }
    }

    /// In the order in which they become visible.
    public var comingIntoSight: [Item]
    /// Items equally far away in the other direction, the nearest first: work begun for these can be cancelled.
    public var toCancel: [Item]

    init(comingIntoSight: [Item] = [], toCancel: [Item] = []) {
        self.comingIntoSight = comingIntoSight
        self.toCancel = toCancel
    }
}
