public import LayoutEngine

extension LayoutSnapshot: LayoutReading {
    /// The elements that share some area with a rectangle, in no particular order.
    public func layoutAttributesForElements(in rect: LayoutRect, visible: LayoutRect? = nil) throws
        -> [LayoutAttributes]
    {
        try read { try $0.elements(in: rect, visible: visible) }
    }

    /// What a rectangle shows, in a form that answers for many places of what is visible.
    ///
    /// - Throws: What ``layoutAttributesForElements(in:visible:)`` throws.
    /// - Complexity: O(log bands + found).
    ///
    /// - Parameter offsets: Where sections that scroll orthogonally are, by their index, if they are elsewhere than the
    ///   store says.
    func elements(
        in rect: LayoutRect, seenFrom visible: LayoutRect, offsets: [Int: Double] = [:]
    ) throws -> ElementsInRect {
        try read { layout in
            var query = try VisibleQuery(layout, rect: rect, viewport: visible, for: .pinnedApart(offsets: offsets))
            try query.run()
            let lookup = ElementLookup(layout)
            return try ElementsInRect(query) { try lookup.itemCount(inSection: $0) }
        }
    }

    /// The elements that share some area with a rectangle, with their items' keys and payloads.
    public func elementsWithContent(in rect: LayoutRect, visible: LayoutRect? = nil) throws -> [ElementWithContent] {
        try read { layout in
            try layout.withContent(layout.elements(in: rect, visible: visible))
        }
    }

    /// The cell of an item where it naturally lies; nil if there is no such item or it was not laid out yet.
    public func layoutAttributesForItem(at path: ItemIndexPath) throws -> LayoutAttributes? {
        try read { try ElementLookup($0).cell(at: path) }
    }

    /// The cell of an item with its key and payload; nil if there is no such item or it was not laid out yet.
    public func itemWithContent(at path: ItemIndexPath) throws -> ElementWithContent? {
        try read { layout in
            guard var cell = try ElementLookup(layout).cell(at: path) else { return nil }
            // A band that was counted anew and not laid out yet has cells of items that are elsewhere now.
            if cell.isStale, let id = try ItemLookup(layout).id(at: path) { cell.itemID = id }
            return try cell.withContent(from: layout.connection)
        }
    }

    /// The supplementary element of a kind; nil if there is none, or it was not laid out yet.
    public func layoutAttributesForSupplementaryElement(
        ofKind elementKind: String, at path: ItemIndexPath?, visible: LayoutRect? = nil
    ) throws -> LayoutAttributes? {
        try read {
            try ElementLookup($0).element(
                .supplementary, ofKind: elementKind, at: path, visible: visible)
        }
    }

    /// The decoration of a kind; nil if there is none, or it was not laid out yet.
    public func layoutAttributesForDecorationElement(
        ofKind elementKind: String, at path: ItemIndexPath?
    ) throws -> LayoutAttributes? {
        try read {
            try ElementLookup($0).element(.decoration, ofKind: elementKind, at: path, visible: nil)
        }
    }

    /// The strip that a section occupies, without the spacing after it; on a canvas, the box around its elements.
    public func frame(ofSection section: Int) throws -> LayoutRect? {
        try read { try $0.frame(ofSection: section) }
    }

    /// What comes into sight when a rectangle goes on as it does, and what was left behind.
    public func elements(aheadOf rect: LayoutRect, velocity: LayoutPoint, screens: Double) throws -> ElementsAhead {
        try read { try $0.elements(aheadOf: rect, velocity: velocity, screens: screens) }
    }
}
