internal import LayoutSQLite
internal import LayoutSchema

/// Makes the data set of a follower equal to its source as a whole, in a few statements.
struct FollowerLoader {
    let schema: FollowerSchema
    let connection: Connection

    private var names: FollowerNames { schema.names }
    private var values: FollowedValues { schema.values }
    private var source: FollowedSource { schema.source }

    /// Fills the data set again. O(rows · log rows).
    ///
    /// The rows are sorted once, into a temporary table whose row ids are their places. Everything made from them is
    /// then written in the order of each index.
    func run() throws {
        // The rows of a table are kept with their order and contents.
        let keys = source.isTable ? values.keys : []
        let content = values.item("v")
        let kept = (keys + content.map(\.column)).map { ", \($0)" }.joined()
        let itemColumns = source.isTable ? content.map { ", \($0.column)" }.joined() : ", original_id"
        let said = [("row", try source.identity("t"))] + (try values.said)
        let readsAll = try itemCount() * 4 > count("item")
        let shown = try values.rows(said.map { "(\($0.1)) AS \($0.0)" }, readingAll: readsAll)
        let isSectioned = values.section != nil
        let sections =
            try values.section.map {
                try values.rows(["(\($0.sql)) COLLATE BINARY AS section", "count(*)"], readingAll: readsAll)
                    + " GROUP BY 1"
            }
            ?? "SELECT NULL AS section, 1"
        let sectionOrder = values.sectionTerms
        let order = FollowerSchema.list(values.order) { "v.key_\($0 + 1)" } + ["v.row COLLATE BINARY"]
        try DerivedSchema.suspendTriggers(on: connection)
        var indexes = ItemIndexes()
        try connection.run(
            """
            DELETE FROM measurement WHERE item_id IN (SELECT i.id FROM item AS i WHERE i.section_id IN
              (SELECT id FROM section WHERE dataset_id = ?1))
            """, names.dataset)
        try connection.run(
            "DELETE FROM item WHERE section_id IN (SELECT id FROM section WHERE dataset_id = ?1)", names.dataset)
        try connection.run(
            "DELETE FROM lc_run WHERE section_id IN (SELECT id FROM section WHERE dataset_id = ?1)", names.dataset)
        try connection.run("DELETE FROM section WHERE dataset_id = ?1", names.dataset)
        try connection.execute(
            """
            DELETE FROM \(names.sections)\(source.isTable ? "" : " WHERE follower = \(names.dataset)");
            \(source.isTable ? "DELETE FROM \(names.rows); DROP INDEX IF EXISTS \(names.order);" : "")
            CREATE TEMP TABLE lc_followed_section (position INTEGER PRIMARY KEY, value UNIQUE, first INTEGER);
            INSERT INTO temp.lc_followed_section (value, first) SELECT * FROM (\(sections))
            ORDER BY \(sectionOrder.joined(separator: ", "));
            UPDATE temp.lc_followed_section SET first = c.first FROM (
              SELECT position, 1 + sum(first) OVER (ORDER BY position) - first AS first FROM lc_followed_section) AS c
            WHERE c.position = lc_followed_section.position;
            CREATE TEMP TABLE lc_followed (place INTEGER PRIMARY KEY, row NOT NULL, section INTEGER NOT NULL\(kept));
            INSERT INTO temp.lc_followed (row, section\(kept))
            SELECT v.row, \(isSectioned ? "s.position" : "1")\(keys.map { ", v.\($0)" }.joined())\(
              content.map { ", \($0.sql)" }.joined())
            FROM (\(shown)) AS v\(
              isSectioned ? " CROSS JOIN temp.lc_followed_section AS s ON s.value IS +v.section COLLATE BINARY" : "")
            ORDER BY \(((isSectioned ? ["s.position"] : []) + order).joined(separator: ", "));
            DELETE FROM temp.lc_followed_section WHERE NOT EXISTS (SELECT 1 FROM lc_followed);
            """)
        let firstSection = try firstFree("section", rows: "lc_followed_section")
        let firstItem = try firstFree("item", rows: "lc_followed")
        try connection.run(
            """
            INSERT INTO section (id, dataset_id, position, title)
            SELECT ?1 + position, \(names.dataset), position,
              CASE WHEN typeof(value) = 'blob' THEN hex(value) ELSE CAST(value AS TEXT) END
            FROM temp.lc_followed_section ORDER BY position
            """, firstSection)
        try connection.run(
            """
            INSERT INTO \(names.sections) (section_id, value\(source.isTable ? "" : ", follower"))
            SELECT ?1 + position, value\(source.isTable ? "" : ", \(names.dataset)")
            FROM temp.lc_followed_section ORDER BY position
            """, firstSection)
        // The items come in the order of their index, which grows; the remaining ones are built at the end.
        if try connection.first("SELECT 1 FROM item LIMIT 1", as: Int.self) == nil {
            try indexes.drop(on: connection)
        } else if !source.isTable {
            let rows = try count("temp.lc_followed")
            let others = try count("item WHERE original_id IS NOT NULL")
            if try rows * 15 > others * 5 + count("item") { try indexes.dropOriginals(on: connection) }
        }
        try connection.run(
            """
            INSERT INTO item (id, section_id, position\(itemColumns))
            SELECT ?2 + a.place, ?1 + a.section, a.place - s.first\(
              source.isTable ? content.map { ", a.\($0.column)" }.joined() : ", a.row")
            FROM temp.lc_followed AS a CROSS JOIN temp.lc_followed_section AS s ON s.position = a.section
            ORDER BY a.place
            """, firstSection, firstItem)
        try indexes.restore(on: connection)
        if source.isTable {
            try connection.run(
                """
                INSERT INTO \(names.rows) (row, item_id, section_id\(keys.map { ", \($0)" }.joined()))
                SELECT row, ?2 + place, ?1 + section\(keys.map { ", \($0)" }.joined()) FROM temp.lc_followed
                ORDER BY row COLLATE BINARY
                """, firstSection, firstItem)
        }
        try connection.execute(
            """
            DROP TABLE temp.lc_followed; DROP TABLE temp.lc_followed_section;
            \(schema.orderIndex ?? "");
            INSERT INTO lc_run (section_id, first_position, changes)
            SELECT id, -1e301, 3 FROM section WHERE dataset_id = \(names.dataset)
            ON CONFLICT (section_id, first_position) DO UPDATE SET changes = 3, item_count = NULL, least_level = NULL;
            UPDATE lc_preparation SET is_restructured = 1, is_replaced = 1 WHERE dataset_id = \(names.dataset);
            """
        )
        for table in ["section_offset", "section_measurement"] {
            try connection.execute("DELETE FROM \(table) WHERE section_id NOT IN (SELECT id FROM section)")
        }
        // Few tables have any, and each of the statements reads all items.
        if !values.payload.isEmpty,
            try connection.first(
                "SELECT 1 FROM item WHERE id > ?1 AND \(FollowedValues.hasControls("payload")) LIMIT 1", firstItem,
                as: Int.self) != nil
        {
            for escape in values.controlEscapes("item", where: "id > \(firstItem)") { try connection.execute(escape) }
        }
        try schema.noteItems(in: connection)
        try DerivedSchema.resumeTriggers(on: connection, afterLoading: names.dataset)
    }

    /// The number of the items of a followed data set.
    private func itemCount() throws -> Int64 {
        guard let dataset = source.dataset else { return 0 }
        return try count("section AS s CROSS JOIN item AS i ON i.section_id = s.id WHERE s.dataset_id = \(dataset)")
    }

    private func count(_ rows: String) throws -> Int64 {
        try connection.first("SELECT count(*) FROM \(rows)", as: Int64.self) ?? 0
    }

    /// An id behind which as many are free as there are rows.
    ///
    /// Items and sections of a data set's follower go below all ids: those above remain to programs that insert rows.
    private func firstFree(_ table: String, rows: String) throws -> Int64 {
        let largest = try connection.first("SELECT coalesce(max(id), 0) FROM \(table)", as: Int64.self) ?? 0
        let least = try connection.first("SELECT \(FollowerTriggers.idBelow(table))", as: Int64.self) ?? .min
        let count = try count("temp.\(rows)")
        let (isAbove, isBelow) = (largest < .max - count, least > .min + count)
        // Some program may have given the first or the last ids.
        return isAbove && (source.isTable || !isBelow) ? max(0, largest) : least &- count
    }

    /// Looks for what is different, and makes it equal. Items of a table's rows stay, with what was measured for them.
    /// O(rows) to look.
    func update() throws {
        guard source.isTable else {
            if try FollowerDifferences(schema: schema).count(in: connection) > 0 { try run() }
            return
        }
        let differences = FollowerDifferences(schema: schema)
        try connection.execute("CREATE TEMP TABLE lc_followed (row NOT NULL)")
        try connection.execute(
            "INSERT INTO temp.lc_followed \(try differences.goneRows) UNION ALL \(try differences.changedRows())")
        let rows = try connection.names("SELECT CAST(rowid AS TEXT) FROM temp.lc_followed")
        for row in rows {
            try connection.execute(
                FollowerTriggers([schema]).ask("(SELECT f.row FROM temp.lc_followed AS f WHERE f.rowid = \(row))"))
        }
        try connection.execute("DROP TABLE temp.lc_followed")
        let ordered = differences.orderedSections
        guard try count("(\(ordered)) WHERE position <= former") > 0 else { return }
        try connection.execute(
            """
            UPDATE section SET position = o.place + o.last
            FROM (SELECT id, place, max(position) OVER () AS last FROM (\(ordered))) AS o WHERE section.id = o.id
            """)
    }
}
