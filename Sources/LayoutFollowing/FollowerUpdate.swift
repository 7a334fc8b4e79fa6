internal import LayoutSQLite
internal import LayoutSchema

/// Makes the rows of a follower that are in `temp.lc_noted` equal to their source.
///
/// These rows are read once, with their values and in their order, into a temporary table. Each further statement is
/// over all of them. Rows and sections that were there keep their ids, with what hangs on them.
struct FollowerUpdate {
    private(set) var schema: FollowerSchema
    let connection: Connection
    /// Whether rows come in the order of all rows: see ``FollowerFilling``.
    var isFilling = false

    private var sections: String { "temp.lc_value_\(schema.sectionCollation)" }

    private static let isNoted = "IN (SELECT n.row FROM temp.lc_noted AS n)"
    /// The items in `temp.lc_gone` that go in one step.
    private static let gone = "(SELECT item_id FROM temp.lc_gone ORDER BY item_id LIMIT \(FollowerJournal.stepLength))"

    /// Makes the temporary tables. They stay: a change of their schema has SQLite compile all statements again.
    static func makeTables(in connection: Connection) throws {
        let contents = (Following.contentParts.map(\.name) + ["payload"]).joined(separator: ", ")
        let isMade = try connection.first("SELECT 1 FROM sqlite_temp_schema WHERE name = 'lc_row'", as: Int.self)
        guard isMade == nil else { return }
        try connection.execute(
            """
            CREATE TEMP TABLE lc_noted (row PRIMARY KEY NOT NULL) WITHOUT ROWID;
            CREATE TEMP TABLE lc_gone (item_id INTEGER PRIMARY KEY);
            CREATE TEMP TABLE lc_touched (section_id INTEGER PRIMARY KEY);
            \(["BINARY", "NOCASE", "RTRIM"].map {
                "CREATE TEMP TABLE lc_value_\($0) "
                    + "(place INTEGER PRIMARY KEY, value COLLATE \($0) UNIQUE, section_id INTEGER);"
            }.joined(separator: " "))
            CREATE TEMP TABLE lc_row 
              (place INTEGER PRIMARY KEY, row NOT NULL, section, section_id, item_id, position, \(contents));
            CREATE TEMP TABLE lc_order (place INTEGER PRIMARY KEY, row NOT NULL);
            CREATE TEMP TABLE lc_last (section_id INTEGER PRIMARY KEY, position);
            CREATE TEMP TABLE lc_tail (section_id INTEGER PRIMARY KEY, start, first, position);
            CREATE TEMP TABLE lc_filling (dataset_id INTEGER PRIMARY KEY, place, row_count, revision, is_disturbed);
            """)
    }

    /// - Returns: How many of the rows are shown, and whether anything was different.
    /// - Complexity: O(noted rows · log rows).
    @discardableResult
    func run() throws -> (rowCount: Int, isChanged: Bool) {
        let failed = FailedRows(schema, in: connection)
        try failed.forget("identity \(Self.isNoted)")
        var update = self
        try failed.leavingOut("SELECT row FROM temp.lc_noted") {
            update.schema = $0
            try update.collect()
        }
        let isChanged = try update.write()
        if !isFilling { try update.settleSections() }
        let rowCount = try connection.first("SELECT count(*) FROM temp.lc_row", as: Int.self) ?? 0
        for table in [sections, "temp.lc_row", "temp.lc_touched"] { try connection.run("DELETE FROM \(table)") }
        return (rowCount, isChanged)
    }

    /// Reads the noted rows, and finds their sections and places.
    private func collect() throws {
        let contents = try schema.contents
        let columns = contents.map { ", \($0.column)" }.joined()
        let found = try schema.rows(
            [schema.place(), schema.sectionValue] + contents.map { "\($0.sql) AS \($0.column)" },
            identity: Self.isNoted)
        // SQLite finds one by its index if the row has not the affinity of a column.
        try connection.run(
            """
            INSERT INTO temp.lc_row (place, row, section, item_id\(columns))
            SELECT v.place, v.row, v.section,
              (SELECT m.item_id FROM (\(schema.items)) AS m WHERE m.row = +v.row)\(columns)
            FROM (\(found)) AS v
            """)
        try connection.run(
            """
            INSERT INTO \(sections) (value) SELECT section FROM (
              SELECT section COLLATE \(schema.sectionCollation) AS section FROM temp.lc_row)
            GROUP BY section ORDER BY \(schema.sectionOrder)
            """)
        try findSections()
        try connection.run(
            "UPDATE temp.lc_row SET section_id = (SELECT s.section_id FROM \(sections) AS s WHERE s.value IS section)")
        guard isFilling else { return try FollowerPlacing(schema: schema, connection: connection).run() }
        try placeBehind()
    }

    /// SQL for the position of the item of a row; NULL where it has none in its section.
    private static let own = "CASE WHEN i.section_id IS q.section_id THEN i.position END"

    /// Finds the first row of each section that is not behind the one before it. That row and the further ones go to
    /// the end of the section.
    private func placeBehind() throws {
        // The rows of a section follow one another, for its value comes first in their order.
        try connection.run(
            """
            INSERT INTO temp.lc_tail (section_id, start, first, position)
            SELECT section_id, min(place), min(CASE WHEN is_moved THEN place END),
              coalesce((SELECT max(m.position) FROM item AS m WHERE m.section_id = n.section_id), 0)
            FROM (SELECT q.place AS place, q.section_id AS section_id,
                coalesce(\(Self.own) <= CASE WHEN lag(q.section_id) OVER w IS q.section_id THEN lag(\(Self.own)) OVER w
                  ELSE coalesce(l.position, -9e999) END, \(Self.own) IS NULL) AS is_moved
              FROM temp.lc_row AS q LEFT JOIN item AS i ON i.id = q.item_id
              LEFT JOIN temp.lc_last AS l ON l.section_id = q.section_id
              WINDOW w AS (ORDER BY q.place)) AS n GROUP BY section_id
            """)
        try connection.run(
            """
            UPDATE temp.lc_row SET position = (SELECT t.position + place - t.start + 1 FROM temp.lc_tail AS t
              WHERE t.section_id = lc_row.section_id AND lc_row.place >= t.first)
            """)
        try connection.run("DELETE FROM temp.lc_tail")
        try connection.run(
            """
            INSERT OR REPLACE INTO temp.lc_last (section_id, position)
            SELECT q.section_id, coalesce(q.position, i.position) FROM temp.lc_row AS q
            LEFT JOIN item AS i ON i.id = q.item_id GROUP BY q.section_id HAVING max(q.place)
            """)
    }

    /// SQL for the title of a section by its value.
    private static let title = "CASE WHEN typeof(value) = 'blob' THEN hex(value) ELSE CAST(value AS TEXT) END"

    /// Finds the section of each value, and creates missing ones.
    private func findSections() throws {
        try connection.run(
            """
            UPDATE \(sections) AS v SET section_id = (SELECT x.id FROM lc_follower_section AS s
              CROSS JOIN section AS x ON x.id = s.section_id AND x.dataset_id = ?1
              WHERE s.value IS v.value COLLATE \(schema.sectionCollation) LIMIT 1)
            """, schema.dataset)
        while let place = try connection.first(
            "SELECT place FROM \(sections) WHERE section_id IS NULL ORDER BY place LIMIT 1", as: Int64.self)
        {
            let position = try FollowerPlacing(schema: schema, connection: connection).positionOfSection(
                place, in: sections)
            let id = try schema.firstFree("section", count: 1, in: connection) + 1
            try connection.run(
                "INSERT INTO section (id, dataset_id, position, title) SELECT ?1, \(schema.dataset), ?2, \(Self.title) "
                    + "FROM \(sections) WHERE place = ?3", id, position, place)
            try connection.run(
                "INSERT OR REPLACE INTO lc_follower_section (section_id, value) "
                    + "SELECT ?1, value FROM \(sections) WHERE place = ?2", id, place)
            try connection.run("UPDATE \(sections) SET section_id = ?1 WHERE place = ?2", id, place)
        }
    }

    /// Removes, changes, moves and inserts items; returns whether there were any.
    private func write() throws -> Bool {
        // Items whose rows are not shown any more; one whose row has failed is neither shown nor gone.
        try connection.run(
            """
            INSERT OR IGNORE INTO temp.lc_gone SELECT g.item_id FROM (
              SELECT (SELECT m.item_id FROM (\(schema.items)) AS m WHERE m.row = n.row) AS item_id, n.row AS row
              FROM temp.lc_noted AS n) AS g
            WHERE g.item_id IS NOT NULL AND NOT \(schema.hasFailed("g.row"))
              AND g.item_id NOT IN (SELECT item_id FROM temp.lc_row WHERE item_id IS NOT NULL)
            """)
        if isFilling { try suspendTriggers() } else if !schema.source.isTable { try markOriginals() }
        var changes = try removeGone()
        let columns = try schema.contents.map(\.column)
        let rows = "temp.lc_row AS q"
        if !columns.isEmpty {
            try connection.run(
                """
                UPDATE item SET \(columns.map { "\($0) = q.\($0)" }.joined(separator: ", ")) FROM \(rows)
                WHERE item.id = q.item_id AND (\(columns.map { "item.\($0) IS NOT q.\($0)" }.joined(separator: " OR ")))
                """)
            changes += connection.changes
        }
        try connection.run(
            """
            UPDATE item SET section_id = q.section_id, position = q.position FROM \(rows)
            WHERE item.id = q.item_id AND q.position IS NOT NULL
            """)
        changes += connection.changes
        let first = try schema.firstFree(
            "item", count: connection.first("SELECT coalesce(max(place), 0) FROM \(rows)", as: Int64.self) ?? 0,
            in: connection)
        let contents = columns.map { ", \($0)" }.joined()
        try connection.run(
            """
            INSERT INTO item (id, section_id, position, original_id\(contents))
            SELECT ?1 + q.place, q.section_id, q.position, \(schema.source.isTable ? "NULL" : "q.row")\(contents)
            FROM \(rows) WHERE q.item_id IS NULL ORDER BY q.place
            """, first)
        changes += connection.changes
        if schema.source.isTable {
            try connection.run(
                """
                INSERT OR REPLACE INTO \(schema.rowTable) (row, item_id)
                SELECT row, ?1 + place FROM \(rows) WHERE item_id IS NULL ORDER BY row
                """, first)
        }
        // The originals, which have the contents, may have other sizes.
        let isChanged = changes > 0 || !schema.source.isTable
        if isFilling { try resumeTriggers(isChanged) }
        return isChanged
    }

    /// Removes items in `temp.lc_gone`, with what hangs on them; returns how many.
    private func removeGone() throws -> Int {
        guard try connection.first("SELECT 1 FROM temp.lc_gone LIMIT 1", as: Int.self) != nil else { return 0 }
        let rowTable = schema.source.isTable ? [(schema.rowTable, "item_id")] : []
        for (table, column) in OwnedRows.ofItems.map({ ($0.table, $0.column) }) + rowTable + [("item", "id")]
        where try connection.first("SELECT 1 FROM \(table) LIMIT 1", as: Int.self) != nil {
            try connection.run("DELETE FROM \(table) WHERE \(column) IN \(Self.gone)")
        }
        try connection.run("DELETE FROM temp.lc_gone WHERE item_id IN \(Self.gone)")
        return connection.changes
    }

    /// Marks the items of noted originals, which have the contents: they may have another size.
    private func markOriginals() throws {
        let items = "FROM temp.lc_row AS q CROSS JOIN item AS i ON i.id = q.item_id"
        try connection.run(
            "INSERT INTO lc_mark (section_id, position, keeps_count) SELECT i.section_id, i.position, 1 \(items)")
        // The former place of its cell on a canvas is not known.
        try DerivedSchema.noteMoved("SELECT i.section_id \(items)", of: schema.dataset, on: connection)
    }

    // MARK: Without triggers

    /// Stops the triggers, which take longer than the rest for many rows, unless the user has some of his own.
    private func suspendTriggers() throws {
        try connection.run(
            """
            INSERT INTO temp.lc_touched SELECT section_id FROM temp.lc_row UNION
            SELECT i.section_id FROM item AS i WHERE i.id IN (
              SELECT item_id FROM temp.lc_row UNION ALL SELECT item_id FROM \(Self.gone))
            """)
        if try !DerivedSchema.mustFireTriggers(connection) { try connection.setFiresTriggers(false) }
    }

    /// Lets them fire again, and marks the sections that were written.
    private func resumeTriggers(_ isChanged: Bool) throws {
        if !connection.firesTriggers { try connection.setFiresTriggers(true) }
        guard isChanged else { return }
        let touched = "SELECT section_id FROM temp.lc_touched"
        try connection.execute(
            """
            DELETE FROM lc_run WHERE section_id IN (\(touched));
            INSERT INTO lc_run (section_id, first_position, changes)
            SELECT id, -1e301, 3 FROM section WHERE id IN (\(touched));
            UPDATE lc_preparation SET is_restructured = 1, is_replaced = 1 WHERE dataset_id = \(schema.dataset);
            """)
        try DerivedSchema.noteMoved(touched, of: schema.dataset, on: connection)
        try DatasetRecord.noteChange(of: schema.dataset, in: connection)
    }

    // MARK: Sections

    /// Removes the changed sections that are empty, and gives each other one the value of its first row. The values of
    /// its rows are equal, but may be spelled in several ways.
    func settleSections() throws {
        let isBinary = schema.sectionCollation == "BINARY"
        let changed = try connection.rows(
            """
            SELECT s.id, (SELECT i.id FROM item AS i WHERE i.section_id = s.id ORDER BY i.position LIMIT 1),
              \(isBinary) AND typeof(v.value) NOT IN ('integer', 'real')
            FROM (SELECT DISTINCT section_id FROM lc_run INDEXED BY lc_run_changed WHERE changes > 0) AS r
            CROSS JOIN section AS s ON s.id = r.section_id
            LEFT JOIN lc_follower_section AS v ON v.section_id = s.id WHERE s.dataset_id = ?1
            """, schema.dataset
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
                  try schema.rows([schema.sectionValue], identity: "= (\(schema.rowOfItem(2)))"))) AS v
                WHERE section_id = ?1 AND value IS v.section COLLATE \(schema.sectionCollation)
                  AND quote(value) IS NOT quote(v.section)
                """, section, item)
            guard connection.changes > 0 else { continue }
            try connection.run(
                "UPDATE section SET title = (SELECT \(Self.title) FROM lc_follower_section WHERE section_id = ?1) "
                    + "WHERE id = ?1", section)
        }
    }
}
