public import LayoutEngine

/// The items that come into sight next, and those that were left behind: what a collection view's prefetching asks
/// for.
public struct ElementsAhead: Sendable, Hashable {
    /// An item that is not in sight.
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

    /// In the order in which they come into sight.
    public var comingIntoSight: [Item]
    /// What is as far away in the other direction, the nearest first: whatever was begun for these can be cancelled.
    public var toCancel: [Item]

    init(comingIntoSight: [Item] = [], toCancel: [Item] = []) {
        self.comingIntoSight = comingIntoSight
        self.toCancel = toCancel
    }
}
