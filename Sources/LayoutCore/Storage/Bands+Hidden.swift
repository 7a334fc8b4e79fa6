internal import LayoutSQLite

/// The bands that folds hide. Each run of them follows the header of its section, or the band that ends with the
/// collapsed item: that one is shown for it.
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

    /// Whether any band is hidden.
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
            WHERE preparation_id = ?1 AND hidden_until IS NOT NULL AND is_header
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

    /// The bands that end with a collapsed item, in order.
    func endingWithFolds() throws -> [BandRecord] {
        try all(
            """
            lc_band INDEXED BY lc_band_fold
            WHERE preparation_id = ?1 AND hidden_until IS NOT NULL AND NOT is_header ORDER BY hidden_until
            """, preparationID)
    }

    /// The positions that collapsed items hide, by section, in order. O(folds · log bands).
    func hiddenPositions() throws -> [Int64: [Range<Double>]] {
        var found: [Int64: [Range<Double>]] = [:]
        for cover in try endingWithFolds() {
            guard let sectionID = cover.sectionID, let first = try next(afterSlot: cover.slot) else { continue }
            let end = try next(afterSlot: cover.lastSlot).flatMap { $0.sectionID == sectionID ? $0.firstPosition : nil }
            guard first.firstPosition < end ?? .infinity else { continue }
            found[sectionID, default: []].append(first.firstPosition..<(end ?? .infinity))
        }
        return found
    }
}
