internal import LayoutSQLite

/// Counts the items of bands in which some came or went, so that a layout's indices are exact before anything of it
/// is laid out.
///
/// Each layout has that done when it is its turn to be prepared, and not when another one of its data set tells it of
/// the changes: until then whoever reads it sees it whole, as it was.
struct BandCounting {
    let connection: Connection
    let preparation: PreparationRecord

    /// Does some of it; returns the slots of what was counted, of which the sum tree is to be told, or nil where
    /// something is left, and the tree knows of the rest.
    func run(_ budget: SliceBudget) throws -> [Int]? {
        let bands = Bands(connection, preparation.id)
        let outline = Outline(connection: connection, runLength: 0)
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
