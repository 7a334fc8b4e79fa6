internal import LayoutEngine
internal import LayoutSQLite

extension Bands {
    /// How many bands are looked at together: an arbitrary number, by which the statement's overhead no longer shows.
    private static let bandsReadTogether = 64

    private static func bandsWithSections(_ isMeasured: Bool) -> String {
        """
        SELECT \(BandRecord.columnNames.list(of: "b")), \(SectionRecord.columns(isMeasured: isMeasured))
        FROM lc_band AS b LEFT JOIN section AS s ON s.id = b.section_id AND s.dataset_id = ?4
        \(SectionRecord.measured(isMeasured))
        WHERE b.preparation_id = ?2 AND b.slot >= ?3 ORDER BY b.slot LIMIT \(bandsReadTogether)
        """
    }

    private static let (ownBands, measuredBands) = (bandsWithSections(false), bandsWithSections(true))

    /// The consecutive sections from the one at a slot on. Each of them was never laid out and is one band for fewer
    /// items than `limit`.
    ///
    /// With small sections this is much less work than reading each band, and then its section.
    /// - Parameter index: The index of the first one's section.
    func unsolvedSections(
        fromSlot slot: Int, holdingFewerThan limit: Int, datasetID: Int64, index: Int, measure: String?
    ) throws -> [(band: BandRecord, section: SectionRecord)] {
        let rows = try connection.cached(measure == nil ? Self.ownBands : Self.measuredBands)
        rows.bindAll(measure, preparationID, slot, datasetID)
        defer { rows.rewind() }
        var sections: [(band: BandRecord, section: SectionRecord)] = []
        // Whether a section is one band shows in the band after it.
        var candidate: (band: BandRecord, section: SectionRecord)?
        while try rows.step() {
            let band = try BandRecord(rows)
            if let whole = candidate.take(), band.beginsSection || band.endsContent { sections.append(whole) }
            guard band.beginsSection, band.isToBeLaidOut, band.isEstimated, band.sums.items < limit,
                !rows.isNull(BandRecord.columnNames.count)
            else { break }
            candidate = (
                band, SectionRecord(rows, from: BandRecord.columnNames.count, index: index + sections.count)
            )
        }
        return sections
    }
}
