internal import LayoutSQLite

extension Verification {
    /// Looks for derived rows that belong to nothing.
    mutating func checkLeftovers() throws {
        let rows = try connection.first("SELECT count(*) FROM lc_attributes", as: Int.self) ?? 0
        let held = try connection.first("SELECT coalesce(sum(element_count), 0) FROM lc_band", as: Int.self) ?? 0
        if rows != held { note("lc_attributes has \(rows) rows, and the bands hold \(held)") }
        try note(
            rowsOf: """
                SELECT 'lc_band ' || id || ' belongs to no preparation' FROM lc_band
                WHERE preparation_id NOT IN (SELECT id FROM lc_preparation)
                """)
        try note(
            rowsOf: """
                SELECT 'preparation ' || id || ' has bands, and says that none were made' FROM lc_preparation
                WHERE NOT is_outlined AND id IN (SELECT preparation_id FROM lc_band)
                """)
        try note(
            rowsOf: """
                SELECT 'lc_block ' || block || ' belongs to no band' FROM lc_block
                WHERE band_id NOT IN (SELECT id FROM lc_band)
                """)
        // A block's number tells its first row: see `lc_block`.
        try note(
            rowsOf: """
                SELECT 'lc_block ' || r.block || ' names band ' || r.band_id || ', which does not hold its rows'
                FROM lc_block AS r CROSS JOIN lc_band AS b ON b.id = r.band_id
                WHERE r.block / 128 NOT BETWEEN b.first_row AND b.row_limit - 1
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
        try note(
            rowsOf: """
                SELECT 'lc_section_element has rows of preparation ' || preparation_id || ' and section ' || section_id
                  || ', which is not there' FROM lc_section_element AS e
                WHERE preparation_id NOT IN (SELECT id FROM lc_preparation) OR NOT is_of_content AND NOT EXISTS
                  (SELECT 1 FROM lc_band AS b WHERE b.section_id = e.section_id AND b.preparation_id = e.preparation_id)
                GROUP BY preparation_id, section_id
                """)
        try note(
            rowsOf: """
                SELECT 'lc_preparation ' || id || ' belongs to layout ' || layout_id || ', which is not there'
                FROM lc_preparation
                WHERE layout_id IS NOT NULL AND layout_id NOT IN (SELECT id FROM layout)
                """)
    }
}
