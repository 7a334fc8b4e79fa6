internal import LayoutSQLite

/// The revisions of chapters and runs, by which two states of an outline are compared.
extension Outline {
    /// A run or a chapter of a section, as it can be compared with one of another state.
    struct Part: Sendable {
        /// It holds the items from this position on.
        var first: Double
        /// It ends before this position; infinity for the last one.
        var end: Double
        /// How many items it has; nil if they must be counted.
        var count: Int?
        /// Parts of two states with the same one, and between the same positions, have the same items. Nil if nothing
        /// is known, because something in a chapter is marked.
        var revision: Int64?
        /// A run's revision before items came or went at one position, and nowhere else.
        var former: (revision: Int64, position: Double)?
    }

    /// A section and its only run.
    struct Section: Sendable {
        let id: Int64
        /// Nil if it has several.
        let run: Part?
    }

    /// The sections of a data set, in order. O(sections).
    func sections(ofDataset datasetID: Int64) throws -> [Section] {
        try connection.rows(
            """
            SELECT \(Self.beginning), 9e999, r.item_count, r.revision, NULL, s.id,
              r.revision IS NULL OR EXISTS (SELECT 1 FROM lc_run AS n
                WHERE n.section_id = s.id AND n.first_position > \(Self.beginning))
            FROM section AS s LEFT JOIN lc_run AS r ON r.section_id = s.id AND r.first_position = \(Self.beginning)
            WHERE s.dataset_id = ?1 ORDER BY s.position
            """, datasetID
        ) { row in try Section(id: row.int64(5), run: row.bool(6) ? nil : Part(row)) }
    }

    /// The parts of a section, in order: chapters of a long one, or runs. O(chapters, or runs of one chapter).
    func parts(ofSection sectionID: Int64) throws -> [Part] {
        var chapters = try connection.rows(
            """
            SELECT first_position, lead(first_position, 1, 9e999) OVER (ORDER BY first_position), chapter_count,
              chapter_revision, NULL \(Self.chapters) ORDER BY first_position
            """, sectionID
        ) { try Part($0) }
        guard chapters.first?.first == Self.beginning else { return try runs(ofSection: sectionID) }
        try connection.forEachRow(
            """
            SELECT first_position FROM lc_run INDEXED BY lc_run_changed
            WHERE changes > 0 AND changes IN (1, 2, 3) AND section_id = ?1 ORDER BY first_position
            """, sectionID
        ) { row in
            let index = chapters.indices.dropLast().first(inOrder: { chapters[$0].end > row.double(0) })
            chapters[index].revision = nil
        }
        return chapters
    }

    /// The runs of a section that begin between two positions, in order.
    func runs(
        ofSection sectionID: Int64, in positions: Range<Double> = -.infinity..<(.infinity)
    ) throws -> [Part] {
        try connection.rows(
            """
            SELECT first_position, lead(first_position, 1, ?3) OVER (ORDER BY first_position), item_count, revision,
              former_revision, changed_position FROM lc_run
            WHERE section_id = ?1 AND first_position >= ?2 AND first_position < ?3 ORDER BY first_position
            """, sectionID, positions.lowerBound, positions.upperBound
        ) { try Part($0) }
    }
}

extension Outline.Part {
    fileprivate init(_ row: Statement) throws {
        self.init(
            first: row.double(0), end: row.double(1),
            count: row.isNull(2) ? nil : try row.int(2, in: Statement.DerivedNumber.bandCount, "lc_run"),
            revision: row.isNull(3) ? nil : row.int64(3), former: row.isNull(4) ? nil : (row.int64(4), row.double(5)))
    }
}
