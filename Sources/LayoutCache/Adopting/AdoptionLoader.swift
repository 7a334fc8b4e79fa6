internal import LayoutSQLite

/// Makes the data set of an adoption equal to its table as a whole, in a few statements.
struct AdoptionLoader {
    let schema: AdoptionSchema
    let connection: Connection

    private var names: AdoptionNames { schema.names }
    private var values: AdoptedValues { schema.values }

    /// Fills a data set that is empty. O(rows).
    func run() throws {
        let source = try SQLIdentifier.quoted(values.table.name)
        let section = try values.section("t")
        let identity = try values.identity("t")
        let item = try values.item("t")
        try DerivedSchema.suspendTriggers(on: connection)
        try connection.execute(
            """
            INSERT INTO section (dataset_id, position, title)
            SELECT \(names.dataset), row_number() OVER (ORDER BY value), title
            FROM (SELECT \(section) AS value, min(\(try values.title("t"))) AS title FROM \(source) AS t GROUP BY 1);
            INSERT INTO \(names.sections) (value, section_id)
            SELECT d.value, s.id FROM (
              SELECT value, row_number() OVER (ORDER BY value) AS position
              FROM (SELECT DISTINCT \(section) AS value FROM \(source) AS t)
            ) AS d CROSS JOIN section AS s ON s.dataset_id = \(names.dataset) AND s.position = d.position;
            INSERT INTO \(names.rows) (row, item_id, section_id, sort_key, is_placed)
            SELECT row, (SELECT coalesce(max(id), 0) FROM item) + row_number() OVER (
                ORDER BY value, sort_key COLLATE \(values.sortCollation), row COLLATE BINARY), section_id, sort_key, 1
            FROM (SELECT \(identity) AS row, s.value AS value, s.section_id AS section_id,
                    \(try values.sortKey("t")) AS sort_key
                  FROM \(source) AS t CROSS JOIN \(names.sections) AS s ON s.value = \(section));
            INSERT INTO item (id, section_id, position\(item.map { ", \($0.column)" }.joined()))
            SELECT r.item_id, r.section_id,
              r.item_id - min(r.item_id) OVER (PARTITION BY r.section_id)\(item.map { ", \($0.sql)" }.joined())
            FROM \(names.rows) AS r CROSS JOIN \(source) AS t ON \(try values.isRow("t", "r.row")) ORDER BY r.item_id;
            INSERT INTO lc_run (section_id, first_position, changes)
            SELECT id, -9e999, 3 FROM section WHERE dataset_id = \(names.dataset)
            ON CONFLICT (section_id, first_position) DO UPDATE SET changes = 3, item_count = NULL;
            UPDATE lc_preparation SET is_restructured = 1, is_replaced = 1 WHERE dataset_id = \(names.dataset);
            """
        )
        let isOwn = "id IN (SELECT item_id FROM \(names.rows))"
        for escape in values.controlEscapes(where: isOwn) { try connection.execute(escape) }
        try DatasetRecord.noteChange(of: names.dataset, in: connection)
        try DerivedSchema.resumeTriggers(on: connection)
    }

    /// Looks for what is different, and has it made equal. O(rows) to look.
    func update() throws {
        let source = try SQLIdentifier.quoted(values.table.name)
        let differences = try values.item("t").map { "i.\($0.column) IS NOT \($0.sql)" }
        try connection.execute(
            """
            INSERT INTO \(names.change) (row, is_there)
            SELECT r.row, 0 FROM \(names.rows) AS r
            WHERE NOT EXISTS (SELECT 1 FROM \(source) AS t WHERE \(try values.isRow("t", "r.row")));
            INSERT INTO \(names.change) (\(schema.changeColumnList))
            SELECT \(try schema.changeValues("t")) FROM \(source) AS t
            LEFT JOIN \(names.rows) AS r ON r.row = \(try values.identity("t"))
            LEFT JOIN item AS i ON i.id = r.item_id LEFT JOIN \(names.sections) AS s ON s.section_id = r.section_id
            WHERE i.id IS NULL OR s.value IS NOT \(try values.section("t"))
              OR r.sort_key IS NOT \(try values.sortKey("t"))
              \(differences.map { "OR \($0)" }.joined(separator: "\n  "))
            """
        )
    }
}
