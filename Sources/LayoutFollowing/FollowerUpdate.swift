internal import LayoutSQLite
internal import LayoutSchema

/// Makes rows of a follower equal to their source: those in `temp.lc_noted`, or all.
///
/// The rows in question are read once, with their values and in their order, into a temporary table. Each further
/// statement is over all of them. Only the places of noted rows among the others are found one by one: see
/// ``FollowerPlacing``. Rows and sections that were there keep their ids, with what hangs on them.
struct FollowerUpdate {
    private(set) var schema: FollowerSchema
    let connection: Connection
    /// Whether all rows are in question.
    let isWhole: Bool
    /// Whether a section with a value is the one that had it before, and the items of rows that fail stay.
    var keepsFormer = true

    private var dataset: Int64 { schema.dataset }
    private var values: FollowedValues { schema.values }
    private var source: FollowedSource { schema.source }

    private var rows: String { schema.rowsInQuestion }
    private var sections: String { schema.sectionsInQuestion }

    private static let isNoted = "IN (SELECT n.row FROM temp.lc_noted AS n)"
    /// The columns of `item` that a source can have values for.
    private static let contentColumns = Following.contentParts.map(\.name) + ["payload"]

    /// - Complexity: O(rows in question · log rows).
    func run() throws {
        // They stay: a change of a temporary schema has SQLite compile all statements again.
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS \(sections) (
              place INTEGER PRIMARY KEY, value COLLATE \(values.sectionCollation) UNIQUE, section_id INTEGER);
            CREATE TABLE IF NOT EXISTS \(rows) (
              place INTEGER PRIMARY KEY, row NOT NULL, section_id INTEGER, item_id INTEGER, position,
              \((values.keys + Self.contentColumns).joined(separator: ", ")));
            CREATE TABLE IF NOT EXISTS temp.lc_gone (item_id INTEGER PRIMARY KEY);
            """)
        let failed = FailedRows(schema, in: connection)
        try failed.forget(isWhole ? "true" : "identity \(Self.isNoted)")
        if isWhole { try DerivedSchema.suspendTriggers(on: connection) }
        var update = self
        try failed.leavingOut(isWhole ? nil : "SELECT row FROM temp.lc_noted") {
            update.schema = $0
            try update.collect()
        }
        try update.write()
        if isWhole { try finishWhole() }
        try update.settleSections()
        for table in [sections, rows, "temp.lc_gone"] { try connection.run("DELETE FROM \(table)") }
    }

    /// Reads the rows in question, and finds their sections and places.
    private func collect() throws {
        let noted = isWhole ? nil : Self.isNoted
        let readsAll = try isWhole && !source.isTable && sourceCount() * 4 > count("item")
        let access = readsAll ? FollowedSource.Access.readingAll : .bySection
        if isWhole { try settleFormerSections() }
        let kept =
            try values.section != nil || !isWhole
            ? values.rows([values.place[0]], identity: noted, access) : "SELECT NULL AS section"
        let former =
            isWhole && keepsFormer
            ? " UNION ALL SELECT s.value FROM (\(schema.items)) AS m CROSS JOIN lc_follower_section AS s "
                + "ON s.section_id = m.section_id WHERE \(values.hasFailed("m.row"))" : ""
        try connection.run(
            """
            INSERT INTO \(sections) (value) SELECT section
            FROM (SELECT section FROM (\(kept))\(former)) GROUP BY section COLLATE \(values.sectionCollation)
            ORDER BY \(values.sectionTerms.joined(separator: ", "))
            """)
        try findSections()
        let contents = try values.contents
        let columns = (values.keys + contents.map(\.column)).map { ", \($0)" }.joined()
        let found = try values.rows(
            values.place + contents.map { "\($0.sql) AS \($0.column)" }, identity: noted, access)
        // The items of a data set's follower have nothing to keep, and to find each of many takes long. SQLite finds
        // one by its index if the row has not the affinity of a column.
        let item =
            isWhole && !source.isTable ? "NULL" : "(SELECT m.item_id FROM (\(schema.items)) AS m WHERE m.row = +v.row)"
        let isSectioned = values.section != nil
        try connection.run(
            """
            INSERT INTO \(rows) (row, section_id, item_id\(columns))
            SELECT v.row, \(isSectioned ? "s.section_id" : "(SELECT section_id FROM \(sections))"), \(item)\(columns)
            FROM (\(found)) AS v\(isSectioned ? " CROSS JOIN \(sections) AS s ON s.value IS +v.section" : "")
            ORDER BY \(((isSectioned ? ["s.place"] : []) + values.rowOrder("v")).joined(separator: ", "))
            """)
        if try findsPlaces { try FollowerPlacing(schema: schema, connection: connection, isWhole: isWhole).run() }
    }

    /// Whether places are found one by one. If no other item stays where it is, they are numbers in a row.
    private var findsPlaces: Bool {
        get throws { try !isWhole || keepsFormer && FailedRows(schema, in: connection).haveItems }
    }

    /// The sections of the data set, in SQL.
    private var ownSections: String { "(SELECT x.id FROM section AS x WHERE x.dataset_id = \(dataset))" }

    /// Forgets which values the sections had, or finds it out.
    private func settleFormerSections() throws {
        guard keepsFormer else {
            return try connection.run("DELETE FROM lc_follower_section WHERE section_id IN \(ownSections)")
        }
        let isKnown = try connection.first(
            "SELECT 1 FROM lc_follower_section WHERE section_id IN \(ownSections) LIMIT 1", as: Int.self)
        guard isKnown == nil else { return }
        // After the derived tables were made again, the items tell it.
        try connection.run(
            """
            INSERT INTO lc_follower_section (section_id, value) SELECT m.section_id, v.section
            FROM (\(schema.items)) AS m CROSS JOIN (\(try values.rows(values.place))) AS v ON v.row = m.row
            GROUP BY m.section_id
            """)
    }

    /// SQL for the title of a section by its value.
    private static let title = "CASE WHEN typeof(value) = 'blob' THEN hex(value) ELSE CAST(value AS TEXT) END"

    /// Finds the section of each value, and creates missing ones.
    private func findSections() throws {
        try connection.run(
            """
            UPDATE \(sections) AS v SET section_id = (SELECT s.section_id FROM lc_follower_section AS s
              WHERE s.value IS v.value COLLATE \(values.sectionCollation)
                AND s.section_id IN \(ownSections) LIMIT 1)
            """)
        let placing = FollowerPlacing(schema: schema, connection: connection, isWhole: isWhole)
        func make(_ condition: String, position: String) throws {
            let first = try FollowerSchema.firstFree(
                "section", count: count("\(sections) WHERE section_id IS NULL"), isAbove: source.isTable,
                in: connection)
            try connection.execute(
                """
                UPDATE \(sections) AS v SET section_id = n.id FROM (
                  SELECT place, \(first) + row_number() OVER (ORDER BY place) AS id FROM \(sections)
                  WHERE section_id IS NULL AND \(condition)) AS n WHERE v.place = n.place;
                INSERT INTO section (id, dataset_id, position, title)
                SELECT section_id, \(dataset), \(position), \(Self.title) FROM \(sections) WHERE \(condition)
                ON CONFLICT (id) DO UPDATE SET position = excluded.position, title = excluded.title;
                INSERT OR REPLACE INTO lc_follower_section (section_id, value)
                SELECT section_id, value FROM \(sections) WHERE \(condition);
                """)
        }
        if isWhole {
            try connection.run("UPDATE section SET position = NULL WHERE dataset_id = ?1", dataset)
            return try make("true", position: "place")
        }
        while let place = try connection.first(
            "SELECT place FROM \(sections) WHERE section_id IS NULL ORDER BY place LIMIT 1", as: Int64.self)
        { try make("place = \(place)", position: "\(placing.positionOfSection(place))") }
    }

    /// Removes, changes, moves and inserts items.
    private func write() throws {
        try removeGone()
        if !isWhole, !source.isTable { try markOriginals() }
        let columns = try values.contents.map(\.column)
        if !columns.isEmpty {
            try connection.run(
                """
                UPDATE item SET \(columns.map { "\($0) = q.\($0)" }.joined(separator: ", ")) FROM \(rows) AS q
                WHERE item.id = q.item_id AND (\(columns.map { "item.\($0) IS NOT q.\($0)" }.joined(separator: " OR ")))
                """)
        }
        var position = "q.position"
        if try !findsPlaces {
            guard try areMoved else { return }
            position = "\(try lastPosition()) + q.place"
        }
        let first = try FollowerSchema.firstFree(
            "item", count: connection.first("SELECT coalesce(max(place), 0) FROM \(rows)", as: Int64.self) ?? 0,
            isAbove: source.isTable, in: connection)
        var indexes = ItemIndexes()
        if isWhole { try drop(&indexes) }
        try connection.run(
            """
            UPDATE item SET section_id = q.section_id, position = \(position) FROM \(rows) AS q
            WHERE item.id = q.item_id AND \(position) IS NOT NULL
            """)
        let contents = columns.map { ", \($0)" }.joined()
        try connection.run(
            """
            INSERT INTO item (id, section_id, position, original_id\(contents))
            SELECT ?1 + q.place, q.section_id, \(position), \(source.isTable ? "NULL" : "q.row")\(contents)
            FROM \(rows) AS q WHERE q.item_id IS NULL ORDER BY q.place
            """, first)
        try indexes.restore(on: connection)
        guard source.isTable else { return }
        try connection.run(
            """
            INSERT OR REPLACE INTO \(schema.rowTable) (row, item_id)
            SELECT row, ?1 + place FROM \(rows) WHERE item_id IS NULL ORDER BY row
            """, first)
    }

    /// Removes the items whose rows are not shown any more; one whose row has failed is neither shown nor gone.
    private func removeGone() throws {
        let candidates =
            isWhole
            ? "SELECT i.id AS item_id, \(schema.row(of: "i")) AS row FROM section AS s "
                + "CROSS JOIN item AS i ON i.section_id = s.id WHERE s.dataset_id = \(dataset)"
            : "SELECT (SELECT m.item_id FROM (\(schema.items)) AS m WHERE m.row = n.row) AS item_id, n.row AS row "
                + "FROM temp.lc_noted AS n"
        try connection.run(
            """
            INSERT INTO temp.lc_gone SELECT g.item_id FROM (\(candidates)) AS g
            WHERE g.item_id IS NOT NULL
              AND g.item_id NOT IN (SELECT item_id FROM \(rows) WHERE item_id IS NOT NULL)
              AND NOT \(keepsFormer ? values.hasFailed("g.row") : "0")
            """)
        guard connection.changes > 0 else { return }
        let rowTable = source.isTable ? [(schema.rowTable, "item_id")] : []
        for (table, column) in OwnedRows.ofItems.map({ ($0.table, $0.column) }) + rowTable + [("item", "id")]
        where try connection.first("SELECT 1 FROM \(table) LIMIT 1", as: Int.self) != nil {
            try connection.run("DELETE FROM \(table) WHERE \(column) IN (SELECT item_id FROM temp.lc_gone)")
        }
    }

    /// Marks the items of noted originals, which have the contents: they may have another size.
    private func markOriginals() throws {
        let items = "FROM \(rows) AS q CROSS JOIN item AS i ON i.id = q.item_id"
        try connection.run(
            "INSERT INTO lc_mark (section_id, position, keeps_count) SELECT i.section_id, i.position, 1 \(items)")
        // The former place of its cell on a canvas is not known.
        try connection.run(
            """
            INSERT INTO lc_moved (preparation_id, section_id, item_id, is_reordered)
            SELECT DISTINCT -1, i.section_id, 0, 1 \(items)
            WHERE EXISTS (SELECT 1 FROM lc_preparation WHERE dataset_id = ?1 AND is_free) ON CONFLICT DO NOTHING
            """, dataset)
    }

    /// Whether some of all rows are new, in another section, or not in the order of their items.
    private var areMoved: Bool {
        get throws {
            try connection.first(
                """
                SELECT 1 FROM (SELECT i.section_id IS NOT q.section_id
                    OR i.position <= lag(i.position) OVER o AND q.section_id IS lag(q.section_id) OVER o AS is_moved
                  FROM \(rows) AS q LEFT JOIN item AS i ON i.id = q.item_id
                  WINDOW o AS (ORDER BY q.place))
                WHERE is_moved LIMIT 1
                """, as: Int.self) != nil
        }
    }

    /// A number behind which all rows have room, behind their former positions.
    private func lastPosition() throws -> Int64 {
        let items = "section AS s CROSS JOIN item AS i ON i.section_id = s.id WHERE s.dataset_id = \(dataset)"
        let last = try connection.first(
            "SELECT coalesce(CAST(max(i.position) AS INTEGER), -1) FROM \(items)", as: Int64.self)
        if let last, abs(last) < 1 << 50 { return last }
        try connection.run("UPDATE item SET position = NULL WHERE section_id IN \(ownSections)")
        return -1
    }

    /// Drops the indexes that are built faster at the end: those of the first items, or that of the originals.
    private func drop(_ indexes: inout ItemIndexes) throws {
        if try connection.first("SELECT 1 FROM item LIMIT 1", as: Int.self) == nil {
            try indexes.drop(on: connection)
        } else if !source.isTable {
            let others = try count("item WHERE original_id IS NOT NULL")
            if try count(rows) * 15 > others * 5 + count("item") { try indexes.dropOriginals(on: connection) }
        }
    }

    /// Marks all sections after they were written without triggers.
    private func finishWhole() throws {
        try connection.execute(
            """
            DELETE FROM lc_run WHERE section_id IN \(ownSections);
            INSERT INTO lc_run (section_id, first_position, changes)
            SELECT id, -1e301, 3 FROM section WHERE dataset_id = \(dataset);
            UPDATE lc_preparation SET is_restructured = 1, is_replaced = 1 WHERE dataset_id = \(dataset);
            """)
        try DatasetRecord.noteChange(of: dataset, in: connection)
        try DerivedSchema.resumeTriggers(on: connection, afterLoading: dataset)
    }

    /// Removes the changed sections that are empty, and gives each other one the value of its first row. The values of
    /// its rows are equal, but may be spelled in several ways.
    private func settleSections() throws {
        let isBinary = values.sectionCollation == "BINARY"
        let changed = try connection.rows(
            """
            SELECT s.id, (SELECT i.id FROM item AS i WHERE i.section_id = s.id ORDER BY i.position LIMIT 1),
              \(isBinary) AND typeof(v.value) NOT IN ('integer', 'real')
            FROM (SELECT DISTINCT section_id FROM lc_run INDEXED BY lc_run_changed WHERE changes > 0) AS r
            CROSS JOIN section AS s ON s.id = r.section_id
            LEFT JOIN lc_follower_section AS v ON v.section_id = s.id WHERE s.dataset_id = ?1
            """, dataset
        ) { (section: $0.int64(0), item: $0.isNull(1) ? nil : $0.int64(1), isOnly: $0.bool(2)) }
        for (section, item, isOnly) in changed {
            guard let item else {
                try connection.run("DELETE FROM section WHERE id = ?1", section)
                continue
            }
            guard !isOnly else { continue }
            try connection.run(
                """
                UPDATE lc_follower_section SET value = v.section FROM (\(
                  try values.rows(values.place, identity: "= (\(schema.rowOfItem(2)))"))) AS v
                WHERE section_id = ?1 AND value IS v.section COLLATE \(values.sectionCollation)
                  AND quote(value) IS NOT quote(v.section)
                """, section, item)
            guard connection.changes > 0 else { continue }
            try connection.run(
                "UPDATE section SET title = (SELECT \(Self.title) FROM lc_follower_section WHERE section_id = ?1) "
                    + "WHERE id = ?1", section)
        }
    }

    /// The number of the items of a followed data set.
    private func sourceCount() throws -> Int64 {
        let sections = "section AS s CROSS JOIN item AS i ON i.section_id = s.id"
        return try count("\(sections) WHERE s.dataset_id = \(source.dataset ?? 0)")
    }

    private func count(_ rows: String) throws -> Int64 {
        try connection.first("SELECT count(*) FROM \(rows)", as: Int64.self) ?? 0
    }
}
