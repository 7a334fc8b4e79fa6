public import LayoutEngine

extension LayoutSnapshot {
    /// The number of items in a section; 0 if it does not exist.
    ///
    /// - Complexity: O(log bands).
    public func numberOfItems(inSection section: Int) throws -> Int {
        try read { try ElementLookup($0).itemCount(inSection: section) }
    }

    /// The key of the item at an index path; nil if it has none, or if there is no such item.
    ///
    /// An item that was deleted since the layout was prepared keeps its place until the next preparation, but has no
    /// key.
    ///
    /// - Complexity: O(log bands); on a canvas O(items of the section).
    public func key(of path: ItemIndexPath) throws -> String? {
        try read { layout in
            let lookup = ItemLookup(layout)
            return try lookup.id(at: path).flatMap { try lookup.key(ofItem: $0) }
        }
    }

    /// The row id of the item at an index path; nil if there is no such item.
    ///
    /// - Complexity: As ``key(of:)``.
    public func itemID(of path: ItemIndexPath) throws -> Int64? {
        try read { try ItemLookup($0).id(at: path) }
    }

    /// The content offset, or the nearest one that can be scrolled to; of a layout that wraps, any.
    ///
    /// - Complexity: O(log bands).
    package func nearestOffset(to offset: LayoutPoint) throws -> LayoutPoint {
        try read { try $0.nearestOffset(to: offset) }
    }

    /// The elements of a rectangle, with pinned ones and those that move apart, and what places these.
    ///
    /// - Throws: The errors of ``layoutAttributesForElements(in:visible:)``.
    /// - Complexity: O(log bands + found).
    ///
    /// - Parameter offsets: The offsets of sections that scroll orthogonally, by their index, if they differ from the
    ///   stored ones.
    package func elements(
        in rect: LayoutRect, seenFrom visible: LayoutRect, offsets: [Int: Double] = [:]
    ) throws -> (found: FoundElements, placement: Placement) {
        try read { layout in
            let query = try VisibleQuery(
                layout, rect: rect, viewport: visible, for: .pinnedApart(offsets: offsets))
            var found = try query.run()
            found.elements = try ItemLookup(layout).withPresentItems(found.elements)
            return (found, query.placement)
        }
    }

    /// An element of this state with what its item carries.
    package func content(of element: LayoutAttributes) throws -> ElementWithContent {
        try read { try element.withContent(from: $0.connection) }
    }
}
