internal import LayoutSQLite

extension Outline {
    /// The position of the first item after another one whose level is not above a level; nil if there is none.
    ///
    /// Runs of deeper items are passed by their least levels, which are noted where they were not known.
    /// O(runs between + items of two runs).
    func position(ofLevel level: Int, after position: Double, inSection sectionID: Int64) throws -> Double? {
        var runs: [(first: Double, next: Double, isKnown: Bool)] = []
        var from = position
        while true {
            runs.removeAll(keepingCapacity: true)
            try connection.forEachRow(
                """
                SELECT r.first_position, coalesce((SELECT min(n.first_position) FROM lc_run AS n
                    WHERE n.section_id = r.section_id AND n.first_position > r.first_position), 9e999),
                  r.least_level IS NOT NULL OR r.item_count IS NULL
                FROM lc_run AS r WHERE r.section_id = ?1 AND r.first_position >=
                  (SELECT max(h.first_position) FROM lc_run AS h WHERE h.section_id = ?1 AND h.first_position <= ?2)
                  AND (r.item_count IS NULL OR coalesce(r.least_level, ?3) <= ?3)
                ORDER BY r.first_position LIMIT 64
                """, sectionID, from, level
            ) { runs.append(($0.double(0), $0.double(1), $0.bool(2))) }
            for run in runs where run.next > from {
                let found = try connection.first(
                    """
                    SELECT position FROM item WHERE section_id = ?1 AND position >= ?2 AND position < ?3
                      AND coalesce(level, 0) <= ?4 ORDER BY position LIMIT 1
                    """, sectionID, max(position.nextUp, run.first), run.next, level, as: Double.self)
                if let found { return found }
                if !run.isKnown { try noteLeastLevel(ofRunAt: run.first, before: run.next, inSection: sectionID) }
            }
            guard runs.count == 64, let last = runs.last else { return nil }
            from = last.next
        }
    }

    private func noteLeastLevel(ofRunAt first: Double, before next: Double, inSection sectionID: Int64) throws {
        try connection.run(
            """
            UPDATE lc_run SET least_level = (SELECT min(coalesce(level, 0)) FROM item
              WHERE section_id = ?1 AND position >= ?2 AND position < ?3)
            WHERE section_id = ?1 AND first_position = ?2
            """, sectionID, first, next)
    }
}
