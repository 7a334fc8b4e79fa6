package import LayoutSQLite

/// Statements that find differences between a data set and its source.
package struct FollowerDifferences {
    private let schema: FollowerSchema
    private let connection: Connection

    /// - Parameter schema: The follower; rows that have failed are left out.
    package init(_ schema: FollowerSchema, in connection: Connection) throws {
        self.schema = try FailedRows(schema, in: connection).remaining
        self.connection = connection
    }

    /// The rows whose items are missing, in another section, different, or not in the order of the rows.
    private var changedRows: String {
        get throws {
            let contents = try schema.contents
            let rows = try schema.rows(
                [schema.place(), schema.sectionValue] + contents.map { "\($0.sql) AS \($0.column)" })
            let differences = contents.map { " OR i.\($0.column) IS NOT v.\($0.column)" }
            // SQLite finds an item by an index if the row has not the affinity of a column.
            return """
                SELECT 1 FROM (SELECT i.position <= lag(i.position) OVER (PARTITION BY i.section_id ORDER BY v.place)
                    OR i.id IS NULL OR s.section_id IS NULL
                    OR s.value IS NOT v.section COLLATE \(schema.sectionCollation)\(differences.joined()) AS is_changed
                  FROM (\(rows)) AS v
                  LEFT JOIN item AS i ON i.id = (SELECT m.item_id FROM (\(schema.items)) AS m WHERE m.row = +v.row)
                  LEFT JOIN lc_follower_section AS s ON s.section_id = i.section_id)
                WHERE is_changed
                """
        }
    }

    /// The questions, as queries with a row for each difference.
    var questions: [String] {
        get throws {
            [
                try changedRows,
                """
                SELECT 1 FROM item AS i WHERE i.section_id IN \(schema.ownSections)
                  AND NOT EXISTS (\(try schema.rows([], identity: "= \(schema.row(of: "i"))")))
                  AND NOT \(schema.hasFailed(schema.row(of: "i")))
                """,
                "SELECT 1 FROM (\(schema.unsortedSections)) AS o CROSS JOIN item AS i ON i.section_id = o.id",
            ]
        }
    }

    /// The number of items that differ from the source, are in excess or missing, or are not in its order.
    package func count() throws -> Int {
        try questions.reduce(0) { try $0 + (connection.first("SELECT count(*) FROM (\($1))", as: Int.self) ?? 0) }
    }
}
