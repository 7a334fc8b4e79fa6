internal import LayoutSQLite
internal import LayoutSchema

/// Makes the data set of a follower equal to its source as a whole, in a few statements.
///
/// Rows and sections that were there keep their ids, with what hangs on them. Everything else is written again.
struct FollowerLoader {
    let schema: FollowerSchema
    let connection: Connection

    private var dataset: Int64 { schema.dataset }
    private var values: FollowedValues { schema.values }
    private var source: FollowedSource { schema.source }

    /// Fills the data set. O(rows · log rows).
    ///
    /// The rows are sorted once, into a temporary table whose row ids are their places. Everything made from them is
    /// then written in the order of each index.
    ///
    /// - Parameters:
    ///   - keepsSections: Whether a section with a value is the one that had it before.
    ///   - keepsFailed: Whether the items of rows that fail stay.
    func run(keepsSections: Bool = true, keepsFailed: Bool = true) throws {
        let failed = FailedRows(schema, in: connection)
        try failed.forget()
        let remaining = try failed.leavingOut {
            let loader = FollowerLoader(schema: $0, connection: connection)
            try loader.findKept(keepsFailed && failed.haveItems)
            try loader.sort()
        }
        try FollowerLoader(schema: remaining, connection: connection).write(keepsSections)
        for table in ["lc_followed", "lc_followed_section", "lc_failed_item"] {
            try connection.execute("DROP TABLE temp.\(table)")
        }
    }

    /// Finds the items that stay although no value can be had of their rows, each with the row before it.
    private func findKept(_ areThere: Bool) throws {
        try connection.execute("CREATE TEMP TABLE lc_failed_item (id INTEGER PRIMARY KEY, section_id, former, place)")
        guard areThere else { return }
        try connection.execute(
            """
            WITH ranked AS MATERIALIZED (
              SELECT *, sum(NOT is_failed) OVER (PARTITION BY section_id ORDER BY position, item_id) AS place
              FROM (SELECT m.*, \(values.hasFailed("m.row")) AS is_failed FROM (\(schema.items)) AS m))
            INSERT INTO temp.lc_failed_item (id, section_id, former, place)
            SELECT f.item_id, f.section_id, o.row, row_number() OVER (ORDER BY f.position, f.item_id)
            FROM ranked AS f LEFT JOIN ranked AS o
              ON o.section_id = f.section_id AND o.place = f.place AND NOT o.is_failed
            WHERE f.is_failed
            """)
    }

    private func sort() throws {
        let contents = try values.contents
        let content = contents.map { ", \($0.column)" }.joined()
        let access = try itemCount() * 4 > count("item") ? FollowedSource.Access.readingAll : .bySection
        let isSectioned = values.section != nil
        let shown = try values.rows(
            values.place + contents.map { "\($0.sql) AS \($0.column)" }, access)
        let sections =
            try values.section.map {
                try values.rows(
                    ["(\(values.guarded("(\($0.sql))"))) COLLATE \(values.sectionCollation) AS section"], access)
            } ?? "SELECT NULL AS section"
        // Items of rows that were there. Those of a data set's follower have nothing to keep.
        let id =
            try source.isTable && count("(SELECT 1 FROM \(schema.rowTable) LIMIT 1)") > 0
            ? "(SELECT m.item_id FROM (\(schema.items)) AS m WHERE m.row = v.row)" : "NULL"
        try connection.execute(
            """
            CREATE TEMP TABLE lc_followed_section (place INTEGER PRIMARY KEY, value, count INTEGER, id INTEGER, first);
            INSERT INTO temp.lc_followed_section (value, count)
            SELECT section, sum(count) FROM (SELECT section, 1 AS count FROM (\(sections)) UNION ALL
              SELECT DISTINCT s.value, 0 FROM temp.lc_failed_item AS f
              CROSS JOIN lc_follower_section AS s ON s.section_id = f.section_id)
            GROUP BY section COLLATE \(values.sectionCollation)
            ORDER BY \(values.sectionTerms.joined(separator: ", "));
            CREATE INDEX temp.lc_followed_value ON lc_followed_section (value COLLATE \(values.sectionCollation));
            UPDATE temp.lc_followed_section SET first = c.first FROM (
              SELECT place, 1 + sum(count) OVER (ORDER BY place) - count AS first FROM temp.lc_followed_section) AS c
            WHERE c.place = lc_followed_section.place;
            CREATE TEMP TABLE lc_followed (
              place INTEGER PRIMARY KEY, row NOT NULL, section INTEGER, id INTEGER\(content));
            INSERT INTO temp.lc_followed (row, section, id\(content))
            SELECT v.row, \(isSectioned ? "s.place" : "1"), \(id)\(contents.map { ", v.\($0.column)" }.joined())
            FROM (\(shown)) AS v\(
              isSectioned
                  ? " CROSS JOIN temp.lc_followed_section AS s "
                      + "ON s.value IS +v.section COLLATE \(values.sectionCollation)"
                  : "")
            ORDER BY \(((isSectioned ? ["s.place"] : []) + values.rowOrder("v")).joined(separator: ", "));
            DELETE FROM temp.lc_followed_section
            WHERE NOT EXISTS (SELECT 1 FROM temp.lc_followed) AND NOT EXISTS (SELECT 1 FROM temp.lc_failed_item);
            """)
        if isSectioned {
            // A section of equal values has the value of its first row.
            let isDistinct = values.sectionCollation == "BINARY" ? "typeof(s.value) IN ('integer', 'real')" : "true"
            let first =
                "(SELECT f.row FROM temp.lc_followed_section AS s "
                + "CROSS JOIN temp.lc_followed AS f ON f.place = s.first WHERE \(isDistinct))"
            try connection.execute(
                """
                UPDATE temp.lc_followed_section SET value = v.section FROM (
                  SELECT f.place, o.section FROM (\(try values.rows(values.place, identity: "IN \(first)"))) AS o
                  CROSS JOIN temp.lc_followed AS f ON f.row = o.row) AS v
                WHERE v.place = lc_followed_section.first AND count > 0
                """)
        }
    }

    private func write(_ keepsSections: Bool) throws {
        try DerivedSchema.suspendTriggers(on: connection)
        try writeSections(keepsSections)
        try writeItems(values.contents.map(\.column))
        try connection.execute(
            """
            INSERT INTO lc_run (section_id, first_position, changes)
            SELECT id, -1e301, 3 FROM section WHERE dataset_id = \(dataset);
            UPDATE lc_preparation SET is_restructured = 1, is_replaced = 1 WHERE dataset_id = \(dataset);
            """)
        try DatasetRecord.noteChange(of: dataset, in: connection)
        try DerivedSchema.resumeTriggers(on: connection, afterLoading: dataset)
    }

    /// The sections of the data set, in SQL.
    private var ownSections: String { "(SELECT x.id FROM section AS x WHERE x.dataset_id = \(dataset))" }

    private func writeSections(_ keepsSections: Bool) throws {
        if keepsSections {
            // After the derived tables were made again, the items tell which value a section has.
            let isKnown = try connection.first(
                "SELECT 1 FROM lc_follower_section WHERE section_id IN \(ownSections) LIMIT 1", as: Int.self)
            if isKnown == nil {
                try connection.execute(
                    """
                    INSERT INTO lc_follower_section (section_id, value)
                    SELECT m.section_id, v.section FROM (\(schema.items)) AS m
                    CROSS JOIN (\(try values.rows(values.place))) AS v ON v.row = m.row GROUP BY m.section_id
                    """)
            }
            try connection.execute(
                """
                UPDATE temp.lc_followed_section SET id = (SELECT s.section_id FROM lc_follower_section AS s
                  WHERE s.value IS lc_followed_section.value COLLATE \(values.sectionCollation)
                    AND s.section_id IN \(ownSections) LIMIT 1)
                """)
        }
        try connection.execute(
            """
            DELETE FROM lc_run WHERE section_id IN \(ownSections);
            DELETE FROM lc_follower_section WHERE section_id IN \(ownSections);
            """)
        for child in OwnedRows.ofSections {
            try connection.execute(
                "DELETE FROM \(child.table) WHERE \(child.column) IN \(ownSections) "
                    + "AND \(child.column) NOT IN (SELECT id FROM temp.lc_followed_section WHERE id IS NOT NULL)")
        }
        let first = try FollowerSchema.firstFree(
            "section", count: count("temp.lc_followed_section"), isAbove: source.isTable, in: connection)
        try connection.execute(
            """
            UPDATE temp.lc_followed_section SET id = \(first) + place WHERE id IS NULL;
            CREATE TEMP TABLE lc_former_section AS SELECT id FROM section WHERE dataset_id = \(dataset);
            UPDATE section SET position = NULL WHERE dataset_id = \(dataset);
            UPDATE section SET position = s.place, title = s.title
            FROM (SELECT id, place, \(FollowerUpdate.title) AS title FROM temp.lc_followed_section) AS s
            WHERE section.id = s.id;
            INSERT INTO section (id, dataset_id, position, title)
            SELECT id, \(dataset), place, \(FollowerUpdate.title) FROM temp.lc_followed_section
            WHERE id NOT IN (SELECT id FROM temp.lc_former_section) ORDER BY place;
            INSERT INTO lc_follower_section (section_id, value) SELECT id, value FROM temp.lc_followed_section;
            DELETE FROM temp.lc_failed_item WHERE section_id NOT IN (SELECT id FROM temp.lc_followed_section);
            """)
    }

    /// That an item was the data set's, and does not stay as it is.
    private static let isFormer =
        "section_id IN (SELECT id FROM temp.lc_former_section) AND id NOT IN (SELECT id FROM temp.lc_failed_item)"

    private func writeItems(_ contents: [String]) throws {
        let own = Self.isFormer
        let hasFormer = try connection.first("SELECT 1 FROM item WHERE \(own) LIMIT 1", as: Int.self) != nil
        var kept: [String] = []
        if hasFormer, source.isTable {
            try connection.execute("CREATE INDEX temp.lc_followed_id ON lc_followed (id)")
        }
        for child in OwnedRows.ofItems where try hasFormer && count(child.table) > 0 {
            try connection.execute(
                "DELETE FROM \(child.table) WHERE \(child.column) IN (SELECT id FROM item WHERE \(own)) "
                    + "AND \(child.column) NOT IN (SELECT id FROM temp.lc_followed WHERE id IS NOT NULL)")
        }
        if hasFormer, source.isTable {
            if try !areMoved { return try writeContents(contents) }
            let others = ["id", "section_id", "position", "original_id"] + contents
            kept = try connection.names("SELECT name FROM pragma_table_info('item')").filter { !others.contains($0) }
                .map { try SQLIdentifier.quoted($0) }
            try connection.execute(
                """
                CREATE TEMP TABLE lc_kept AS SELECT id, \(kept.joined(separator: ", ")) FROM item
                WHERE \(own) AND (\(kept.map { "\($0) IS NOT NULL" }.joined(separator: " OR ")))
                  AND id IN (SELECT id FROM temp.lc_followed);
                """)
        }
        let firstItem = try FollowerSchema.firstFree(
            "item", count: count("temp.lc_followed"), isAbove: source.isTable, in: connection)
        let id = "coalesce(a.id, \(firstItem) + a.place)"
        try connection.execute(
            """
            DELETE FROM item WHERE \(own);
            UPDATE item SET position = NULL WHERE id IN (SELECT id FROM temp.lc_failed_item);
            DELETE FROM section WHERE dataset_id = \(dataset)
              AND id NOT IN (SELECT id FROM temp.lc_followed_section);
            DROP TABLE temp.lc_former_section;
            """)
        // The items come in the order of their index, which grows; the remaining ones are built at the end.
        var indexes = ItemIndexes()
        if try connection.first("SELECT 1 FROM item LIMIT 1", as: Int.self) == nil {
            try indexes.drop(on: connection)
        } else if !source.isTable {
            let rows = try count("temp.lc_followed")
            let others = try count("item WHERE original_id IS NOT NULL")
            if try rows * 15 > others * 5 + count("item") { try indexes.dropOriginals(on: connection) }
        }
        try connection.execute(
            """
            INSERT INTO item (id, section_id, position, original_id\(contents.map { ", \($0)" }.joined()))
            SELECT \(id), s.id, a.place - s.first, \(source.isTable ? "NULL" : "a.row")\(
              contents.map { ", a.\($0)" }.joined())
            FROM temp.lc_followed AS a CROSS JOIN temp.lc_followed_section AS s ON s.place = a.section
            ORDER BY a.place
            """)
        try indexes.restore(on: connection)
        // Several behind the same row share the space up to the next one.
        try connection.execute(
            """
            UPDATE item SET position = k.position FROM (
              SELECT id, former + row_number() OVER (PARTITION BY section_id, former ORDER BY place)
                  / (1.0 + count(*) OVER (PARTITION BY section_id, former)) AS position
              FROM (SELECT f.id, f.section_id, f.place, coalesce(a.place - s.first, -1) AS former
                FROM temp.lc_failed_item AS f LEFT JOIN temp.lc_followed AS a ON a.row = f.former
                LEFT JOIN temp.lc_followed_section AS s ON s.place = a.section AND s.id = f.section_id)) AS k
            WHERE item.id = k.id
            """)
        guard source.isTable else { return }
        try connection.execute(
            """
            DELETE FROM \(schema.rowTable) WHERE item_id NOT IN (SELECT id FROM temp.lc_failed_item);
            INSERT INTO \(schema.rowTable) (row, item_id) SELECT a.row, \(id) FROM temp.lc_followed AS a
            ORDER BY a.row COLLATE BINARY;
            """)
        if !kept.isEmpty {
            try connection.execute(
                """
                UPDATE item SET \(kept.map { "\($0) = k.\($0)" }.joined(separator: ", "))
                FROM temp.lc_kept AS k WHERE item.id = k.id;
                DROP TABLE temp.lc_kept;
                """)
        }
        // Few tables have any, and each of the statements reads all items.
        let isOwn = "id IN (SELECT \(id) FROM temp.lc_followed AS a)"
        if !values.payload.isEmpty,
            try connection.first(
                "SELECT 1 FROM temp.lc_followed WHERE \(FollowedValues.hasControls("payload")) LIMIT 1", as: Int.self)
                != nil
        {
            for escape in values.controlEscapes(where: isOwn) { try connection.execute(escape) }
        }
    }

    /// Whether rows are new, in another section, or not in the order of their items.
    private var areMoved: Bool {
        get throws {
            try connection.first(
                """
                SELECT 1 FROM (SELECT f.id, i.section_id, s.id AS section, i.position AS position,
                    lag(i.position) OVER (PARTITION BY f.section ORDER BY f.place) AS former
                  FROM temp.lc_followed AS f CROSS JOIN temp.lc_followed_section AS s ON s.place = f.section
                  LEFT JOIN item AS i ON i.id = f.id)
                WHERE section_id IS NOT section OR position <= former LIMIT 1
                """, as: Int.self) != nil
        }
    }

    /// Writes what differs, where all items stay in their places and some may go.
    private func writeContents(_ contents: [String]) throws {
        let isGone = Self.isFormer + " AND id NOT IN (SELECT id FROM temp.lc_followed)"
        try connection.execute(
            """
            DELETE FROM \(schema.rowTable) WHERE item_id IN (SELECT id FROM item WHERE \(isGone));
            DELETE FROM item WHERE \(isGone);
            DELETE FROM section WHERE dataset_id = \(dataset) AND id NOT IN (SELECT id FROM temp.lc_followed_section);
            DROP TABLE temp.lc_former_section;
            """)
        guard !contents.isEmpty else { return }
        try connection.execute(
            """
            UPDATE item SET \(contents.map { "\($0) = f.\($0)" }.joined(separator: ", ")) FROM temp.lc_followed AS f
            WHERE item.id = f.id AND (\(contents.map { "item.\($0) IS NOT f.\($0)" }.joined(separator: " OR ")))
            """)
        for escape in values.controlEscapes(where: "id IN (SELECT id FROM temp.lc_followed)") {
            try connection.execute(escape)
        }
    }

    /// The number of the items of a followed data set.
    private func itemCount() throws -> Int64 {
        guard let dataset = source.dataset else { return 0 }
        return try count("section AS s CROSS JOIN item AS i ON i.section_id = s.id WHERE s.dataset_id = \(dataset)")
    }

    private func count(_ rows: String) throws -> Int64 {
        try connection.first("SELECT count(*) FROM \(rows)", as: Int64.self) ?? 0
    }
}
