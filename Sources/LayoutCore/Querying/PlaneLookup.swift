internal import LayoutEngine
internal import LayoutSQLite

/// Finds the cells of items on a canvas, whose bands go by place and not by index.
///
/// In a long section the R*Tree leads to the block at the place where an item was laid out: O(log blocks + runs of the
/// outline). An item that came or changed its index since is searched in its whole section: O(items of the section).
struct PlaneLookup {
    let layout: LayoutReader

    /// The band that holds the cell of an item of a long section that stands at its present place, and its number: see
    /// ``PlaneOrder``.
    func place(ofItem itemID: Int64, in sectionID: Int64) throws -> (band: BandRecord, rank: Int)? {
        guard let first = try layout.bands.first(ofSection: sectionID), try isLong(sectionID, from: first) else {
            return nil
        }
        return try presentPlace(ofItem: itemID, in: sectionID)
    }

    /// The band that holds the cell at an index path, and its number.
    ///
    /// - Parameter start: The first band of the section, and the sums before it.
    func place(
        at path: ItemIndexPath, after start: (band: BandRecord, before: PrefixSums)
    ) throws -> (band: BandRecord, rank: Int)? {
        guard let sectionID = start.band.sectionID else { return nil }
        if try isLong(sectionID, from: start.band),
            let id = try OrderedRows(itemsOfSection: sectionID, in: layout.connection).id(at: path.item),
            let found = try presentPlace(ofItem: id, in: sectionID),
            try order(ofSection: sectionID).index(ofNumber: found.rank) == path.item
        {
            return found
        }
        guard let number = try order(ofSection: sectionID).number(atIndex: path.item) else { return nil }
        for band in try layout.bands.all(ofSection: sectionID) where !band.isEstimated {
            if try BandSearch(band, in: layout.connection).element(ofKind: nil, item: number) != nil {
                return (band, number)
            }
        }
        return nil
    }

    func order(ofSection sectionID: Int64) -> PlaneOrder {
        PlaneOrder(connection: layout.connection, preparationID: layout.preparationID, sectionID: sectionID)
    }

    /// Whether a section is longer than what is searched block by block.
    private func isLong(_ sectionID: Int64, from first: BandRecord) throws -> Bool {
        guard let last = try layout.bands.last(ofSection: sectionID) else { return false }
        return try layout.prefix(last.slot).items - layout.prefix(first.slot - 1).items > BlockTree.longBand
    }

    private func presentPlace(ofItem itemID: Int64, in sectionID: Int64) throws -> (band: BandRecord, rank: Int)? {
        let point = try layout.connection.firstRow(
            """
            SELECT coalesce(m.x, i.x, 0.0), coalesce(m.y, i.y, 0.0) FROM item AS i
            LEFT JOIN lc_moved AS m ON m.preparation_id IN (0, ?2) AND m.item_id = i.id AND m.section_id = i.section_id
            WHERE i.id = ?1 ORDER BY m.preparation_id DESC LIMIT 1
            """,
            itemID, layout.preparationID
        ) { LayoutPoint(x: $0.double(0), y: $0.double(1)) }
        guard let point else { return nil }
        let rows = try BlockTree.blocks(
            touching: BlockTree.surroundings(of: point), onPlaneOf: layout.preparationID, in: layout.connection)
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
}
