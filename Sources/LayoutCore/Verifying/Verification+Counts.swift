internal import LayoutSQLite

extension Verification {
    /// Checks that the bands of each section count as many items as the data set has. Also checks that a band which is
    /// not stale has a cell for each of its items.
    ///
    /// On a canvas, whose bands go by place, a section's stale bands count what they held.
    mutating func checkCounts(_ preparation: PreparationRecord) throws {
        try note(
            "preparation \(preparation.id): ",
            rowsOf: """
                SELECT 'section ' || held.section_id || ' counts ' || held.items || ' items, and has '
                  || (SELECT count(*) FROM item WHERE item.section_id = held.section_id)
                FROM (SELECT section_id, sum(item_count) AS items, max(is_stale AND NOT is_estimated) AS stale,
                        max(is_miscounted) AS miscounted
                      FROM lc_band WHERE preparation_id = ?1 AND section_id IS NOT NULL GROUP BY section_id) AS held
                WHERE NOT held.miscounted AND NOT (held.stale AND (SELECT is_free FROM lc_preparation WHERE id = ?1))
                  AND NOT EXISTS (SELECT 1 FROM lc_run AS r WHERE r.section_id = held.section_id AND r.changes > 0)
                  AND NOT EXISTS (SELECT 1 FROM lc_moved AS m
                    WHERE m.preparation_id = ?1 AND m.section_id = held.section_id)
                  AND held.items <> (SELECT count(*) FROM item WHERE item.section_id = held.section_id)
                """, preparation.id)
        try note(
            "preparation \(preparation.id): ",
            rowsOf: """
                SELECT 'band ' || id || ' has ' || cell_count || ' cells for ' || item_count
                  || ' items, and is not stale'
                FROM lc_band WHERE preparation_id = ?1 AND NOT is_stale AND cell_count > item_count
                """, preparation.id)
        try note(
            "preparation \(preparation.id): ",
            rowsOf: """
                SELECT 'section ' || s.id || ' has no band'
                FROM section AS s JOIN lc_preparation AS p ON p.dataset_id = s.dataset_id
                WHERE p.id = ?1 AND NOT EXISTS (SELECT 1 FROM lc_band AS b
                  WHERE b.section_id = s.id AND b.preparation_id = p.id)
                """, preparation.id)
    }

    /// Checks that each section has as many pinned and spanning elements, and strips of lines that stay, as its bands
    /// brought. The rows of a collapsed section are put aside, under the negative of its id.
    mutating func checkSectionElements(_ preparation: PreparationRecord) throws {
        try note(
            "preparation \(preparation.id): ",
            rowsOf: """
                SELECT CASE section_id WHEN 0 THEN 'the content' ELSE 'section ' || section_id END || ' has ' || found
                  || ' rows in lc_section_element and lc_frozen_lines, and should have ' || wanted
                FROM (SELECT h.section_id, h.wanted,
                    (SELECT count(*) FROM lc_section_element AS e WHERE e.preparation_id = ?1
                       AND e.is_of_content = (h.section_id = 0) AND e.section_id IN (h.section_id, -h.section_id))
                    + (SELECT count(*) FROM lc_frozen_lines AS e
                       WHERE e.preparation_id = ?1 AND e.section_id IN (h.section_id, -h.section_id)) AS found
                  FROM (SELECT coalesce(section_id, 0) AS section_id, sum(section_element_count) AS wanted
                        FROM lc_band WHERE preparation_id = ?1
                        GROUP BY coalesce(section_id, 0) HAVING NOT max(is_stale)) AS h)
                WHERE found <> wanted
                """, preparation.id)
    }

    /// Checks the runs of items that triggers mark.
    ///
    /// - Parameter eachRun: Whether to count each run's items rather than all items of a section's runs.
    mutating func checkOutline(eachRun: Bool) throws {
        if eachRun {
            try note(
                "outline: ",
                rowsOf: """
                    SELECT 'the run of section ' || section_id || ' at ' || first_position || ' counts ' || item_count
                      || ' items of level ' || coalesce(least_level, least) || ' or more, and has ' || found
                      || ' of level ' || coalesce(least, 'NULL')
                    FROM (SELECT r.*, count(i.id) AS found, min(iif(i.id IS NULL, NULL, coalesce(i.level, 0))) AS least
                      FROM (SELECT *, lead(first_position, 1, 9e999) OVER
                              (PARTITION BY section_id ORDER BY first_position) AS next FROM lc_run) AS r
                      LEFT JOIN item AS i
                        ON i.section_id = r.section_id AND i.position >= r.first_position AND i.position < r.next
                      WHERE r.item_count IS NOT NULL GROUP BY r.section_id, r.first_position)
                    WHERE found <> item_count OR least < least_level
                    """)
        }
        try note(
            "outline: ",
            rowsOf: """
                SELECT 'section ' || s.id || ' has no run to mark changes in' FROM section AS s
                WHERE NOT EXISTS (SELECT 1 FROM lc_run AS r WHERE r.section_id = s.id AND r.first_position = -1e301)
                """)
        try note(
            "outline: ",
            rowsOf: """
                SELECT 'section ' || section_id || ' counts ' || runs || ' items, and has '
                  || (SELECT count(*) FROM item WHERE item.section_id = counted.section_id)
                FROM (SELECT section_id, sum(item_count) AS runs, sum(item_count IS NULL) AS open
                      FROM lc_run GROUP BY section_id) AS counted
                WHERE open = 0 AND runs <> (SELECT count(*) FROM item WHERE item.section_id = counted.section_id)
                """)
        try note(
            "outline: ",
            rowsOf: """
                SELECT 'the chapter of section ' || section_id || ' at ' || min(first_position) || ' counts '
                  || max(chapter_count) || ' items, and its runs ' || sum(item_count)
                FROM (SELECT *, count(chapter_count) OVER (PARTITION BY section_id ORDER BY first_position) AS chapter,
                        min(item_count IS NOT NULL) OVER (PARTITION BY section_id) AS is_counted FROM lc_run)
                WHERE is_counted AND chapter > 0 GROUP BY section_id, chapter
                HAVING max(chapter_count) <> sum(item_count)
                """)
        try note(
            "outline: ",
            rowsOf: """
                SELECT 'a run belongs to section ' || section_id || ', which is not there' FROM lc_run
                WHERE section_id NOT IN (SELECT id FROM section)
                """)
    }

    /// Checks the small tables that everything else counts by.
    mutating func checkCounters() throws {
        var numbers: [Int] = []
        try connection.forEachRow("SELECT number FROM lc_number ORDER BY number") { numbers.append($0.int(0)) }
        if numbers != Array(0...1023) { note("lc_number does not hold the numbers from 0 to 1023") }
        try note(
            rowsOf: """
                SELECT 'lc_counter has ' || count(*) || ' rows, and should have 1' FROM lc_counter HAVING count(*) <> 1
                """)
        try note(
            rowsOf: """
                SELECT 'lc_counter gives an id to a second band, or none' FROM lc_counter
                WHERE next_band > 1 << 38 OR next_band <= (SELECT coalesce(max(id), 0) FROM lc_band)
                """)
    }
}
