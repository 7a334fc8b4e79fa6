internal import LayoutSQLite

extension LayoutStore {
    /// Removes the rows of preparations that nobody sees any more, a slice to a transaction.
    func removeSuperseded() throws {
        let hasAny = try pool.read { connection in
            try connection.first("SELECT 1 FROM lc_preparation WHERE layout_id IS NULL LIMIT 1", as: Int.self) != nil
        }
        guard hasAny else { return }
        while try pool.write({ try Self.removeSlice($0, bands: limits.slice / max(limits.target, 1) + 1) }) {}
    }

    /// Removes some bands of a superseded preparation, and the preparation once it has none; returns
    /// whether there is more to do.
    private static func removeSlice(_ connection: Connection, bands limit: Int) throws -> Bool {
        guard let id = try connection.first(
            "SELECT id FROM lc_preparation WHERE layout_id IS NULL LIMIT 1", as: Int64.self
        ) else { return false }
        let isFree = try connection.first("SELECT is_free FROM lc_preparation WHERE id = ?1", id, as: Bool.self) ?? false
        let bands = try BandRecord.all(
            connection, where: "preparation_id = ?1 ORDER BY slot LIMIT ?2", id, limit
        )
        for band in bands {
            let plane = isFree ? Double(-id) : Double(band.id)
            for block in try BlockRecord.all(connection, plane: plane, of: band) {
                try connection.run("DELETE FROM lc_block WHERE block = ?1", block.id)
            }
            try connection.run(
                "DELETE FROM lc_attributes WHERE id BETWEEN ?1 AND ?2",
                band.firstRow, band.firstRow + Int64(band.sums.elements) - 1
            )
            try connection.run("DELETE FROM lc_band WHERE id = ?1", band.id)
            try connection.run("DELETE FROM lc_stale WHERE band_id = ?1", band.id)
        }
        if bands.count < limit {
            try connection.run("DELETE FROM lc_sum WHERE preparation_id = ?1", id)
            try connection.run("DELETE FROM lc_section_element WHERE preparation_id = ?1", id)
            try connection.run("DELETE FROM lc_element_kind WHERE preparation_id = ?1", id)
            try connection.run("DELETE FROM lc_preparation WHERE id = ?1", id)
        }
        return true
    }
}
