internal import LayoutEngine
internal import LayoutSQLite

extension VisibleQuery {
    /// A canvas: one question to the R*Tree, whose entries name the bands.
    mutating func searchPlane() throws {
        let rows = try connection.cached(
            """
            SELECT \(AttributeRow.columns), r.band_id
            FROM lc_block AS r CROSS JOIN lc_attributes AS a
              ON a.id BETWEEN r.block >> 7 AND (r.block >> 7) + (r.block & 127)
            WHERE r.plane1 >= ?1 AND r.plane0 <= ?1 AND r.x1 >= ?2 AND r.x0 <= ?3 AND r.y1 >= ?4 AND r.y0 <= ?5
              AND a.x < ?3 AND a.x + a.width > ?2 AND a.y < ?5 AND a.y + a.height > ?4
            """
        )
        rows.bindAll(
            BlockRecord.plane(ofBand: 0, in: layout.preparationID, isFree: true), rect.x, rect.maxX, rect.y, rect.maxY)
        defer { rows.rewind() }
        var bands: [Int64: BandInView] = [:]
        while try rows.step() {
            let id = rows.int64(9)
            let band = try bands[id] ?? bandOnPlane(id)
            bands[id] = band
            try addRow(AttributeRow(rows), of: band, 0, moving: nil, pane: nil)
        }
    }

    private func bandOnPlane(_ id: Int64) throws -> BandInView {
        guard let record = try layout.bands.find(id) else {
            throw LayoutError.corrupt("lc_block names band \(id), which is not there")
        }
        var band = BandInView(
            record, place: BandPlace(traits: traits, contentLength: view.contentLength),
            isStale: try layout.isStale(record))
        let before = try layout.prefix(record.slot - 1)
        let index = before.sections - (record.beginsSection ? 0 : 1)
        band.section = index
        band.firstIndex = try record.beginsSection ? 0 : before.items &- layout.start(ofSection: index).items
        return band
    }
}
