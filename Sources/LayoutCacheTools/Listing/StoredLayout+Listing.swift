package import LayoutCache
internal import LayoutEngine

extension StoredLayout {
    /// Calls `body` with each element that shares some area with a rectangle, with its item's key and payload and its
    /// section's title, from one snapshot. They come by lap, section and item; decorations and supplementaries before
    /// cells.
    ///
    /// The elements are found and sorted first; keys and payloads are read one after another, so that
    /// memory does not grow with what items carry.
    ///
    /// - Parameters:
    ///   - rect: In content coordinates, in points.
    ///   - preparing: The scope to lay out first.
    ///   - body: Must not call the store. An error that it throws ends the reading, and is thrown.
    /// - Complexity: as ``layoutAttributesForElements(in:visible:preparing:)``, and O(found · log found).
    package func forEachListedElement(
        in rect: LayoutRect, preparing: PreparationScope = .nothing, _ body: (ListedElement) throws -> Void
    ) throws {
        try read(preparing, viewing: .visible(rect)) { layout in
            var sections = ListedSections(layout)
            try layout.forEachWithContent(layout.elements(in: rect).sorted(by: LayoutAttributes.isListedBefore)) {
                try body(sections.listed($0))
            }
        }
    }
}

extension StoredLayout {
    /// The listed form of an item's cell, or nil if the layout has no such item.
    package func listedItem(_ item: ItemReference, preparing: PreparationScope = .nothing) throws -> ListedElement? {
        try read(preparing, viewing: extent(of: item)) { layout in
            var sections = ListedSections(layout)
            return try layout.cell(of: item).map { try sections.listed($0.withContent(from: layout.connection)) }
        }
    }

    /// The part of the layout that is laid out for an item, which another writer may move until then.
    func extent(of item: ItemReference) throws -> PreparationExtent {
        if case .indexPath(let path) = item { return .item(path) }
        return .items(try read { try ItemLookup($0).id(of: item) }.map { [$0] } ?? [])
    }
}

extension LayoutAttributes {
    /// The order in which elements are listed.
    package static func isListedBefore(_ first: LayoutAttributes, _ second: LayoutAttributes) -> Bool {
        first.listOrder < second.listOrder
    }

    /// A section's own elements come before its items, and a badge with its item.
    private var listOrder: (Int, Int, Int, Int, String) {
        let rank = kind == .decoration ? 0 : kind == .supplementary ? 1 : 2
        return (lap, section ?? -1, kind == .cell || itemID != nil ? item + 1 : 0, rank, elementKind ?? "")
    }
}
