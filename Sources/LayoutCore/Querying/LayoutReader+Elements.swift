internal import LayoutEngine
internal import LayoutSQLite

extension LayoutReader {
    /// The elements that share some area with a rectangle: see
    /// ``LayoutReading/layoutAttributesForElements(in:visible:preparing:)``.
    package func elements(in rect: LayoutRect, visible: LayoutRect? = nil) throws -> [LayoutAttributes] {
        try VisibleQuery(self, rect: rect, viewport: visible).run().elements
    }

    /// The cell of an item; nil if there is no such item, or it was not laid out yet.
    package func cell(of item: ItemReference) throws -> LayoutAttributes? {
        switch item {
        case .indexPath(let path): try ElementLookup(self).cell(at: path)
        case .key, .id: try ItemLookup(self).id(of: item).flatMap { try ElementLookup(self).cell(itemID: $0) }
        }
    }

    /// The strip that a section occupies, without the spacing after it. On a canvas, the box around its elements. Nil
    /// if there is no such section, or if a canvas is empty.
    package func frame(ofSection index: Int) throws -> LayoutRect? {
        guard isPrepared, index >= 0, try index < totals.sections else { return nil }
        if traits.isFree {
            guard let sectionID = try firstBand(ofSection: index)?.band.sectionID else { return nil }
            return try box(ofSection: sectionID)
        }
        return try content.frame(of: range(ofSection: index))
    }

    /// O(elements of the section).
    private func box(ofSection sectionID: Int64) throws -> LayoutRect? {
        let row = try connection.cached(
            """
            SELECT min(a.x), min(a.y), max(a.x + a.width), max(a.y + a.height)
            FROM lc_band AS b INDEXED BY lc_band_section
            CROSS JOIN lc_frame AS a ON a.block_id BETWEEN b.id << 20 AND (b.id << 20) + 1048575
            WHERE b.section_id = ?1 AND b.preparation_id = ?2
            """
        )
        row.bindAll(sectionID, preparationID)
        defer { row.rewind() }
        guard try row.step(), !row.isNull(0) else { return nil }
        return LayoutRect(
            x: row.double(0), y: row.double(1), width: row.double(2) - row.double(0),
            height: row.double(3) - row.double(1))
    }
}
