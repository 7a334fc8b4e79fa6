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
        if first.lap != second.lap { return first.lap < second.lap }
        let sections = (first.section ?? -1, second.section ?? -1)
        if sections.0 != sections.1 { return sections.0 < sections.1 }
        let places = (first.listPlace, second.listPlace)
        if places.0 != places.1 { return places.0 < places.1 }
        let ranks = (first.kind.listRank, second.kind.listRank)
        if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
        return (first.elementKind ?? "") < (second.elementKind ?? "")
    }

    /// A section's own elements come before its items, and a badge with its item.
    private var listPlace: Int {
        kind == .cell || itemID != nil ? item + 1 : 0
    }
}

extension LayoutAttributes.Kind {
    fileprivate var listRank: Int {
        switch self {
        case .decoration: 0
        case .supplementary: 1
        case .cell: 2
        }
    }
}
