internal import LayoutSQLite

/// The bands that collapsed sections hide. Each run of them follows the header of its section, which is shown for it.
extension Bands {
    /// The runs of hidden slots that have a slot in a range, in order. O(log bands + runs).
    func hidden(in slots: ClosedRange<Int>) throws -> [ClosedRange<Int>] {
        let rows = try connection.cached(
            """
            SELECT slot, hidden_until FROM lc_band INDEXED BY lc_band_fold
            WHERE preparation_id = ?1 AND hidden_until >= ?2 ORDER BY hidden_until
            """)
        rows.bindAll(preparationID, slots.lowerBound)
        defer { rows.rewind() }
        var found: [ClosedRange<Int>] = []
        while try rows.step() {
            let header = try rows.int(0, in: DerivedNumber.slot, "lc_band.slot")
            let last = try rows.int(1, in: DerivedNumber.slot, "lc_band.hidden_until")
            guard header < slots.upperBound, header < last else { break }
            found.append(header + 1...last)
        }
        return found
    }

    /// Whether a band is hidden.
    func isHidden(_ band: BandRecord) throws -> Bool { try !hidden(in: band.slot...band.slot).isEmpty }

    /// Whether any section is collapsed.
    var hasHidden: Bool {
        get throws {
            try connection.first(
                """
                SELECT 1 FROM lc_band INDEXED BY lc_band_fold
                WHERE preparation_id = ?1 AND hidden_until IS NOT NULL LIMIT 1
                """,
                preparationID, as: Int.self) != nil
        }
    }

    /// The sections that are collapsed, with the slots of their headers and the last slots that these hide.
    func collapsedSections() throws -> [Int64: ClosedRange<Int>] {
        var found: [Int64: ClosedRange<Int>] = [:]
        try connection.forEachRow(
            """
            SELECT section_id, slot, hidden_until FROM lc_band INDEXED BY lc_band_fold
            WHERE preparation_id = ?1 AND hidden_until IS NOT NULL
            """,
            preparationID
        ) { row in
            let slot = try row.int(1, in: DerivedNumber.slot, "lc_band.slot")
            let last = try row.int(2, in: DerivedNumber.slot, "lc_band.hidden_until")
            guard slot < last else { throw LayoutError.corrupt("lc_band.hidden_until holds the number \(last)") }
            found[row.int64(0)] = slot...last
        }
        return found
    }
}
