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

    private var values: FollowedValues { schema.values }

    private var ownSections: String { "(SELECT x.id FROM section AS x WHERE x.dataset_id = \(schema.dataset))" }

    /// The rows whose items are missing, in another section, or different.
    private var changedRows: String {
        get throws {
            let contents = try values.contents
            let rows = try values.rows(values.place + contents.map { "\($0.sql) AS \($0.column)" })
            let differences = contents.map { " OR i.\($0.column) IS NOT v.\($0.column)" }
            // SQLite finds an item by an index if the row has not the affinity of a column.
            return """
                SELECT 1 FROM (\(rows)) AS v LEFT JOIN (\(schema.items)) AS m ON m.row = +v.row
                LEFT JOIN item AS i ON i.id = m.item_id
                LEFT JOIN lc_follower_section AS s ON s.section_id = i.section_id
                WHERE i.id IS NULL OR s.section_id IS NULL
                  OR s.value IS NOT v.section COLLATE \(values.sectionCollation)\(differences.joined())
                """
        }
    }

    /// The number of items that differ from the source, are in excess or missing, or are not in its order.
    package func count() throws -> Int {
        let questions = [
            try changedRows,
            """
            SELECT 1 FROM item AS i WHERE i.section_id IN \(ownSections)
              AND NOT EXISTS (\(try values.rows([], identity: "= \(schema.row(of: "i"))")))
              AND NOT \(values.hasFailed(schema.row(of: "i")))
            """,
            """
            SELECT 1 FROM (SELECT m.position AS position, lag(m.position) OVER (
                PARTITION BY m.section_id ORDER BY \(values.rowOrder("v").joined(separator: ", "))) AS former
              FROM (\(schema.items)) AS m CROSS JOIN (\(try values.rows(values.place))) AS v ON v.row = m.row)
            WHERE position <= former
            """,
            """
            SELECT 1 FROM (SELECT x.id AS id, x.position AS position, lag(x.position) OVER (
                ORDER BY \((values.sectionTerms + ["x.position"]).joined(separator: ", "))) AS former
              FROM (SELECT section_id, value AS section FROM lc_follower_section) AS v
              CROSS JOIN section AS x ON x.id = v.section_id AND x.dataset_id = \(schema.dataset)) AS o
            CROSS JOIN item AS i ON i.section_id = o.id WHERE o.position <= o.former
            """,
        ]
        return try questions.reduce(0) {
            try $0 + (connection.first("SELECT count(*) FROM (\($1))", as: Int.self) ?? 0)
        }
    }
}
