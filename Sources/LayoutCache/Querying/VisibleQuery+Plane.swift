internal import LayoutEngine
internal import LayoutSQLite

extension VisibleQuery {
    /// A canvas: one question to the R*Tree, whose entries name the bands.
    mutating func searchPlane() throws {
        let rows = try connection.cached(
            """
            SELECT a.id, a.x, a.y, a.width, a.height, a.z_index, a.element, a.item_shift, a.index_shift, r.band_id
            FROM lc_block AS r CROSS JOIN lc_attributes AS a ON a.id BETWEEN r.block >> 7 AND (r.block >> 7) + (r.block & 127)
            WHERE r.plane1 >= ?1 AND r.plane0 <= ?1 AND r.x1 >= ?2 AND r.x0 <= ?3 AND r.y1 >= ?4 AND r.y0 <= ?5
              AND a.x < ?3 AND a.x + a.width > ?2 AND a.y < ?5 AND a.y + a.height > ?4
            """
        )
        rows.bindAll(Double(-layout.preparationID), rect.x, rect.maxX, rect.y, rect.maxY)
        defer { rows.rewind() }
        var bands: [Int64: BandInView] = [:]
        while try rows.step() {
            let id = rows.int64(9)
            let band = try bands[id] ?? bandOnPlane(id)
            bands[id] = band
            try addRow(rows, of: band, crossShift: 0, moving: nil, pane: nil)
        }
    }

    private func bandOnPlane(_ id: Int64) throws -> BandInView {
        let row = try connection.cached("SELECT \(BandInView.columns), slot FROM lc_band WHERE id = ?1")
        row.bind(id, at: 1)
        defer { row.rewind() }
        guard try row.step() else { throw LayoutStoreError.corrupt("lc_block names band \(id), which is not there") }
        var band = BandInView(row, lap: 0, shift: 0, low: rect.min(axis), high: rect.max(axis))
        band.isStale = try isStale(band)
        let before = try layout.prefix(row.int(9) - 1)
        let index = before.sections - (band.beginsSection ? 0 : 1)
        band.section = index
        band.firstIndex = try band.beginsSection ? 0 : before.cells - layout.start(ofSection: index).cells
        return band
    }
}
