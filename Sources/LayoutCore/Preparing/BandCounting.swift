internal import LayoutSQLite

/// Counts the items of bands in which some came or went, so that a layout's indices are exact before anything of it
/// is laid out.
///
/// Each layout is counted in its own turn to be prepared, and not when another one of its data set marks its bands.
/// Until then its readers see it whole, in the earlier state.
struct BandCounting {
    let connection: Connection
    let preparation: PreparationRecord

    /// Does a part of it; returns the slots of the counted bands, for the sum tree. Nil if some are left, and the tree
    /// is up to date for the rest.
    func run(_ budget: SliceBudget) throws -> [Int]? {
        let bands = Bands(connection, preparation.id)
        let outline = Outline(connection: connection)
        var slots: [Int] = []
        var counted = 0
        while counted < SliceBudget.countLimit, slots.isEmpty || !budget.isSpent(elements: 0) {
            guard let band = try bands.nextMiscounted(), let sectionID = band.sectionID else { return slots }
            let end = try bands.following(band.firstPosition, ofSection: sectionID)?.firstPosition ?? .infinity
            let count = try outline.itemCount(ofSection: sectionID, from: band.firstPosition, to: end)
            try connection.run(
                "UPDATE lc_band SET item_count = ?3, is_miscounted = 0 WHERE preparation_id = ?1 AND slot = ?2",
                preparation.id, band.slot, count)
            counted += count
            slots.append(band.slot)
        }
        try SumTree(connection: connection, preparationID: preparation.id, readsSummaries: true)
            .refresh(slots: slots, slotCount: preparation.slotCount)
        try connection.run("UPDATE lc_preparation SET revision = revision + 1 WHERE id = ?1", preparation.id)
        return nil
    }
}
