internal import LayoutSQLite

/// Notes what a bulk load makes stale, in place of the triggers that would have done it row by row.
struct ImportInvalidation: ImportHooks {
    private let replacesItems: Bool

    init(_ mode: ImportOptions.Mode) {
        replacesItems = mode == .replace
    }

    func willBulkLoad(dataSet: Int64, on connection: Connection) throws {
        try InvalidationTriggers.suspend(on: connection)
    }

    /// A section's last band reaches to infinity, so what is appended at increasing positions lies in
    /// the band of the first position and those after it; bands before it are as they were.
    func didTouch(section: Int64, firstPosition: Double, on connection: Connection) throws {
        guard !replacesItems else { return }
        try connection.run(
            """
            INSERT INTO lc_stale (band_id)
            SELECT b.id FROM lc_preparation AS p CROSS JOIN lc_band AS b INDEXED BY lc_band_section ON b.section_id = ?1 AND b.preparation_id = p.id
            WHERE b.first_position >= coalesce((SELECT max(f.first_position) FROM lc_band AS f INDEXED BY lc_band_section
                WHERE f.section_id = ?1 AND f.preparation_id = p.id AND f.first_position <= ?2), -9e999)
              OR b.first_position IS NULL
            ON CONFLICT (band_id) DO NOTHING
            """,
            section, firstPosition
        )
    }

    func didBulkLoad(dataSet: Int64, on connection: Connection) throws {
        if replacesItems {
            // Every item is another one: laying out afresh, beside what readers see, is the least work.
            try connection.run("UPDATE lc_preparation SET definition = '' WHERE dataset_id = ?1", dataSet)
        }
        try connection.run("UPDATE lc_preparation SET is_restructured = 1 WHERE dataset_id = ?1", dataSet)
        try InvalidationTriggers.resume(on: connection)
    }
}
