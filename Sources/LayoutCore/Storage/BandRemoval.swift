internal import LayoutSQLite
internal import LayoutEngine

/// Removes the rows of bands, and preparations that no reader sees any more.
enum BandRemoval {
    /// Whether a preparation is superseded and not removed yet.
    static func hasSuperseded(in connection: Connection) throws -> Bool {
        try connection.first("SELECT 1 FROM lc_preparation WHERE layout_id IS NULL LIMIT 1", as: Int.self) != nil
    }

    /// Removes bands of a superseded preparation while `goesOn` returns true, and the preparation once it has none;
    /// returns whether nothing is left to remove.
    static func removeSlice(_ connection: Connection, while goesOn: (_ elements: Int) -> Bool) throws -> Bool {
        guard
            let id = try connection.first(
                "SELECT id FROM lc_preparation WHERE layout_id IS NULL LIMIT 1", as: Int64.self)
        else { return true }
        var elements = 0
        while goesOn(elements) {
            let bands = try Bands(connection, id).first(16)
            for band in bands {
                if !band.isEstimated { try BandBlocks.remove(ofBand: band.id, in: connection) }
                try connection.takeAway(
                    from: "lc_band", "DELETE FROM lc_band WHERE preparation_id = ?1 AND slot = ?2", id, band.slot)
                elements += band.sums.elements + 1
            }
            guard bands.isEmpty else { continue }
            for table in [
                "lc_sum", "lc_section_element", "lc_frozen_lines", "lc_element_kind", "lc_moved", "lc_reordered",
                "lc_written", "lc_refolded", "lc_rearranged",
            ] { try connection.run("DELETE FROM \(table) WHERE preparation_id = ?1", id) }
            try connection.takeAway(from: "lc_preparation", "DELETE FROM lc_preparation WHERE id = ?1", id)
            return try !hasSuperseded(in: connection)
        }
        return false
    }
}

extension Connection {
    /// Changes or deletes one row that was just read, and that will not be read again after that.
    ///
    /// In a damaged file a row may be found by scanning its table, and not by its key. Then a loop that removes rows
    /// until none is left would never end.
    ///
    /// - Throws: ``LayoutError`` `corrupt` where not one row was changed.
    func takeAway<each Argument: Bindable>(
        from table: String, _ sql: String, _ arguments: repeat each Argument
    ) throws {
        try run(sql, repeat each arguments)
        guard changes == 0 else { return }
        throw LayoutError.corrupt("\(table) holds a row that is not found by its key")
    }
}
