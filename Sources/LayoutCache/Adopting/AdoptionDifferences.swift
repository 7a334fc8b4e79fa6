internal import LayoutSQLite

/// Statements that find differences between a data set and its table.
struct AdoptionDifferences {
    let schema: AdoptionSchema

    private var names: AdoptionNames { schema.names }
    private var values: AdoptedValues { schema.values }

    /// The rows of the adoption that the table has no more.
    var goneRows: String {
        get throws {
            """
            SELECT r.row FROM \(names.rows) AS r WHERE NOT EXISTS (
              SELECT 1 FROM \(try SQLIdentifier.quoted(values.table.name)) AS t WHERE \(try values.isRow("t", "r.row")))
            """
        }
    }

    /// The number of items that differ from the table, are in excess or missing, or are not in its order.
    func count(in connection: Connection) throws -> Int {
        let questions = [
            try goneRows, try changedRows(selecting: ["1"], comparingEscapes: false),
            """
            SELECT 1 FROM section AS s CROSS JOIN item AS i ON i.section_id = s.id
            WHERE s.dataset_id = \(names.dataset) AND i.id NOT IN (SELECT r.item_id FROM \(names.rows) AS r)
            """,
            """
            SELECT 1 FROM (SELECT i.position AS position, lag(i.position) OVER (
                PARTITION BY r.section_id ORDER BY r.sort_key, r.row) AS former
              FROM \(names.rows) AS r CROSS JOIN item AS i ON i.id = r.item_id AND i.section_id = r.section_id)
            WHERE position <= former
            """,
        ]
        return try questions.reduce(0) {
            try $0 + (connection.first("SELECT count(*) FROM (\($1))", as: Int.self) ?? 0)
        }
    }

    /// The rows of the table whose items are missing, misplaced or different.
    ///
    /// - Parameter comparingEscapes: Whether a payload differs that holds a control character: the item's escapes it.
    func changedRows(selecting columns: [String], comparingEscapes: Bool = true) throws -> String {
        let differences = try values.item("t").map { column, sql in
            let differs = "i.\(column) IS NOT \(sql)"
            guard column == "payload", !comparingEscapes else { return "OR \(differs)" }
            return "OR \(differs) AND \(sql) NOT GLOB ('*[' || char(1) || '-' || char(31) || ']*')"
        }
        return """
            SELECT \(columns.joined(separator: ", ")) FROM \(try SQLIdentifier.quoted(values.table.name)) AS t
            LEFT JOIN \(names.rows) AS r ON r.row = \(try values.identity("t"))
            LEFT JOIN item AS i ON i.id = r.item_id LEFT JOIN \(names.sections) AS s ON s.section_id = r.section_id
            WHERE i.id IS NULL OR i.section_id IS NOT r.section_id OR s.value IS NOT \(try values.section("t"))
              OR r.sort_key IS NOT \(try values.sortKey("t"))
              \(differences.joined(separator: "\n  "))
            """
    }
}
