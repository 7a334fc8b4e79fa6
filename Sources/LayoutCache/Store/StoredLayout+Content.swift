public import LayoutEngine
internal import LayoutSQLite

extension StoredLayout {
    /// The elements that share some area with a rectangle, with their items' keys and payloads, from
    /// one snapshot, in no particular order.
    ///
    /// As ``layoutAttributesForElements(in:visible:preparing:)``, with a look-up, or a step to the next row, for each
    /// item found.
    ///
    /// - Throws: What ``layoutAttributesForElements(in:visible:preparing:)`` throws.
    /// - Complexity: O(log bands + found).
    public func elementsWithContent(
        in rect: LayoutRect, visible: LayoutRect? = nil, preparing: PreparationScope = .nothing
    ) throws -> [ElementWithContent] {
        try read(preparing, viewing: .visible(rect)) { layout in
            try layout.withContent(layout.elements(in: rect, visible: visible))
        }
    }

    /// An element of an earlier state with what its item carries now.
    package func content(of element: LayoutAttributes) throws -> ElementWithContent {
        try store.pool.read { try element.withContent(from: $0) }
    }

    /// The cell of an item with its key and payload, or nil if there is no such item.
    ///
    /// - Throws: ``LayoutError`` `notFound` for a layout that is not there.
    /// - Complexity: O(log bands); on a canvas O(items of the section).
    public func itemWithContent(
        at path: ItemIndexPath, preparing: PreparationScope = .nothing
    ) throws -> ElementWithContent? {
        try read(preparing, viewing: .item(path)) { layout in
            try ElementLookup(layout).cell(at: path)?.withContent(from: layout.connection)
        }
    }
}
