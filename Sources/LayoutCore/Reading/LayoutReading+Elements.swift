public import LayoutEngine

extension LayoutReading {
    /// The elements that share some area with a rectangle, in no particular order.
    ///
    /// Pinned headers and frozen cells are at their visible places, and orthogonal sections at their stored offsets. In
    /// a layout that wraps any rectangle is answered, and an element comes once for each lap in which it shows.
    ///
    /// - Parameters:
    ///   - rect: The requested rectangle, in content coordinates, in points.
    ///   - visible: The visible rectangle, if a collection view asks for more than that; nil for the rectangle itself.
    ///   - preparing: The scope to lay out first. With `.nothing` the last prepared frames are returned, and `isStale`
    ///     marks each that may be out of date.
    /// - Throws: ``LayoutError`` `notFound` for a missing layout, and `invalidArgument` for a rectangle over more laps
    ///   than fit into memory.
    /// - Complexity: O(log bands + found).
    public func layoutAttributesForElements(
        in rect: LayoutRect, visible: LayoutRect? = nil, preparing: PreparationScope = .nothing
    ) throws -> [LayoutAttributes] {
        try read(.visible(rect, preparing)) { try $0.elements(in: rect, visible: visible) }
    }

    /// The elements that share some area with a rectangle, with their items' keys and payloads.
    ///
    /// As ``layoutAttributesForElements(in:visible:preparing:)``, with a look-up, or a step to the next row, for each
    /// item found.
    ///
    /// - Throws: The errors of ``layoutAttributesForElements(in:visible:preparing:)``.
    /// - Complexity: O(log bands + found).
    public func elementsWithContent(
        in rect: LayoutRect, visible: LayoutRect? = nil, preparing: PreparationScope = .nothing
    ) throws -> [ElementWithContent] {
        try read(.visible(rect, preparing)) { try $0.withContent($0.elements(in: rect, visible: visible)) }
    }

    /// The cell of an item at its natural position; nil if there is no such item or it was not laid out yet.
    ///
    /// - Complexity: O(log bands); on a canvas O(items of the section).
    public func layoutAttributesForItem(
        at path: ItemIndexPath, preparing: PreparationScope = .nothing
    ) throws -> LayoutAttributes? {
        try read(.item(path, preparing)) { try ElementLookup($0).cell(at: path) }
    }

    /// The cell of an item with its key and payload; nil if there is no such item or it was not laid out yet.
    ///
    /// - Complexity: O(log bands); on a canvas O(items of the section).
    public func itemWithContent(
        at path: ItemIndexPath, preparing: PreparationScope = .nothing
    ) throws -> ElementWithContent? {
        try read(.item(path, preparing)) { layout in
            guard var cell = try ElementLookup(layout).cell(at: path) else { return nil }
            // A band that was counted again and not laid out yet has cells of items that have moved since.
            if cell.isStale, let id = try ItemLookup(layout).id(at: path) { cell.itemID = id }
            return try cell.withContent(from: layout.connection)
        }
    }

    /// The supplementary element of a kind; nil if there is none, or it was not laid out yet.
    ///
    /// - Parameters:
    ///   - elementKind: `header`, `footer` or the definition's own name.
    ///   - path: The item's place, for a badge; the section with the item 0, for the section's own element; nil for an
    ///     element of the whole content.
    ///   - visible: The visible rectangle to which it pins; nil for its natural place.
    ///   - preparing: The scope to lay out first.
    /// - Complexity: O(log bands + elements of a band).
    public func layoutAttributesForSupplementaryElement(
        ofKind elementKind: String, at path: ItemIndexPath?, visible: LayoutRect? = nil,
        preparing: PreparationScope = .nothing
    ) throws -> LayoutAttributes? {
        try read(.item(path, preparing)) {
            try ElementLookup($0).element(.supplementary, ofKind: elementKind, at: path, visible: visible)
        }
    }

    /// The decoration of a kind; nil if there is none, or it was not laid out yet.
    ///
    /// The parameters are as in ``layoutAttributesForSupplementaryElement(ofKind:at:visible:preparing:)``.
    ///
    /// - Complexity: O(log bands + elements of a band).
    public func layoutAttributesForDecorationElement(
        ofKind elementKind: String, at path: ItemIndexPath?, preparing: PreparationScope = .nothing
    ) throws -> LayoutAttributes? {
        try read(.item(path, preparing)) {
            try ElementLookup($0).element(.decoration, ofKind: elementKind, at: path, visible: nil)
        }
    }

    /// The strip that a section occupies, without the spacing after it; on a canvas, the box around its elements.
    ///
    /// In content coordinates, in points; nil if there is no such section, or a canvas has nothing in it.
    ///
    /// - Complexity: O(log bands); on a canvas O(elements of the section).
    public func frame(ofSection section: Int, preparing: PreparationScope = .nothing) throws -> LayoutRect? {
        try read(.item(ItemIndexPath(section: section, item: 0), preparing)) { try $0.frame(ofSection: section) }
    }

    /// The items that become visible when a rectangle continues its movement, and the ones that were left behind.
    ///
    /// Items that were not laid out yet have no place, and are missing.
    ///
    /// - Parameters:
    ///   - rect: The visible rectangle, in content coordinates, in points.
    ///   - velocity: The velocity of the rectangle, in points per second. Its direction decides which items are found;
    ///     its magnitude decides only their ``ElementsAhead/Item/delay``. Without a velocity, items on both sides are
    ///     found. A gesture's velocity has the opposite sign, and a scroll view's is in points per millisecond.
    ///   - screens: How far to look, in lengths of the rectangle.
    /// - Complexity: O(log bands + found · log found), with a look-up, or a step to the next row, for each item found.
    public func elements(aheadOf rect: LayoutRect, velocity: LayoutPoint, screens: Double) throws -> ElementsAhead {
        try read(.nothing) { try $0.elements(aheadOf: rect, velocity: velocity, screens: screens) }
    }

    // MARK: Indices

    /// The index path of an item; nil where the layout has no such item.
    ///
    /// - Complexity: O(log bands + items of a band); on a canvas O(items of the section).
    public func indexPath(of item: ItemReference) throws -> ItemIndexPath? {
        try read(.nothing) { try ItemLookup($0).indexPath(of: item) }
    }

    /// The index path of the cell at a point of the content; nil if there is none.
    ///
    /// Of several cells it is the topmost one.
    ///
    /// - Parameters:
    ///   - point: In content coordinates, in points.
    ///   - preparing: The scope to lay out first.
    /// - Complexity: O(log bands + cells under the point).
    public func indexPath(at point: LayoutPoint, preparing: PreparationScope = .nothing) throws -> ItemIndexPath? {
        try read(.visible(LayoutRect(x: point.x, y: point.y, width: 1, height: 1), preparing)) {
            try $0.indexPath(at: point)
        }
    }

    /// The cells that share some area with a rectangle, the topmost first.
    ///
    /// - Parameters:
    ///   - rect: In content coordinates, in points.
    ///   - preparing: The scope to lay out first.
    /// - Complexity: O(log bands + found · log found).
    public func cells(in rect: LayoutRect, preparing: PreparationScope = .nothing) throws -> [LayoutAttributes] {
        try read(.visible(rect, preparing)) { try $0.cells(in: rect) }
    }

    /// The cells nearest to a point of the content, the nearest first; of equally near ones the topmost.
    ///
    /// Cells without an area have no place. The search goes on from the point until there are enough.
    ///
    /// - Parameters:
    ///   - point: In content coordinates, in points.
    ///   - limit: The number of cells.
    /// - Complexity: O(log bands + cells around the point).
    public func cells(nearestTo point: LayoutPoint, limit: Int) throws -> [LayoutAttributes] {
        try read(.nothing) { try $0.cells(nearestTo: point, limit: limit) }
    }

    /// The index path of the item with a rank among all items of the layout, from 0; nil if the rank is too large.
    ///
    /// - Complexity: O(log bands).
    public func indexPath(atRank rank: Int) throws -> ItemIndexPath? {
        try read(.nothing) { try ItemLookup($0).indexPath(atRank: rank) }
    }

    /// The number of items before an item in the layout; nil if it has no such item.
    ///
    /// - Complexity: As ``indexPath(of:)``.
    public func rank(of item: ItemReference) throws -> Int? {
        try read(.nothing) { try ItemLookup($0).rank(of: item) }
    }
}
