package import LayoutSQLite

/// Statements that find differences between a data set and its source.
package struct FollowerDifferences {
    let schema: FollowerSchema

    package init(schema: FollowerSchema) {
        self.schema = schema
    }

    private var names: FollowerNames { schema.names }
    private var values: FollowedValues { schema.values }
    private var source: FollowedSource { schema.source }

    private var ownSections: String { "(SELECT x.id FROM section AS x WHERE x.dataset_id = \(names.dataset))" }

    /// The rows of a table that have an item, and are not shown any more.
    var goneRows: String {
        get throws {
            "SELECT r.row FROM \(names.rows) AS r WHERE NOT EXISTS (\(try values.rows(["1"], identity: "r.row")))"
        }
    }

    /// The rows whose items are missing, in another section, or different.
    ///
    /// - Parameter comparesEscapes: Whether a payload differs that holds a control character: the item's escapes it.
    func changedRows(comparesEscapes: Bool = true) throws -> String {
        let said = [("row", try source.identity("t"))] + (try values.said)
        let items =
            source.isTable
            ? "LEFT JOIN \(names.rows) AS r ON r.row = t.row LEFT JOIN item AS i ON i.id = r.item_id"
            : "LEFT JOIN item AS i ON i.original_id = t.row AND i.section_id IN \(ownSections)"
        let held = source.isTable ? "r.section_id" : "i.section_id"
        let keys = source.isTable ? values.keys.map { " OR r.\($0) IS NOT t.\($0)" } : []
        let contents = values.item("t").map { column, sql in
            let differs = " OR i.\(column) IS NOT \(sql)"
            return column == "payload" && !comparesEscapes
                ? "\(differs) AND NOT \(FollowedValues.hasControls(sql))" : differs
        }
        return """
            SELECT t.row FROM (\(try values.rows(said.map { "(\($0.1)) AS \($0.0)" }))) AS t \(items)
            LEFT JOIN \(names.sections) AS s ON s.section_id = \(held)
            WHERE i.id IS NULL OR i.section_id IS NOT \(held) OR s.section_id IS NULL
              OR s.value IS NOT t.section COLLATE BINARY
              \((keys + contents).joined())
            """
    }

    /// The sections of the data set in their order, with the positions that they have.
    var orderedSections: String {
        let order = values.sectionTerms + ["x.position"]
        return """
            SELECT x.id AS id, x.position AS position, row_number() OVER places AS place,
              lag(x.position) OVER places AS former
            FROM (SELECT section_id, value AS section FROM \(names.sections)) AS v
              CROSS JOIN section AS x ON x.id = v.section_id AND x.dataset_id = \(names.dataset)
            WINDOW places AS (ORDER BY \(order.joined(separator: ", ")))
            """
    }

    /// The number of items that differ from the source, are in excess or missing, or are not in its order.
    package func count(in connection: Connection) throws -> Int {
        let order = FollowerSchema.list(values.order) { "r.key_\($0 + 1)" } + ["r.row"]
        let isMapped =
            source.isTable
            ? "i.id IN (SELECT r.item_id FROM \(names.rows) AS r)"
            : "EXISTS (\(try values.rows(["1"], identity: "i.original_id")))"
        let questions = [
            source.isTable ? try goneRows : "SELECT 1 WHERE 0", try changedRows(comparesEscapes: false),
            "SELECT 1 FROM item AS i WHERE i.section_id IN \(ownSections) AND NOT \(isMapped)",
            """
            SELECT 1 FROM (SELECT i.position AS position, lag(i.position) OVER (
                PARTITION BY r.section_id ORDER BY \(order.joined(separator: ", "))) AS former
              FROM \(names.rows) AS r CROSS JOIN item AS i ON i.id = r.item_id AND i.section_id = r.section_id
              WHERE i.section_id IN \(ownSections))
            WHERE position <= former
            """,
            "SELECT 1 FROM item WHERE section_id IN (SELECT id FROM (\(orderedSections)) WHERE position <= former)",
        ]
        return try questions.reduce(0) {
            try $0 + (connection.first("SELECT count(*) FROM (\($1))", as: Int.self) ?? 0)
        }
    }
}
