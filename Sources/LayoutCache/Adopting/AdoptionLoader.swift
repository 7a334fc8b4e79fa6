internal import LayoutSQLite

/// Makes the data set of an adoption equal to its table as a whole, in a few statements.
struct AdoptionLoader {
    let schema: AdoptionSchema
    let connection: Connection

    private var names: AdoptionNames { schema.names }
    private var values: AdoptedValues { schema.values }

    /// Fills a data set that is empty. O(rows · log rows).
    ///
    /// The rows are sorted once, into a temporary table whose row ids are their places. Everything made from them is
    /// then written in the order of each index.
    func run() throws {
        let source = try SQLIdentifier.quoted(values.table.name)
        let section = try values.section("t")
        let item = try values.item("t")
        let columns = item.map { ", \($0.column)" }.joined()
        try DerivedSchema.suspendTriggers(on: connection)
        var indexes = ItemIndexes()
        try connection.execute(
            """
            CREATE TEMP TABLE lc_adopted_section (position INTEGER PRIMARY KEY, value NOT NULL, title, first INTEGER);
            INSERT INTO temp.lc_adopted_section (value, title, first)
            SELECT value, title, 1 + sum(rows) OVER (ORDER BY value) - rows
            FROM (SELECT \(section) AS value, min(\(try values.title("t"))) AS title, count(*) AS rows
                  FROM \(source) AS t GROUP BY 1)
            ORDER BY value;
            CREATE UNIQUE INDEX temp.lc_adopted_section_value ON lc_adopted_section (value);
            CREATE TEMP TABLE lc_adopted (place INTEGER PRIMARY KEY, row NOT NULL, section INTEGER NOT NULL,
              sort_key\(columns));
            INSERT INTO temp.lc_adopted (row, section, sort_key\(columns))
            SELECT \(try values.identity("t")), s.position, \(try values.sortKey("t")) AS sort_key\(
                item.map { ", \($0.sql)" }.joined())
            FROM \(source) AS t CROSS JOIN temp.lc_adopted_section AS s ON s.value = \(section)
            ORDER BY s.position, sort_key COLLATE \(values.sortCollation), \(try values.identity("t")) COLLATE BINARY;
            """)
        let firstSection = try connection.first("SELECT coalesce(max(id), 0) FROM section", as: Int64.self) ?? 0
        let firstItem = try connection.first("SELECT coalesce(max(id), 0) FROM item", as: Int64.self) ?? 0
        try connection.run(
            """
            INSERT INTO section (id, dataset_id, position, title)
            SELECT ?1 + position, \(names.dataset), position, title FROM temp.lc_adopted_section ORDER BY position
            """, firstSection)
        try connection.run(
            """
            INSERT INTO \(names.sections) (section_id, value)
            SELECT ?1 + position, value FROM temp.lc_adopted_section ORDER BY position
            """, firstSection)
        // The items come in the order of their index, which grows; the remaining ones are built at the end.
        if firstItem == 0, try connection.first("SELECT 1 FROM item LIMIT 1", as: Int.self) == nil {
            try indexes.drop(on: connection)
        }
        try connection.run(
            """
            INSERT INTO item (id, section_id, position\(columns))
            SELECT ?2 + a.place, ?1 + a.section, a.place - s.first\(item.map { ", a.\($0.column)" }.joined())
            FROM temp.lc_adopted AS a CROSS JOIN temp.lc_adopted_section AS s ON s.position = a.section ORDER BY a.place
            """, firstSection, firstItem)
        try indexes.restore(on: connection)
        try connection.run(
            """
            INSERT INTO \(names.rows) (row, item_id, section_id, sort_key)
            SELECT row, ?2 + place, ?1 + section, sort_key FROM temp.lc_adopted ORDER BY row COLLATE BINARY
            """, firstSection, firstItem)
        try connection.execute(
            """
            DROP TABLE temp.lc_adopted; DROP TABLE temp.lc_adopted_section;
            \(schema.orderIndex);
            INSERT INTO lc_run (section_id, first_position, changes)
            SELECT id, -9e999, 3 FROM section WHERE dataset_id = \(names.dataset)
            ON CONFLICT (section_id, first_position) DO UPDATE SET changes = 3, item_count = NULL;
            UPDATE lc_preparation SET is_restructured = 1, is_replaced = 1 WHERE dataset_id = \(names.dataset);
            """
        )
        // Few tables have any, and each of the statements reads all items.
        if !values.adoption.payload.isEmpty,
            try connection.first(
                "SELECT 1 FROM \(source) AS t WHERE \(try values.payloadHasControls("t")) LIMIT 1", as: Int.self) != nil
        {
            for escape in values.controlEscapes(where: "id > \(firstItem)") { try connection.execute(escape) }
        }
        try DatasetRecord.noteChange(of: names.dataset, in: connection)
        try DerivedSchema.resumeTriggers(on: connection)
    }

    /// Looks for what is different, and has it made equal. O(rows) to look.
    func update() throws {
        try connection.execute(
            """
            INSERT INTO \(names.gone) (row) \(try AdoptionDifferences(schema: schema).goneRows);
            INSERT INTO \(names.change) (\(schema.changeColumnList))
            \(try AdoptionDifferences(schema: schema).changedRows(selecting: schema.changeValues("t")));
            """
        )
    }
}
