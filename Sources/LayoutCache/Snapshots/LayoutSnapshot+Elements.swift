public import LayoutEngine

extension LayoutSnapshot: LayoutReading {
    /// The elements that share some area with a rectangle, in no particular order.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    public func layoutAttributesForElements(in rect: LayoutRect, visible: LayoutRect? = nil) throws
        -> [LayoutAttributes]
    {
        try read { try $0.elements(in: rect, visible: visible) }
    }

    /// The elements of a rectangle, in a form that is valid for many visible rectangles.
    ///
    /// - Throws: What ``layoutAttributesForElements(in:visible:)`` throws.
    /// - Complexity: O(log bands + found).
    ///
    /// - Parameter offsets: The offsets of sections that scroll orthogonally, by their index, if they differ from the
    ///   stored ones.
    func elements(
        in rect: LayoutRect, seenFrom visible: LayoutRect, offsets: [Int: Double] = [:]
    ) throws -> ElementsInRect {
        try read { layout in
            try ElementsInRect(
                VisibleQuery(layout, rect: rect, viewport: visible, for: .pinnedApart(offsets: offsets)))
        }
    }

    /// The elements that share some area with a rectangle, with their items' keys and payloads.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    public func elementsWithContent(in rect: LayoutRect, visible: LayoutRect? = nil) throws -> [ElementWithContent] {
        try read { layout in
            try layout.withContent(layout.elements(in: rect, visible: visible))
        }
    }

    /// The cell of an item at its natural position; nil if there is no such item or it was not laid out yet.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    public func layoutAttributesForItem(at path: ItemIndexPath) throws -> LayoutAttributes? {
        try read { try ElementLookup($0).cell(at: path) }
    }

    /// The cell of an item with its key and payload; nil if there is no such item or it was not laid out yet.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    public func itemWithContent(at path: ItemIndexPath) throws -> ElementWithContent? {
        try read { layout in
            guard var cell = try ElementLookup(layout).cell(at: path) else { return nil }
            // A band that was counted again and not laid out yet has cells of items that have moved since.
            if cell.isStale, let id = try ItemLookup(layout).id(at: path) { cell.itemID = id }
            return try cell.withContent(from: layout.connection)
        }
    }

    /// The supplementary element of a kind; nil if there is none, or it was not laid out yet.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    public func layoutAttributesForSupplementaryElement(
        ofKind elementKind: String, at path: ItemIndexPath?, visible: LayoutRect? = nil
    ) throws -> LayoutAttributes? {
        try read {
            try ElementLookup($0).element(
                .supplementary, ofKind: elementKind, at: path, visible: visible)
        }
    }

    /// The decoration of a kind; nil if there is none, or it was not laid out yet.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    public func layoutAttributesForDecorationElement(
        ofKind elementKind: String, at path: ItemIndexPath?
    ) throws -> LayoutAttributes? {
        try read {
            try ElementLookup($0).element(.decoration, ofKind: elementKind, at: path, visible: nil)
        }
    }

    /// The strip that a section occupies, without the spacing after it; on a canvas, the box around its elements.
    ///
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    public func frame(ofSection section: Int) throws -> LayoutRect? {
        try read { try $0.frame(ofSection: section) }
    }

    /// The items that become visible when a rectangle continues its movement, and the ones that were left behind.
    ///
    /// - Parameters:
    ///   - rect: The visible rectangle, in content coordinates.
    ///   - velocity: The velocity of the rectangle, in points per second. Its direction decides which items are found;
    ///     its magnitude decides only their ``ElementsAhead/Item/delay``. Without a velocity, items on both sides are
    ///     found. A gesture's velocity has the opposite sign, and a scroll view's is in points per millisecond.
    ///   - screens: How far to look, in lengths of the rectangle.
    /// - Throws: ``LayoutError`` `snapshotClosed`.
    public func elements(aheadOf rect: LayoutRect, velocity: LayoutPoint, screens: Double) throws -> ElementsAhead {
        try read { try $0.elements(aheadOf: rect, velocity: velocity, screens: screens) }
    }
}
