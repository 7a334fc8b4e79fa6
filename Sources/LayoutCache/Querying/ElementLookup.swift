internal import LayoutEngine
internal import LayoutSQLite

/// Finds single elements and sections of a layout by descents of its sum tree.
struct ElementLookup {
    private let layout: LayoutSnapshot

    init(_ layout: LayoutSnapshot) {
        self.layout = layout
    }

    /// The cell of an item by its indices. O(log bands); on a canvas, whose bands go by place rather
    /// than by index, O(items of the section).
    func cell(item: Int, section: Int) throws -> LayoutElement? {
        guard layout.isPrepared, item >= 0, let start = try layout.firstBand(ofSection: section) else { return nil }
        if layout.isFree {
            var firstIndex = 0
            let bands = try BandRecord.all(
                layout.connection, ofSection: start.band.sectionID, in: layout.preparationID, "ORDER BY slot"
            )
            for band in bands {
                // Shifts count from the band's place in the order of bands, so the rank may lie outside of it.
                let rank = item - firstIndex
                if let found = try cell(rank: rank, in: band, before: BandSums(), section: section, item: item) { return found }
                firstIndex += band.sums.cells
            }
            return nil
        }
        let wanted = start.before.cells + item
        let found = try layout.descend { $0.cells <= wanted }
        guard found.slot < layout.slotCount, let band = try layout.bands(where: "slot = ?2", found.slot + 1).first,
            band.sectionID == start.band.sectionID
        else { return nil }
        return try cell(rank: wanted - found.sums.cells, in: band, before: found.sums, section: section, item: item)
    }

    private func cell(
        rank: Int, in band: BandRecord, before: BandSums, section: Int, item: Int
    ) throws -> LayoutElement? {
        // Where cells lie in another order than their items', the band is searched.
        let rows = try layout.connection.cached(
            """
            SELECT a.x, a.y, a.width, a.height, a.z_index, b.first_item_id + (a.id - b.first_row) + a.item_shift,
              EXISTS (SELECT 1 FROM lc_stale WHERE band_id = b.id)
            FROM lc_band AS b CROSS JOIN lc_attributes AS a ON a.id = b.first_row + ?2
            WHERE b.id = ?1 AND ?2 BETWEEN 0 AND b.cell_count - 1 AND a.index_shift = 0
            UNION ALL
            SELECT a.x, a.y, a.width, a.height, a.z_index, b.first_item_id + (a.id - b.first_row) + a.item_shift,
              EXISTS (SELECT 1 FROM lc_stale WHERE band_id = b.id)
            FROM lc_band AS b CROSS JOIN lc_attributes AS a ON a.id BETWEEN b.first_row AND b.first_row + b.cell_count - 1
            WHERE b.id = ?1 AND a.id - b.first_row + a.index_shift = ?2
            LIMIT 1
            """
        )
        rows.bind(band.id, at: 1)
        rows.bind(rank, at: 2)
        defer { rows.rewind() }
        guard try rows.step() else { return nil }
        var frame = LayoutRect(x: rows.double(0), y: rows.double(1), width: rows.double(2), height: rows.double(3))
        if !layout.isFree {
            if layout.axis == .vertical {
                frame.y += before.length
            } else if layout.isMirrored {
                frame.x = try layout.contentLength(layout.totals) - (before.length + frame.x) - frame.width
            } else {
                frame.x += before.length
            }
        }
        return LayoutElement(
            kind: .cell, elementKind: nil, section: section, item: item, frame: frame,
            zIndex: rows.int(4) + (layout.zIndexStride > 0 ? layout.zIndexStride * section + item : 0),
            itemID: rows.int64(5), lap: 0, isStale: rows.bool(6)
        )
    }

    /// The id of the item with a key in the layout's data set.
    func itemID(key: String) throws -> Int64? {
        try layout.connection.first(
            """
            SELECT i.id FROM lc_preparation AS p CROSS JOIN item AS i CROSS JOIN section AS s
            ON s.id = i.section_id AND s.dataset_id = p.dataset_id
            WHERE p.id = ?1 AND i.key = ?2 LIMIT 1
            """,
            layout.preparationID, key, as: Int64.self
        )
    }

    /// The cell of an item by its row id: its position names the band, the band's rows the cell.
    func cell(itemID: Int64) throws -> LayoutElement? {
        guard layout.isPrepared, let (band, rank) = try place(ofItem: itemID) else { return nil }
        let before = try layout.prefix(band.slot - 1)
        let first = try band.isSectionStart ? before : layout.firstBand(of: band.sectionID).map { try layout.prefix($0.slot - 1) }
        return try cell(
            rank: rank, in: band, before: before, section: before.sections - (band.isSectionStart ? 0 : 1),
            item: before.cells - (first?.cells ?? 0) + rank
        )
    }

    /// The band that holds an item, and the cell's rank in it.
    private func place(ofItem itemID: Int64) throws -> (band: BandRecord, rank: Int)? {
        let item = try layout.connection.cached("SELECT section_id, position FROM item WHERE id = ?1")
        item.bind(itemID, at: 1)
        defer { item.rewind() }
        guard try item.step() else { return nil }
        let bands = try layout.isFree
            ? BandRecord.all(layout.connection, ofSection: item.int64(0), in: layout.preparationID, "ORDER BY slot")
            : BandRecord.all(
                layout.connection, ofSection: item.int64(0), in: layout.preparationID,
                "AND first_position <= ?3 ORDER BY first_position DESC LIMIT 1", item.double(1)
            )
        for band in bands {
            let rank = try layout.connection.first(
                """
                SELECT a.id - b.first_row + a.index_shift
                FROM lc_band AS b CROSS JOIN lc_attributes AS a ON a.id BETWEEN b.first_row AND b.first_row + b.cell_count - 1
                WHERE b.id = ?1 AND b.first_item_id + (a.id - b.first_row) + a.item_shift = ?2 LIMIT 1
                """,
                band.id, itemID, as: Int.self
            )
            if let rank { return (band, rank) }
        }
        return nil
    }

    /// How many items a section holds as prepared.
    func itemCount(inSection index: Int) throws -> Int {
        guard let start = try layout.firstBand(ofSection: index), let last = try layout.lastBand(of: start.band.sectionID) else {
            return 0
        }
        return try layout.prefix(last.slot).cells - start.before.cells
    }

    /// The index of the section that occupies a point.
    func section(at point: LayoutPoint) throws -> Int? {
        guard layout.isPrepared, !layout.isFree else { return nil }
        let totals = try layout.totals
        let content = layout.contentLength(totals)
        let cross = layout.crossLength ?? totals.crossLength
        var along = point[layout.axis]
        if layout.isMirrored { along = content - along }
        guard along >= 0, along < content, point[layout.axis.cross] >= 0, point[layout.axis.cross] < cross else { return nil }
        let found = try layout.descend { $0.length <= along }
        guard let band = try layout.bands(where: "slot > ?2 ORDER BY slot LIMIT 1", found.slot).first,
            band.sectionID != 0
        else { return nil }
        // The spacing after a section belongs to none.
        if let last = try layout.lastBand(of: band.sectionID), last.id == band.id,
            along >= found.sums.length + band.sums.length - layout.sectionSpacing
        {
            return nil
        }
        return found.sums.sections - (band.isSectionStart ? 0 : 1)
    }
}
