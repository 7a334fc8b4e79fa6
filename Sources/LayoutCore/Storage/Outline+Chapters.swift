internal import LayoutSQLite

/// Chapters: the runs of a long section, some 64 at a time, with the number of their items. A hundred million lines
/// have 400,000 runs, and 6,000 chapters.
extension Outline {
    /// SQL for rows of chapters, in which a condition can follow.
    static let chapters =
        "FROM lc_run INDEXED BY lc_run_chapter WHERE chapter_count IS NOT NULL AND section_id = ?1"

    /// Divides runs of a section into chapters again: those of the chapters that hold some positions. A section of one
    /// chapter is left without.
    ///
    /// Each writer of runs calls this with the positions between which it wrote. O(runs of the chapters).
    func gatherChapters(ofSection sectionID: Int64, in positions: ClosedRange<Double>) throws {
        func chapter(_ sql: String, _ position: Double) throws -> Double? {
            try connection.first(
                "SELECT \(sql) ?2", sectionID, position, as: Double?.self
            ).flatMap(\.self)
        }
        let start = try chapter("max(first_position) \(Self.chapters) AND first_position <=", positions.lowerBound)
        let end = try chapter("min(first_position) \(Self.chapters) AND first_position >", positions.upperBound)
        var chapters: [(first: Double, count: Int)] = []
        var former: [Double] = []
        try connection.forEachRow(
            """
            SELECT first_position, coalesce(item_count, 0), chapter_count IS NOT NULL FROM lc_run
            WHERE section_id = ?1 AND first_position >= ?2 AND first_position < ?3 ORDER BY first_position
            """, sectionID, start ?? Self.beginning, end ?? .infinity
        ) { row in
            let (first, count) = (row.double(0), try row.int(1, in: DerivedNumber.bandCount, "lc_run.item_count"))
            if row.bool(2) { former.append(first) }
            if let last = chapters.last, last.count == 0 || last.count + count <= limits.estimated {
                chapters[chapters.count - 1].count += count
            } else {
                chapters.append((first, count))
            }
        }
        if chapters.count == 1, start ?? Self.beginning == Self.beginning, end == nil { chapters = [] }
        func write(_ count: Int?, at first: Double) throws {
            try connection.run(
                """
                UPDATE lc_run SET chapter_count = ?3, chapter_revision = CASE WHEN ?3 IS NOT NULL THEN random() END
                WHERE section_id = ?1 AND first_position = ?2
                """, sectionID, first, count)
        }
        let kept = Set(chapters.map(\.first))
        for first in former where !kept.contains(first) { try write(nil, at: first) }
        for chapter in chapters { try write(chapter.count, at: chapter.first) }
    }

    /// Whether a section has chapters, and they are right.
    func hasChapters(_ sectionID: Int64) throws -> Bool {
        try connection.first(
            """
            SELECT 1 FROM lc_run WHERE section_id = ?1 AND first_position = \(Self.beginning)
              AND chapter_count IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM lc_run AS r INDEXED BY lc_run_changed
                WHERE r.changes > 0 AND r.changes IN (1, 2, 3) AND r.section_id = ?1 AND r.item_count IS NULL)
            """, sectionID, as: Int.self) != nil
    }

    /// Calls `body` with the chapters of a section from a position on, in order, until it returns false.
    func forEachChapter(
        ofSection sectionID: Int64, from position: Double = -.infinity,
        _ body: (_ first: Double, _ count: Int) throws -> Bool
    ) throws {
        let rows = try connection.cached(
            """
            SELECT first_position, chapter_count \(Self.chapters) AND first_position >= ?2 ORDER BY first_position
            """)
        rows.bindAll(sectionID, position)
        defer { rows.rewind() }
        while try rows.step() {
            let count = try rows.int(1, in: DerivedNumber.bandCount, "lc_run.chapter_count")
            guard try body(rows.double(0), count) else { return }
        }
    }

    /// The last chapter after a position that fulfils a condition, and the number of items between them. Nil if the
    /// first one does not.
    ///
    /// - Parameter isBefore: Whether a chapter begins before what is looked for. The rank is nil for the first one,
    ///   which is not counted in vain.
    func chapter(
        ofSection sectionID: Int64, from start: Double, isBefore: (_ first: Double, _ rank: Int?) -> Bool
    ) throws -> (position: Double, rank: Int)? {
        guard try hasChapters(sectionID) else { return nil }
        var found: (position: Double, rank: Int)?
        var rank = 0
        try forEachChapter(ofSection: sectionID, from: start) { first, count in
            if found == nil {
                guard isBefore(first, nil) else { return false }
                try forEachRunBeginning(ofSection: sectionID, from: start) {
                    rank = $1
                    return $0 < first
                }
            }
            guard isBefore(first, rank) else { return false }
            found = (first, rank)
            rank += count
            return true
        }
        return found
    }
}
