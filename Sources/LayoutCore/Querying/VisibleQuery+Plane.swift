internal import LayoutEngine
internal import LayoutSQLite

extension VisibleQuery {
    private static let planeSQL = """
        SELECT \(BlockRecord.columns)
        FROM lc_rtree AS r CROSS JOIN lc_block ON lc_block.id BETWEEN r.id << 3 AND (r.id << 3) + 7
        WHERE r.plane1 >= ?1 AND r.plane0 <= ?1 AND r.x1 >= ?2 AND r.x0 <= ?3 AND r.y1 >= ?4 AND r.y0 <= ?5
          AND max_x >= ?2 AND min_x <= ?3 AND max_y >= ?4 AND min_y <= ?5
        """

    /// The blocks of a canvas that touch a rectangle, in bands anywhere: to be rewound by the caller.
    static func planeBlocks(_ rect: LayoutRect, in layout: LayoutReader) throws -> Statement {
        let rows = try layout.connection.cached(planeSQL)
        rows.bindAll(
            BlockTree.plane(ofBand: 0, in: layout.preparationID, isFree: true), rect.x, rect.maxX, rect.y, rect.maxY)
        return rows
    }

    /// A canvas: the R*Tree finds its blocks.
    func searchPlane(into found: inout FoundElements) throws {
        let box = ElementBox(minX: rect.x, minY: rect.y, maxX: rect.maxX, maxY: rect.maxY)
        let region = placement.region(in: placement.lap(0, of: rect))
        let rows = try Self.planeBlocks(rect, in: layout)
        defer { rows.rewind() }
        var bands: [Int64: VisibleBand] = [:]
        while try rows.step() {
            let block = try BlockRecord(rows)
            let scale = block.scale
            // Most blocks that touch the rectangle show nothing in it: their bands are not looked up.
            guard (0..<block.count).contains(where: { BlockRecord.frame($0, rows, scale: scale).overlaps(rect) }) else {
                trace?.note(block, rows, at: region.place(from: 0), kept: 0)
                continue
            }
            let id = BlockNumber.band(ofBlock: block.id)
            let band = try bands[id] ?? bandOnPlane(id)
            bands[id] = band
            try findElements(of: block, rows, touching: box, of: band, in: region, into: &found)
        }
    }

    private func bandOnPlane(_ id: Int64) throws -> VisibleBand {
        guard let record = try layout.bands.find(id) else {
            throw LayoutError.corrupt("lc_block names band \(id), which is not there")
        }
        let before = try layout.prefix(record.slot - 1)
        let index = before.sections - (record.beginsSection ? 0 : 1)
        let first = try record.beginsSection ? 0 : before.items &- layout.start(ofSection: index).items
        return VisibleBand(
            record: record, origin: 0, section: index, firstIndex: first, isStale: try layout.isStale(record))
    }
}
