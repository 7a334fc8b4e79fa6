internal import LayoutSQLite

/// Statements that find where a data set is not what its table says.
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

    /// The rows of the table whose items are missing, lie elsewhere or hold something else.
    func changedRows(selecting columns: [String]) throws -> String {
        let differences = try values.item("t").map { "OR i.\($0.column) IS NOT \($0.sql)" }
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
