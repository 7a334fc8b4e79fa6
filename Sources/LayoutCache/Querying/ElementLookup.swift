internal import LayoutEngine
internal import LayoutSQLite

/// Finds single elements and sections of a layout by descents of its sum tree.
struct ElementLookup {
    let layout: LayoutReader

    init(_ layout: LayoutReader) {
        self.layout = layout
    }

    /// The cell of an item by its indices. O(log bands); on a canvas, whose bands go by place rather
    /// than by index, O(items of the section).
    func cell(item: Int, section: Int) throws -> LayoutElement? {
        guard layout.isPrepared, DerivedNumber.index.contains(item),
            let start = try layout.firstBand(ofSection: section)
        else { return nil }
        if layout.traits.isFree {
            guard let sectionID = start.band.sectionID else { return nil }
            var firstIndex = 0
            for band in try layout.bands.all(ofSection: sectionID) {
                // Shifts count from the band's place in the order of bands, so the rank may lie outside of it.
                let found = try cell(rank: item - firstIndex, in: band, origin: 0, section: section, item: item)
                if let found { return found }
                firstIndex += band.sums.items
            }
            return nil
        }
        let wanted = start.before.items + item
        guard let found = try layout.band(after: { $0.items <= wanted }), found.band.sectionID == start.band.sectionID
        else { return nil }
        return try cell(
            rank: wanted - found.before.items, in: found.band, origin: found.before.length, section: section, item: item
        )
    }

    /// The cell with a rank in a band whose origin is known.
    func cell(
        rank: Int, in band: BandRecord, origin: Double, section: Int, item: Int
    ) throws -> LayoutElement? {
        // Where cells lie in another order than their items', the band is searched.
        let rows = try layout.connection.cached(
            """
            SELECT a.x, a.y, a.width, a.height, a.z_index, b.first_item_id + (a.id - b.first_row) + a.item_shift
            FROM lc_band AS b CROSS JOIN lc_attributes AS a ON a.id = b.first_row + ?2
            WHERE b.id = ?1 AND ?2 BETWEEN 0 AND b.cell_count - 1 AND a.index_shift = 0 AND a.element IS NULL
              AND NOT b.is_estimated
            UNION ALL
            SELECT a.x, a.y, a.width, a.height, a.z_index, b.first_item_id + (a.id - b.first_row) + a.item_shift
            FROM lc_band AS b CROSS JOIN lc_attributes AS a
              ON a.id BETWEEN b.first_row AND b.first_row + b.cell_count - 1
            WHERE b.id = ?1 AND a.id - b.first_row + a.index_shift = ?2 AND a.element IS NULL AND NOT b.is_estimated
            LIMIT 1
            """
        )
        rows.bind(band.id, at: 1)
        rows.bind(rank, at: 2)
        defer { rows.rewind() }
        guard try rows.step() else { return nil }
        let place = BandPlace(
            traits: layout.traits, contentLength: layout.view(try layout.totals).contentLength, origin: origin)
        let frame = place.frame(
            LayoutRect(x: rows.double(0), y: rows.double(1), width: rows.double(2), height: rows.double(3)))
        return LayoutElement(
            kind: .cell, elementKind: nil, section: section, item: item, frame: frame,
            zIndex: layout.traits.zIndex(rows.int(4), section: section, item: item),
            itemID: rows.int64(5), lap: 0, isStale: try layout.isStale(band)
        )
    }

    /// The cell of an item by its row id: its position names the band, the band's rows the cell.
    func cell(itemID: Int64) throws -> LayoutElement? {
        guard layout.isPrepared, let (band, rank) = try ItemLookup(layout).place(ofItem: itemID), !band.isEstimated,
            let sectionID = band.sectionID
        else { return nil }
        let before = try layout.prefix(band.slot - 1)
        let first =
            try band.beginsSection
            ? before : layout.bands.first(ofSection: sectionID).map { try layout.prefix($0.slot - 1) }
        return try cell(
            rank: rank, in: band, origin: before.length, section: before.sections - (band.beginsSection ? 0 : 1),
            item: before.items - (first?.items ?? 0) + rank
        )
    }

    /// How many items a section holds as prepared. O(log bands).
    func itemCount(inSection index: Int) throws -> Int {
        guard layout.isPrepared else { return try UnpreparedItems(layout).itemCount(inSection: index) }
        guard index >= 0, try index < layout.totals.sections else { return 0 }
        return try layout.start(ofSection: index + 1).items - layout.start(ofSection: index).items
    }

    /// The index of the section that occupies a point.
    func section(at point: LayoutPoint) throws -> Int? {
        let traits = layout.traits
        guard layout.isPrepared, !traits.isFree else { return nil }
        let totals = try layout.totals
        let content = layout.view(totals).contentLength
        let cross = traits.contentCrossLength ?? totals.crossLength
        var along = point[traits.axis]
        if traits.isMirrored { along = content - along }
        guard along >= 0, along < content, point[traits.axis.cross] >= 0, point[traits.axis.cross] < cross else {
            return nil
        }
        guard let found = try layout.band(after: { $0.length <= along }), let sectionID = found.band.sectionID else {
            return nil
        }
        // The spacing after a section belongs to none.
        if let last = try layout.bands.last(ofSection: sectionID), last.id == found.band.id,
            along >= found.before.length + found.band.sums.length - traits.sectionSpacing
        {
            return nil
        }
        return found.before.sections - (found.band.beginsSection ? 0 : 1)
    }
}
