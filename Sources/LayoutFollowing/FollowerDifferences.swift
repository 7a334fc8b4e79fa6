package import LayoutSQLite

// Differences between a data set and its source.
extension FollowerSchema {
    /// The number of items that differ from the source, are in excess or missing, or are not in its order.
    package func differences(in connection: Connection) throws -> Int {
        let differences = try FailedRows(self, in: connection).remaining.differences
        return try connection.first("SELECT count(*) FROM (\(differences))", as: Int.self) ?? 0
    }

    /// A query with a row for each of them; rows that have failed are left out.
    ///
    /// The rows whose items are missing, in another section, different, or not in the order of the rows. Then the items
    /// in excess, and those of sections that are not in their order.
    var differences: String {
        get throws {
            let contents = try contents
            let rows = try rows(
                [place(), "\(sectionValue) AS section"] + contents.map { "\($0.sql) AS \($0.column)" })
            // SQLite finds an item by an index if the row has not the affinity of a column.
            return """
                SELECT 1 FROM (SELECT i.position <= lag(i.position) OVER (PARTITION BY i.section_id ORDER BY v.place)
                    OR i.id IS NULL OR s.section_id IS NULL OR s.value IS NOT v.section COLLATE \(sectionCollation)
                    \(contents.map { "OR i.\($0.column) IS NOT v.\($0.column)" }.joined(separator: " ")) AS is_changed
                  FROM (\(rows)) AS v
                  LEFT JOIN item AS i ON i.id = (SELECT m.item_id FROM (\(items)) AS m WHERE m.row = +v.row)
                  LEFT JOIN lc_follower_section AS s ON s.section_id = i.section_id)
                WHERE is_changed
                UNION ALL SELECT 1 FROM item AS i WHERE i.section_id IN \(ownSections)
                  AND NOT EXISTS (\(try self.rows([], identity: "= \(row(of: "i"))")))
                  AND NOT \(hasFailed(row(of: "i")))
                UNION ALL SELECT 1 FROM (\(unsortedSections)) AS o CROSS JOIN item AS i ON i.section_id = o.id
                """
        }
    }
}
