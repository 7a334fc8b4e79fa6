internal import LayoutEngine
internal import LayoutSQLite

/// Finds the cells of items on a canvas, whose bands go by place and not by index.
///
/// In a long section the R*Tree leads to the block at the place where an item is now: O(log blocks + runs of the
/// outline). An item that has moved or changed its index since the canvas was laid out is searched in its whole
/// section: O(items of the section).
struct PlaneLookup {
    let layout: LayoutReader

    /// The band that holds the cell of an item of a long section that stands at its present place, and its rank.
    ///
    /// The rank may be outside of the band, since it counts from the band's place in the order of bands.
    func place(ofItem itemID: Int64, in sectionID: Int64) throws -> (band: BandRecord, rank: Int)? {
        guard let first = try layout.bands.first(ofSection: sectionID), try isLong(sectionID, from: first) else {
            return nil
        }
        return try presentPlace(ofItem: itemID, in: sectionID)
    }

    /// The band that holds the cell at an index path, and its rank.
    ///
    /// - Parameter start: The first band of the section, and the sums before it.
    func place(
        at path: ItemIndexPath, after start: (band: BandRecord, before: PrefixSums)
    ) throws -> (band: BandRecord, rank: Int)? {
        guard let sectionID = start.band.sectionID else { return nil }
        if try isLong(sectionID, from: start.band), let id = try presentItem(at: path.item, ofSection: sectionID),
            let found = try presentPlace(ofItem: id, in: sectionID),
            try layout.prefix(found.band.slot - 1).items - start.before.items + found.rank == path.item
        {
            return found
        }
        var firstIndex = 0
        for band in try layout.bands.all(ofSection: sectionID) {
            let rank = path.item - firstIndex
            if !band.isEstimated, try BandSearch(band, in: layout.connection).element(ofKind: nil, item: rank) != nil {
                return (band, rank)
            }
            firstIndex += band.sums.items
        }
        return nil
    }

    /// Whether a section is longer than what is searched block by block.
    private func isLong(_ sectionID: Int64, from first: BandRecord) throws -> Bool {
        guard let last = try layout.bands.last(ofSection: sectionID) else { return false }
        return try layout.prefix(last.slot).items - layout.prefix(first.slot - 1).items > BlockTree.longBand
    }

    private func presentPlace(ofItem itemID: Int64, in sectionID: Int64) throws -> (band: BandRecord, rank: Int)? {
        var point: LayoutPoint?
        try layout.connection.forEachRow("SELECT coalesce(x, 0), coalesce(y, 0) FROM item WHERE id = ?1", itemID) {
            point = LayoutPoint(x: $0.double(0), y: $0.double(1))
        }
        guard let point else { return nil }
        // Frames may be rounded to pixels.
        let near = LayoutRect(x: point.x - 1, y: point.y - 1, width: 2, height: 2)
        let rows = try VisibleQuery.planeBlocks(near, in: layout)
        defer { rows.rewind() }
        while try rows.step() {
            let block = try BlockRecord(rows)
            guard let band = try layout.bands.find(BlockNumber.band(ofBlock: block.id)) else { continue }
            let cell = try block.elements(rows, in: layout.connection).first {
                $0.kindID == nil && $0.itemID(from: band.firstItemID) == itemID
            }
            // An item that has changed its section since is not in the layout where it is now.
            if let rank = cell?.item { return band.sectionID == sectionID ? (band, rank) : nil }
        }
        return nil
    }

    /// The id that a layout has for the item at a present index of a section.
    private func presentItem(at index: Int, ofSection sectionID: Int64) throws -> Int64? {
        let rows = OrderedRows(connection: layout.connection, kind: .items(sectionID: sectionID))
        guard let id = try rows.id(at: index) else { return nil }
        return try layout.connection.first(
            "SELECT coalesce(original_id, id) FROM item WHERE id = ?1", id, as: Int64.self)
    }
}
