internal import LayoutSQLite

extension Verification {
    /// Looks for derived rows that belong to nothing. A superseded preparation is removed band by band, and its other
    /// rows last.
    mutating func checkLeftovers() throws {
        try note(
            rowsOf: """
                SELECT 'lc_block has ' || count(*) || ' rows of band ' || (id >> 20) || ', which is not there'
                FROM lc_block WHERE id <> 0 AND id >> 20 NOT IN (SELECT id FROM lc_band) GROUP BY id >> 20
                """)
        try note(
            rowsOf: """
                SELECT 'lc_detail ' || d.id || ' belongs to no element'
                FROM lc_detail AS d LEFT JOIN lc_block AS b ON b.id = d.id >> 4
                WHERE b.id IS NULL OR b.detail_count = 0 OR (d.id & 15) >= b.count
                """)
        if try connection.first("SELECT 1 FROM lc_block WHERE id = 0 AND count = 1", as: Int.self) == nil {
            note("lc_block has no block 0")
        }
        try note(
            rowsOf: """
                SELECT 'lc_band ' || id || ' belongs to no preparation' FROM lc_band
                WHERE preparation_id NOT IN (SELECT id FROM lc_preparation)
                """)
        try note(
            rowsOf: """
                SELECT 'preparation ' || id || ' has bands, and is marked as having none' FROM lc_preparation
                WHERE NOT is_outlined AND id IN (SELECT preparation_id FROM lc_band)
                """)
        try note(
            rowsOf: """
                SELECT 'lc_rtree ' || id || ' bounds no block' FROM lc_rtree AS r
                WHERE NOT EXISTS (SELECT 1 FROM lc_block AS b WHERE b.id BETWEEN r.id << 3 AND (r.id << 3) + 7)
                """)
        try note(
            rowsOf: """
                SELECT 'lc_sum has nodes of preparation ' || preparation_id || ', which is not there' FROM lc_sum
                WHERE preparation_id NOT IN (SELECT id FROM lc_preparation) GROUP BY preparation_id
                """)
        try note(
            rowsOf: """
                SELECT 'lc_element_kind ' || id || ' belongs to no preparation' FROM lc_element_kind
                WHERE preparation_id NOT IN (SELECT id FROM lc_preparation)
                """)
        for table in ["lc_moved", "lc_reordered"] {
            try note(
                rowsOf: """
                    SELECT '\(table) has rows of preparation ' || preparation_id || ', which is not there' FROM \(table)
                    WHERE preparation_id > 0 AND preparation_id NOT IN (SELECT id FROM lc_preparation)
                    GROUP BY preparation_id
                    """)
        }
        try note(
            rowsOf: """
                SELECT 'lc_section_element has rows of preparation ' || preparation_id || ' and section ' || section_id
                  || ', which is not there' FROM lc_section_element AS e
                WHERE preparation_id NOT IN (SELECT id FROM lc_preparation)
                  OR NOT is_of_content AND NOT \(Self.isOfBandOrRemoved)
                GROUP BY preparation_id, section_id
                """)
        try note(
            rowsOf: """
                SELECT 'lc_frozen_lines has a row of preparation ' || preparation_id || ' and section ' || section_id
                  || ', which is not there' FROM lc_frozen_lines AS e
                WHERE NOT \(Self.isOfBandOrRemoved)
                """)
        try note(
            rowsOf: """
                SELECT 'lc_preparation ' || id || ' belongs to layout ' || layout_id || ', which is not there'
                FROM lc_preparation
                WHERE layout_id IS NOT NULL AND layout_id NOT IN (SELECT id FROM layout)
                """)
    }

    /// SQL for a row `e` of a section: whether the section has a band, or the preparation is being removed.
    private static let isOfBandOrRemoved = """
        (EXISTS (SELECT 1 FROM lc_band AS b
                 WHERE b.section_id IN (e.section_id, -e.section_id) AND b.preparation_id = e.preparation_id)
         OR EXISTS (SELECT 1 FROM lc_preparation AS p WHERE p.id = e.preparation_id AND p.layout_id IS NULL))
        """
}
