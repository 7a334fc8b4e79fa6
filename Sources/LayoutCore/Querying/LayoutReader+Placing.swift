package import LayoutEngine
internal import LayoutSQLite

extension LayoutReader {
    /// The facts that decide where elements show.
    package var content: ContentFacts {
        get throws { try ContentFacts(traits, totals, in: preparationID, connection) }
    }

    /// The range of a section along the scroll axis, without the spacing after it; nil: of the whole content.
    package func range(ofSection index: Int?) throws -> FrozenLines.Strip {
        guard let index else { return FrozenLines.Strip(start: 0, end: try content.length) }
        return try FrozenLines.Strip(start: start(ofSection: index).length, end: end(ofSection: index))
    }

    /// The lines of a section that stay visible or go round; nil if all of its lines scroll.
    package func frozenLines(ofSection sectionID: Int64) throws -> FrozenLines? {
        guard try hasFrozenLines else { return nil }
        return try FrozenLines.find(ofSection: sectionID, in: preparationID, connection)
    }

    /// How far a section that scrolls orthogonally has been scrolled.
    func orthogonalOffset(ofSection sectionID: Int64) throws -> Double {
        try connection.first(
            "SELECT offset FROM section_offset WHERE layout = ?1 AND section_id = ?2", record.name, sectionID,
            as: Double.self) ?? 0
    }

    /// An element of a band at a place that shows it.
    ///
    /// - Parameters:
    ///   - kind: nil for a cell.
    ///   - item: The index in the section of a cell, or of another element's item; 0 if it belongs to none.
    ///   - host: The frame of the cell that a badge moves with.
    func attributes(
        _ element: BandElement, _ kind: ElementKind?, in band: BandRecord, section: Int?, item: Int, frame: LayoutRect,
        host: LayoutRect?, isStale: Bool
    ) -> LayoutAttributes {
        LayoutAttributes(
            kind: kind?.elementKind ?? .cell, elementKind: kind?.name,
            indexPath: ItemIndexPath(section: section, item: item), frame: frame,
            zIndex: traits.zIndex(element.zIndex, section: section, item: kind == nil ? item : nil),
            itemID: element.itemID(from: band.firstItemID), lap: 0, isStale: isStale,
            motion: kind == nil || host != nil ? band.motion : nil, host: host)
    }

    /// An element that depends on the extent of its section, or of the whole content.
    func attributes(_ row: SectionElementRow, ofSection index: Int?, frame: LayoutRect, lap: Int, isStale: Bool) throws
        -> LayoutAttributes
    {
        let kind = try elementKinds.kind(row.kindID)
        return LayoutAttributes(
            kind: kind.elementKind, elementKind: kind.name, indexPath: ItemIndexPath(section: index, item: 0),
            frame: frame, zIndex: traits.zIndex(row.element.zIndex, section: index, item: nil), itemID: nil, lap: lap,
            isStale: isStale)
    }
}

extension LayoutTraits {
    /// An element's z-index: the stored one, and the growth by section and item if later ones are above.
    func zIndex(_ stored: Int, section: Int?, item: Int?) -> Int {
        guard zIndexStride > 0 else { return stored }
        return stored &+ zIndexStride &* (section ?? 0) &+ (item ?? 0)
    }
}

extension ElementKind {
    fileprivate var elementKind: LayoutAttributes.Kind {
        switch category {
        case .supplementary: .supplementary
        case .decoration: .decoration
        }
    }
}
