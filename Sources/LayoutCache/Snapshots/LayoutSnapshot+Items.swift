public import LayoutEngine

extension LayoutSnapshot {
    /// The number of items in a section; 0 if it does not exist.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    /// - Complexity: O(log bands).
    public func numberOfItems(inSection section: Int) throws -> Int {
        try read { try ElementLookup($0).itemCount(inSection: section) }
    }

    /// The index path of an item; nil where the layout has no such item.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    public func indexPath(of item: ItemReference) throws -> ItemIndexPath? {
        try read { try ItemLookup($0).indexPath(of: item) }
    }

    /// The key of the item at an index path; nil if it has none, or if there is no such item.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    /// - Complexity: O(log bands); on a canvas O(items of the section).
    public func key(of path: ItemIndexPath) throws -> String? {
        try read { layout in
            let lookup = ItemLookup(layout)
            return try lookup.id(at: path).flatMap { try lookup.key(ofItem: $0) }
        }
    }

    /// The row id of the item at an index path; nil if there is no such item.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    /// - Complexity: As ``key(of:)``.
    public func itemID(of path: ItemIndexPath) throws -> Int64? {
        try read { try ItemLookup($0).id(at: path) }
    }

    /// The index path of the cell at a point of the content; nil if there is none.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    public func indexPath(at point: LayoutPoint) throws -> ItemIndexPath? {
        try read { try $0.indexPath(at: point) }
    }

    /// The index path of the item with a rank among all items of the layout, from 0; nil if the rank is too large.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    public func indexPath(atRank rank: Int) throws -> ItemIndexPath? {
        try read { try ItemLookup($0).indexPath(atRank: rank) }
    }

    /// The number of items before an item in the layout; nil if it has no such item.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    public func rank(of item: ItemReference) throws -> Int? {
        try read { try ItemLookup($0).rank(of: item) }
    }
}
