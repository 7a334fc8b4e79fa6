internal import LayoutSQLite
internal import LayoutSchema

/// Writes the outline of what a bulk load brings, and notes what that makes stale. It takes the place of the triggers
/// that would have done it row by row.
struct ImportInvalidation {
    private let replacesItems: Bool
    private let limits: BandLimits

    init(_ mode: ImportMode, limits: BandLimits) {
        replacesItems = mode == .replace
        self.limits = limits
    }

    /// Called before the first change: has the triggers rest that mark stale sections.
    func willBulkLoad(dataset: Int64, on connection: Connection) throws {
        try DerivedSchema.suspendTriggers(on: connection)
        guard replacesItems else { return }
        try connection.run(
            "DELETE FROM lc_run WHERE section_id IN (SELECT id FROM section WHERE dataset_id = ?1)", dataset)
        for child in DatasetRecord.OwnedRows.ofItems {
            try connection.run(
                """
                DELETE FROM \(child.table) WHERE \(child.column) IN (
                  SELECT i.id FROM item AS i CROSS JOIN section AS s ON s.id = i.section_id WHERE s.dataset_id = ?1)
                """,
                dataset)
        }
    }

    /// Called last: has the triggers fire again. In a replacement, sections may be gone.
    func didBulkLoad(dataset: Int64, _ sections: [ItemLoader.LoadedSection], on connection: Connection) throws {
        let outline = Outline(connection: connection, limits: limits)
        for section in sections {
            if section.isNew {
                try outline.insertRuns(ofSection: section.id, holding: Int(section.positions.upperBound))
            } else {
                try outline.append(toSection: section.id, from: section.positions.lowerBound)
            }
        }
        try DatasetRecord.noteChange(of: dataset, in: connection)
        // Sections that no row named, and removed ones.
        try connection.run(
            """
            INSERT INTO lc_run (section_id, first_position, changes)
            SELECT id, -1e301, 3 FROM section WHERE dataset_id = ?1
              AND NOT EXISTS (SELECT 1 FROM lc_run AS r WHERE r.section_id = section.id)
            """,
            dataset
        )
        try DatasetRecord.OwnedRows.removeOrphans(DatasetRecord.OwnedRows.ofSections, in: connection)
        if replacesItems {
            // Every item is another one: laying out afresh, beside what readers see, is the least work.
            try connection.run("UPDATE lc_preparation SET is_replaced = 1 WHERE dataset_id = ?1", dataset)
        }
        try connection.run("UPDATE lc_preparation SET is_restructured = 2 WHERE dataset_id = ?1", dataset)
        try DerivedSchema.resumeTriggers(on: connection, afterLoading: dataset)
    }
}
