internal import LayoutSQLite
internal import LayoutSchema

/// Makes rows of a follower equal to its source: the ones in `temp.lc_noted`, or all of them in steps of a filling.
///
/// The rows are read once, with their values, into a temporary table, and are sorted on the way. Each further statement
/// is over some thousand that follow one another there. So do the rows of a section, for its value comes first in their
/// order. Rows and sections that were there keep their ids, with what hangs on them.
struct FollowerUpdate {
    var schema: FollowerSchema
    let connection: Connection
    /// The table of the sorted rows. That of a filling lasts until its end.
    private let sorted: String

    init(_ schema: FollowerSchema, isFilling: Bool = false, on connection: Connection) {
        (self.schema, self.connection, sorted) = (schema, connection, isFilling ? "temp.lc_order" : "temp.lc_sorted")
    }

    private static let isNoted = "IN (SELECT n.row FROM temp.lc_noted AS n)"

    /// Makes the temporary tables. They stay: a change of their schema has SQLite compile all statements again.
    static func makeTables(in connection: Connection) throws {
        guard try !connection.has("SELECT 1 FROM sqlite_temp_schema WHERE name = 'lc_row'") else { return }
        let contents = (Following.contentParts.map(\.name) + ["payload"]).joined(separator: ", ")
        try connection.execute(
            """
            CREATE TEMP TABLE lc_noted (row PRIMARY KEY NOT NULL) WITHOUT ROWID;
            CREATE TEMP TABLE lc_removed (dataset_id, item_id, PRIMARY KEY (dataset_id, item_id)) WITHOUT ROWID;
            CREATE TEMP TABLE lc_sorted (place INTEGER PRIMARY KEY, row NOT NULL, section, item_id, \(contents));
            CREATE TEMP TABLE lc_order (place INTEGER PRIMARY KEY, row NOT NULL, section, item_id, \(contents));
            CREATE TEMP TABLE lc_group (place INTEGER PRIMARY KEY, last, value, section_id, tail, base);
            CREATE TEMP TABLE lc_row (place INTEGER PRIMARY KEY, item_id, section_id, former, position);
            CREATE TEMP TABLE lc_gap (place INTEGER PRIMARY KEY, section_id, new, lower, upper, position);
            CREATE TEMP TABLE lc_filling (dataset_id INTEGER PRIMARY KEY, place, revision, is_disturbed);
            """)
    }

    /// Does it for the noted rows.
    ///
    /// - Complexity: O(noted rows · log rows), and O(sections) if there is a new one.
    func run() throws {
        try forgetFailed("identity \(Self.isNoted)")
        var (update, count) = (self, 0)
        try leavingOutFailed("SELECT row FROM temp.lc_noted") {
            update = $0
            try update.sort(Self.isNoted)
            count = try update.take(.max, after: 0)
            // If no number is left between two items, their section gets others, and the rows new places.
            while let full = try update.placeNotedRows() { try renumber("item", "section_id", full) }
        }
        if !schema.isOfTable { try markOriginals() }
        _ = try update.write(count, after: 0)
        try update.finishSections()
        try connection.run("DELETE FROM \(sorted)")
    }

    /// Reads rows with their values, and finds their items, sorted. The items are found on the way: in the order of the
    /// source's keys, for which their table has an index. Items whose rows are not shown any more are gone.
    ///
    /// - Parameter identity: Which rows, as a comparison of their identity; nil for all.
    func sort(_ identity: String? = nil) throws {
        let contents = try schema.contents
        let item = try itemOfRow(schema.source.identity(of: "t"))
        let rows = try schema.rows(
            [schema.sectionValue, item] + contents.map(\.sql), identity: identity, isSorted: true)
        let columns = ["row", "section", "item_id"] + contents.map(\.column)
        try connection.run("INSERT INTO \(sorted) (\(columns.joined(separator: ", "))) \(rows)")
        let items =
            identity == nil
            ? "SELECT i.id AS item_id, \(schema.row(of: "i")) AS row FROM section AS s "
                + "CROSS JOIN item AS i ON i.section_id = s.id WHERE s.dataset_id = \(schema.dataset)"
            : "SELECT m.item_id, m.row FROM temp.lc_noted AS n CROSS JOIN (\(schema.items)) AS m ON m.row = +n.row"
        // One whose row has failed is neither shown nor gone.
        try connection.run(
            """
            INSERT OR IGNORE INTO temp.lc_removed SELECT ?1, g.item_id FROM (\(items)) AS g
            WHERE NOT \(schema.hasFailed("g.row"))
              AND g.item_id NOT IN (SELECT q.item_id FROM \(sorted) AS q WHERE q.item_id IS NOT NULL)
            """, schema.dataset)
    }

    /// SQL for the item that a row was, which need not be there any more. SQLite finds it by an index if the row has
    /// not the affinity of a column.
    private func itemOfRow(_ row: String) -> String {
        let items = schema.isOfTable ? schema.rowTable : "(\(schema.items))"
        return "(SELECT m.item_id FROM \(items) AS m WHERE m.row = +\(row) LIMIT 1)"
    }

    /// Takes sorted rows behind a place, with their items: finds their sections, or makes them.
    ///
    /// The row before them comes along, with the item that it has by now.
    ///
    /// - Parameter isDisturbed: Whether they may have other items by now.
    /// - Returns: How many there are.
    func take(_ length: Int, after place: Int64, isDisturbed: Bool = false) throws -> Int {
        try connection.run(
            """
            INSERT INTO temp.lc_group (place, last, value) SELECT min(place), min(place) + count(*) - 1, section
            FROM \(sorted) WHERE place BETWEEN ?1 + 1 AND ?1 + ?2 GROUP BY section COLLATE \(schema.sectionCollation)
            """, place, length)
        let last = try connection.first("SELECT coalesce(max(last), ?1) FROM temp.lc_group", place, as: Int64.self)
        let count = Int((last ?? place) - place)
        try findSections(count, after: place)
        try connection.run(
            """
            INSERT INTO temp.lc_row (place, item_id, section_id, former)
            SELECT o.place, i.id, i.section_id, i.position FROM \(sorted) AS o
            CROSS JOIN item AS i ON i.id = CASE WHEN ?3 OR o.place = ?1 THEN \(itemOfRow("o.row")) ELSE o.item_id END
            CROSS JOIN section AS s ON s.id = i.section_id AND s.dataset_id = ?4
            WHERE o.place BETWEEN ?1 AND ?1 + ?2
            """, place, count, isDisturbed, schema.dataset)
        return count
    }

    /// SQL for the position of a row behind the former items of its section.
    private static func behind(_ row: String) -> String {
        "g.base + (\(row).place - g.place + 1) * max(1, abs(g.base) * 2.3e-16)"
    }

    /// Removes items in `temp.lc_removed`, and changes, moves and inserts those of the rows that were taken.
    ///
    /// A row that moves or is new gets its own position, or one behind its section.
    ///
    /// - Returns: Whether anything was different.
    func write(_ count: Int, after place: Int64) throws -> Bool {
        var changes = try removeItems()
        let columns = try schema.contents.map(\.column)
        let rows = "FROM temp.lc_row AS q CROSS JOIN \(sorted) AS o ON o.place = q.place"
        // SQLite writes the entries in indexes of all columns that are set, even to their own values.
        let looked = try connection.firstRow(
            """
            SELECT count(*) FILTER (WHERE q.place > ?1)\(columns.map { ", max(item.\($0) IS NOT o.\($0))" }.joined())
            \(rows) CROSS JOIN item ON item.id = q.item_id
            """, place
        ) { row in (known: row.int(0), changed: columns.indices.filter { row.bool($0 + 1) }.map { columns[$0] }) }
        if let changed = looked?.changed, !changed.isEmpty {
            try connection.run(
                """
                UPDATE item SET \(changed.map { "\($0) = o.\($0)" }.joined(separator: ", ")) \(rows)
                WHERE item.id = q.item_id AND (\(changed.map { "item.\($0) IS NOT o.\($0)" }.joined(separator: " OR ")))
                """)
            changes += connection.changes
        }
        let moved = "SELECT 1 FROM temp.lc_row WHERE position IS NOT NULL UNION ALL SELECT 1 FROM temp.lc_group"
        if try connection.has("\(moved) WHERE tail IS NOT NULL LIMIT 1") {
            try connection.run(
                """
                UPDATE item SET section_id = g.section_id, position = coalesce(q.position, \(Self.behind("q")))
                FROM temp.lc_row AS q CROSS JOIN temp.lc_group AS g
                  ON g.place = (SELECT max(n.place) FROM temp.lc_group AS n WHERE n.place <= q.place)
                WHERE item.id = q.item_id AND (q.position IS NOT NULL OR q.place >= g.tail)
                """)
            changes += connection.changes
        }
        if looked?.known != count { changes += try insert(columns, after: place, count) }
        try connection.execute("DELETE FROM temp.lc_group; DELETE FROM temp.lc_row")
        return changes > 0
    }

    /// Inserts the items of new rows; returns how many.
    private func insert(_ columns: [String], after place: Int64, _ count: Int) throws -> Int {
        let first = try schema.firstFree("item", count: Int64(count), in: connection) - place
        let (contents, values) = (columns.map { ", \($0)" }.joined(), columns.map { ", o.\($0)" }.joined())
        try connection.run(
            """
            INSERT INTO item (id, section_id, position, original_id\(contents))
            SELECT ?1 + o.place, g.section_id, coalesce(q.position, \(Self.behind("o"))),
              \(schema.isOfTable ? "NULL" : "o.row")\(values)
            FROM temp.lc_group AS g CROSS JOIN \(sorted) AS o ON o.place BETWEEN g.place AND g.last
            LEFT JOIN temp.lc_row AS q ON q.place = o.place WHERE q.item_id IS NULL
            """, first)
        let inserted = connection.changes
        if schema.isOfTable {
            try connection.run(
                """
                INSERT OR REPLACE INTO \(schema.rowTable) (row, item_id) SELECT o.row, ?1 + o.place
                FROM \(sorted) AS o LEFT JOIN temp.lc_row AS q ON q.place = o.place
                WHERE o.place > ?2 AND o.place <= ?2 + ?3 AND q.item_id IS NULL ORDER BY o.row
                """, first, place, count)
        }
        return inserted
    }

    /// Whether items in `temp.lc_removed` are still to be removed.
    var hasRemovedItems: Bool {
        get throws {
            try connection.has("SELECT 1 FROM temp.lc_removed WHERE dataset_id = ?1 LIMIT 1", schema.dataset)
        }
    }

    /// Removes items in `temp.lc_removed`, with what hangs on them; returns how many.
    private func removeItems() throws -> Int {
        guard try hasRemovedItems else { return 0 }
        let removedItems =
            "(SELECT n.item_id FROM temp.lc_removed AS n WHERE n.dataset_id = \(schema.dataset) "
            + "ORDER BY n.item_id LIMIT \(FollowerJournal.stepLength))"
        let rowTable = schema.isOfTable ? [(schema.rowTable, "item_id")] : []
        for (table, column) in DatasetRecord.OwnedRows.ofItems.map({ ($0.table, $0.column) }) + rowTable + [
            ("item", "id")
        ]
        where try connection.has("SELECT 1 FROM \(table) LIMIT 1") {
            try connection.run("DELETE FROM \(table) WHERE \(column) IN \(removedItems)")
        }
        try connection.run(
            "DELETE FROM temp.lc_removed WHERE dataset_id = ?1 AND item_id IN \(removedItems)", schema.dataset)
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

    // MARK: Sections

    /// SQL for the title of a section by its value.
    private static let title = "CASE WHEN typeof(value) = 'blob' THEN hex(value) ELSE CAST(value AS TEXT) END"

    /// Finds the section of each value, and makes missing ones.
    private func findSections(_ count: Int, after place: Int64) throws {
        try connection.run(
            """
            UPDATE temp.lc_group AS g SET section_id = (SELECT x.id FROM lc_follower_section AS s
              CROSS JOIN section AS x ON x.id = s.section_id AND x.dataset_id = ?1
              WHERE s.value IS g.value COLLATE \(schema.sectionCollation) LIMIT 1)
            """, schema.dataset)
        let new = "FROM temp.lc_group WHERE section_id IS NULL"
        guard try connection.has("SELECT 1 \(new) LIMIT 1") else { return }
        try connection.run(
            """
            INSERT INTO temp.lc_gap (place, new, lower, upper) SELECT place, new, lower, upper FROM (
              SELECT place, new, max(position) OVER (ORDER BY place) AS lower,
                min(position) OVER (ORDER BY place DESC) AS upper
              FROM (\(schema.sections(haveNew: true)))) WHERE new IS NOT NULL
            """)
        guard try numberGaps() == nil else {
            try sortSections()
            return try findSections(count, after: place)
        }
        let first = try schema.firstFree("section", count: Int64(count), in: connection) - place
        try connection.run(
            """
            INSERT INTO section (id, dataset_id, position, title) SELECT ?1 + g.new, ?2, g.position, \(Self.title)
            FROM temp.lc_gap AS g CROSS JOIN temp.lc_group AS v ON v.place = g.new
            """, first, schema.dataset)
        try connection.run(
            "INSERT OR REPLACE INTO lc_follower_section (section_id, value) SELECT ?1 + place, value \(new)", first)
        try connection.run("UPDATE temp.lc_group SET section_id = ?1 + place WHERE section_id IS NULL", first)
        try connection.run("DELETE FROM temp.lc_gap")
    }

    /// Puts the sections into their order.
    func sortSections() throws { try renumber("section", "dataset_id", schema.dataset, by: schema.sections()) }

    /// Removes the changed sections that are empty, and gives each other one the value of its first row. The values of
    /// its rows are equal, but may be spelled in several ways.
    func finishSections() throws {
        let changed = """
            FROM (SELECT DISTINCT section_id FROM lc_run INDEXED BY lc_run_changed WHERE changes > 0) AS c
            CROSS JOIN section AS s ON s.id = c.section_id AND s.dataset_id = \(schema.dataset)
            """
        try connection.run(
            "DELETE FROM section WHERE id IN (SELECT s.id \(changed) "
                + "WHERE NOT EXISTS (SELECT 1 FROM item AS i WHERE i.section_id = s.id))")
        // Equal texts are spelled in one way, unless their collation ignores something.
        let isSpelled = schema.sectionCollation == "BINARY" ? "typeof(f.value) IN ('integer', 'real')" : "true"
        let row = "SELECT \(schema.row(of: "i")) FROM item AS i WHERE i.section_id = s.id ORDER BY i.position LIMIT 1"
        let first = try schema.rows(["\(schema.sectionValue) AS section"], identity: "= (\(row))")
        try connection.run(
            """
            UPDATE lc_follower_section SET value = n.value FROM (
              SELECT s.id AS id, (SELECT v.section FROM (\(first)) AS v) AS value
              \(changed) CROSS JOIN lc_follower_section AS f ON f.section_id = s.id WHERE \(isSpelled)) AS n
            WHERE section_id = n.id AND lc_follower_section.value IS n.value COLLATE \(schema.sectionCollation)
              AND quote(lc_follower_section.value) IS NOT quote(n.value)
            """)
        guard connection.changes > 0 else { return }
        try connection.run(
            "UPDATE section SET title = \(Self.title) FROM lc_follower_section AS f "
                + "WHERE f.section_id = section.id AND section.id IN (SELECT s.id \(changed))")
    }
}

// MARK: Places

/// Noted rows may be anywhere until they are placed, so only the other, settled rows are compared. The noted rows are
/// placed in their own order, each behind the one before. Rows between the same two others divide the space between
/// these in equal parts.
extension FollowerUpdate {
    private struct Row {
        var place: Int64
        var section: Int64
        /// Nil where it has no item in that section.
        var position: Double?
    }

    /// Finds the positions of the noted rows that have to move or are new; returns a section in which no number was
    /// left for one.
    private func placeNotedRows() throws -> Int64? {
        let rows = try connection.rows(
            """
            SELECT o.place, g.section_id, CASE WHEN i.section_id = g.section_id THEN i.position END
            FROM temp.lc_group AS g CROSS JOIN temp.lc_sorted AS o ON o.place BETWEEN g.place AND g.last
            LEFT JOIN temp.lc_row AS q ON q.place = o.place LEFT JOIN item AS i ON i.id = q.item_id
            """
        ) { Row(place: $0.int64(0), section: $0.int64(1), position: $0.isNull(2) ? nil : $0.double(2)) }
        let settledItem = (before: try settledItem("DESC"), after: try settledItem("ASC"))
        // The settled item before a row, and the position behind which the last row is.
        var (section, lower, last): (Int64?, Double, Double) = (nil, 0, 0)
        for row in rows {
            if row.section != section { (section, lower, last) = (row.section, -.infinity, -.infinity) }
            let upper: Double
            (lower, upper) = try neighbors(of: row, from: lower, settledItem)
            last = max(last, lower)
            if let position = row.position, position > last, position < upper {
                last = position
                continue
            }
            try connection.run(
                """
                INSERT INTO temp.lc_gap (place, section_id, lower, upper) SELECT ?1, ?2, nullif(?3, -9e999),
                  (SELECT min(position) FROM item WHERE section_id = ?2 AND position > ?3)
                """, row.place, row.section, last)
        }
        if let full = try numberGaps() { return full }
        try connection.run(
            """
            INSERT INTO temp.lc_row (place, position) SELECT place, position FROM temp.lc_gap WHERE true
            ON CONFLICT (place) DO UPDATE SET position = excluded.position
            """)
        try connection.run("DELETE FROM temp.lc_gap")
        return nil
    }

    /// The positions of the last settled item before a row, from one on that is, and of the next one.
    ///
    /// It looks at the next item first, since many may be noted side by side. Then it looks at both neighbors of the
    /// row's own position, and at the last item, where most rows come. Then it halves what is left.
    private func neighbors(
        of row: Row, from first: Double, _ settledItem: (before: String, after: String)
    ) throws -> (lower: Double, upper: Double) {
        func find(_ sql: String, _ lower: Double, _ upper: Double) throws -> (position: Double, isBefore: Bool)? {
            try connection.firstRow(sql, row.section, lower, upper, row.place) { ($0.double(0), $0.bool(1)) }
        }
        var (lower, upper) = (first, Double.infinity)
        var middles = [first, row.position, row.position, .infinity].compactMap(\.self)
        while true {
            let middle = middles.isEmpty ? lower / 2 + upper / 2 : middles.removeFirst()
            // One bound on each side: of two, SQLite begins at the first one, and reads up to the other.
            let found =
                try find(settledItem.before, lower, min(middle, upper))
                ?? find(settledItem.after, max(lower, middle.nextDown), upper)
            guard let found else { return (lower, upper) }
            if found.isBefore { lower = found.position } else { upper = found.position }
        }
    }

    /// SQL for the next settled item of a section in an order, between two positions, and whether it comes before a
    /// row.
    private func settledItem(_ direction: String) throws -> String {
        let (own, other) = (schema.row(of: "i"), "(SELECT o.row FROM temp.lc_sorted AS o WHERE o.place = ?4)")
        let both = try schema.rows([schema.place(isInSection: true)], identity: "IN (\(own), \(other))")
        let isByRowID = schema.journal == FollowedTable.Triggers.ofRowIDs
        let more = isByRowID ? " UNION ALL SELECT 1 FROM lc_pending_row AS p WHERE p.row = +\(own)" : ""
        // An item has its place if its row is not in question, and has not failed. Without the affinity of a column
        // SQLite finds the note by its index.
        return """
            SELECT i.position, (SELECT row IS NOT \(other) COLLATE BINARY FROM (\(both)) WHERE place = 1)
            FROM item AS i WHERE i.section_id = ?1 AND i.position > ?2 AND i.position < ?3 AND \(own) IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM lc_pending AS p
                WHERE p.source = \(schema.notedSource) AND p.kind = 0 AND p.identity = +\(own)\(more))
              AND NOT \(schema.hasFailed(own))
            ORDER BY i.position \(direction) LIMIT 1
            """
    }

    /// Gives the rows of each gap in `temp.lc_gap` numbers between its bounds, or beyond its only bound.
    ///
    /// - Returns: The section of a gap that has too few, after which the table is empty; 0 for one between sections.
    private func numberGaps() throws -> Int64? {
        let gap = "(PARTITION BY section_id, lower ORDER BY place)"
        try connection.run(
            """
            UPDATE temp.lc_gap SET position = n.position FROM (
              SELECT place, CASE WHEN lower IS NULL AND upper IS NULL THEN number
                WHEN upper IS NULL THEN lower + number * max(1, abs(lower) * 2.3e-16)
                WHEN lower IS NULL THEN upper - (count + 1 - number) * max(1, abs(upper) * 2.3e-16)
                ELSE lower + (upper - lower) * (number / (count + 1)) END AS position
              FROM (SELECT place, lower, upper, row_number() OVER \(gap) * 1.0 AS number,
                count(*) OVER (PARTITION BY section_id, lower) AS count FROM temp.lc_gap)) AS n
            WHERE n.place = lc_gap.place
            """)
        let full = try connection.first(
            """
            SELECT coalesce(section_id, 0) FROM (SELECT section_id, abs(position) > 1e300 OR position >= upper
                OR position <= coalesce(lag(position) OVER \(gap), lower) AS is_full FROM temp.lc_gap)
            WHERE is_full LIMIT 1
            """, as: Int64.self)
        if full != nil { try connection.run("DELETE FROM temp.lc_gap") }
        return full
    }

    /// Gives all items of a section, or all sections, numbers that are far from one another, beyond the former ones.
    ///
    /// - Parameter order: A query of `id` and `place`; nil for the present order.
    private func renumber(_ table: String, _ column: String, _ id: Int64, by order: String? = nil) throws {
        let own = "FROM \(table) AS t WHERE t.\(column) = ?1"
        let order = order ?? "SELECT t.id, row_number() OVER (ORDER BY t.position) AS place \(own)"
        try connection.run(
            """
            UPDATE \(table) SET position = o.position FROM (
              SELECT p.id, p.place + (SELECT CASE WHEN max(t.position) < 1e15 THEN max(t.position)
                WHEN min(t.position) > count(*) THEN 0 ELSE min(t.position) - count(*) - 1 END \(own)) AS position
              FROM (\(order)) AS p) AS o
            WHERE \(table).id = o.id
            """, id)
    }
}
