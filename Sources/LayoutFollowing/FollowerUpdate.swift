internal import LayoutSQLite
internal import LayoutSchema

/// Makes rows of a follower equal to its source: the ones in `temp.lc_noted`, or all of them in a ``FollowerFilling``.
///
/// The rows are read once, with their values, into a temporary table, and are sorted on the way. Each further statement
/// is over some thousand that follow one another there. So do the rows of a section, for its value comes first in their
/// order. Rows and sections that were there keep their ids, with what hangs on them.
struct FollowerUpdate {
    private(set) var schema: FollowerSchema
    let connection: Connection
    /// The table of the sorted rows.
    var sorted = "temp.lc_sorted"

    private static let isNoted = "IN (SELECT n.row FROM temp.lc_noted AS n)"

    /// Makes the temporary tables. They stay: a change of their schema has SQLite compile all statements again.
    static func makeTables(in connection: Connection) throws {
        let isMade = try connection.first("SELECT 1 FROM sqlite_temp_schema WHERE name = 'lc_row'", as: Int.self)
        guard isMade == nil else { return }
        let contents = (Following.contentParts.map(\.name) + ["payload"]).joined(separator: ", ")
        try connection.execute(
            """
            CREATE TEMP TABLE lc_noted (row PRIMARY KEY NOT NULL) WITHOUT ROWID;
            CREATE TEMP TABLE lc_gone (dataset_id, item_id, PRIMARY KEY (dataset_id, item_id)) WITHOUT ROWID;
            CREATE TEMP TABLE lc_sorted (place INTEGER PRIMARY KEY, row NOT NULL, section, item_id, \(contents));
            CREATE TEMP TABLE lc_order (place INTEGER PRIMARY KEY, row NOT NULL, section, item_id, \(contents));
            CREATE TEMP TABLE lc_group (place INTEGER PRIMARY KEY, last, value, section_id, tail, base);
            CREATE TEMP TABLE lc_row (place INTEGER PRIMARY KEY, item_id, section_id, former, position);
            CREATE TEMP TABLE lc_filling (dataset_id INTEGER PRIMARY KEY, place, revision, is_disturbed);
            """)
    }

    /// Does it for the noted rows.
    ///
    /// - Complexity: O(noted rows · log rows), and O(sections) if there is a new one.
    func run() throws {
        let failed = FailedRows(schema, in: connection)
        try failed.forget("identity \(Self.isNoted)")
        var (update, count) = (self, 0)
        try failed.leavingOut("SELECT row FROM temp.lc_noted") {
            update.schema = $0
            try update.sort(Self.isNoted)
            count = try update.take(.max, after: 0)
            try FollowerPlacing(schema: $0, connection: connection).run()
        }
        // Items whose rows are not shown any more; one whose row has failed is neither shown nor gone.
        try connection.run(
            """
            INSERT OR IGNORE INTO temp.lc_gone SELECT ?1, m.item_id FROM temp.lc_noted AS n
            CROSS JOIN (\(schema.items)) AS m ON m.row = +n.row WHERE NOT \(update.schema.hasFailed("n.row"))
              AND m.item_id NOT IN (SELECT q.item_id FROM temp.lc_row AS q WHERE q.item_id IS NOT NULL)
            """, schema.dataset)
        if !schema.source.isTable { try markOriginals() }
        _ = try update.write(count, after: 0)
        try update.settleSections()
        try connection.run("DELETE FROM \(sorted)")
    }

    /// Reads rows with their values, and finds their items, sorted. The items are found on the way: in the order of the
    /// source's keys, for which their table has an index.
    ///
    /// - Parameter identity: Which rows, as a comparison of their identity; nil for all.
    func sort(_ identity: String? = nil) throws {
        let contents = try schema.contents
        let item = try itemOfRow(schema.source.identity("t"))
        let rows = try schema.rows(
            [schema.sectionValue, item] + contents.map(\.sql), identity: identity, isSorted: true)
        let columns = ["row", "section", "item_id"] + contents.map(\.column)
        try connection.run("INSERT INTO \(sorted) (\(columns.joined(separator: ", "))) \(rows)")
    }

    /// SQL for the item that a row was, which need not be there any more. SQLite finds it by an index if the row has
    /// not the affinity of a column.
    private func itemOfRow(_ row: String) -> String {
        let items = schema.source.isTable ? schema.rowTable : "(\(schema.items))"
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

    /// Removes items in `temp.lc_gone`, and changes, moves and inserts those of the rows that were taken.
    ///
    /// A row that moves or is new gets its own position, or one behind its section.
    ///
    /// - Returns: Whether anything was different.
    func write(_ count: Int, after place: Int64) throws -> Bool {
        var changes = try removeGone()
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
        if try connection.first("\(moved) WHERE tail IS NOT NULL LIMIT 1", as: Int.self) != nil {
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
              \(schema.source.isTable ? "NULL" : "o.row")\(values)
            FROM temp.lc_group AS g CROSS JOIN \(sorted) AS o ON o.place BETWEEN g.place AND g.last
            LEFT JOIN temp.lc_row AS q ON q.place = o.place WHERE q.item_id IS NULL
            """, first)
        let inserted = connection.changes
        if schema.source.isTable {
            try connection.run(
                """
                INSERT OR REPLACE INTO \(schema.rowTable) (row, item_id) SELECT o.row, ?1 + o.place
                FROM \(sorted) AS o LEFT JOIN temp.lc_row AS q ON q.place = o.place
                WHERE o.place > ?2 AND o.place <= ?2 + ?3 AND q.item_id IS NULL ORDER BY o.row
                """, first, place, count)
        }
        return inserted
    }

    /// The items in `temp.lc_gone` that go in one step.
    var gone: String {
        "(SELECT n.item_id FROM temp.lc_gone AS n WHERE n.dataset_id = \(schema.dataset) "
            + "ORDER BY n.item_id LIMIT \(FollowerJournal.stepLength))"
    }

    /// Removes items in `temp.lc_gone`, with what hangs on them; returns how many.
    private func removeGone() throws -> Int {
        guard try connection.first("SELECT 1 FROM \(gone) LIMIT 1", as: Int.self) != nil else { return 0 }
        let rowTable = schema.source.isTable ? [(schema.rowTable, "item_id")] : []
        for (table, column) in OwnedRows.ofItems.map({ ($0.table, $0.column) }) + rowTable + [("item", "id")]
        where try connection.first("SELECT 1 FROM \(table) LIMIT 1", as: Int.self) != nil {
            try connection.run("DELETE FROM \(table) WHERE \(column) IN \(gone)")
        }
        try connection.run("DELETE FROM temp.lc_gone WHERE dataset_id = ?1 AND item_id IN \(gone)", schema.dataset)
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
        guard try connection.first("SELECT 1 \(new) LIMIT 1", as: Int.self) != nil else { return }
        while try !placeSections() { try sortSections() }
        let first = try schema.firstFree("section", count: Int64(count), in: connection) - place
        try connection.run(
            "INSERT INTO section (id, dataset_id, position, title) SELECT ?1 + place, ?2, base, \(Self.title) \(new)",
            first, schema.dataset)
        try connection.run(
            "INSERT OR REPLACE INTO lc_follower_section (section_id, value) SELECT ?1 + place, value \(new)", first)
        try connection.run("UPDATE temp.lc_group SET section_id = ?1 + place WHERE section_id IS NULL", first)
    }

    /// Finds the positions of new sections among all; returns whether there were enough numbers.
    private func placeSections() throws -> Bool {
        let sections = try connection.rows("\(schema.sections(haveNew: true)) ORDER BY place") {
            (new: $0.isNull(2) ? nil : $0.int64(2), position: $0.isNull(1) ? nil : $0.double(1))
        }
        var (lower, places): (Double?, [Int64]) = (nil, [])
        for (new, position) in sections + [(nil, nil)] {
            if let new {
                places.append(new)
                continue
            }
            let note = "UPDATE temp.lc_group SET base = ?2 WHERE place = ?1"
            guard position ?? .infinity > lower ?? -.infinity,
                try FollowerPlacing.number(places, after: lower, before: position, note, in: connection)
            else { return false }
            (lower, places) = (position, [])
        }
        return true
    }

    /// Puts the sections into their order.
    func sortSections() throws {
        try FollowerPlacing.renumber("section", "dataset_id", schema.dataset, by: schema.sections(), in: connection)
    }

    /// Removes the changed sections that are empty, and gives each other one the value of its first row. The values of
    /// its rows are equal, but may be spelled in several ways.
    func settleSections() throws {
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

/// Finds the places of noted rows among a follower's other items.
///
/// Noted rows may be anywhere until they are placed, so only the other rows are compared. The noted rows are placed in
/// their own order, each behind the one before. Rows between the same two others divide the space between these in
/// equal parts.
struct FollowerPlacing {
    let schema: FollowerSchema
    let connection: Connection

    private struct Row {
        var place: Int64
        var section: Int64
        /// Nil where it has no item in that section.
        var position: Double?
    }

    /// Writes the positions of the rows that have to move or are new.
    func run() throws {
        // If no number is left between two items, their section gets others, and the rows new places.
        while let full = try place() { try Self.renumber("item", "section_id", full, in: connection) }
    }

    /// Places the rows; returns a section in which no number was left.
    private func place() throws -> Int64? {
        let rows = try connection.rows(
            """
            SELECT o.place, g.section_id, CASE WHEN i.section_id = g.section_id THEN i.position END
            FROM temp.lc_group AS g CROSS JOIN temp.lc_sorted AS o ON o.place BETWEEN g.place AND g.last
            LEFT JOIN temp.lc_row AS q ON q.place = o.place LEFT JOIN item AS i ON i.id = q.item_id
            """
        ) { Row(place: $0.int64(0), section: $0.int64(1), position: $0.isNull(2) ? nil : $0.double(2)) }
        // The settled items around a row, and the position behind which the last row is.
        var (section, lower, last): (Int64?, Double, Double) = (nil, 0, 0)
        var gaps: [(section: Int64, lower: Double, places: [Int64])] = []
        for row in rows {
            if row.section != section { (section, lower, last) = (row.section, -.infinity, -.infinity) }
            let upper: Double
            (lower, upper) = try neighbors(of: row, from: lower)
            last = max(last, lower)
            if let position = row.position, position > last, position < upper {
                last = position
            } else if let gap = gaps.last, gap.section == row.section, gap.lower == last {
                gaps[gaps.count - 1].places.append(row.place)
            } else {
                gaps.append((row.section, last, [row.place]))
            }
        }
        for (section, lower, places) in gaps {
            let upper = try connection.first(
                "SELECT min(position) FROM item WHERE section_id = ?1 AND position > ?2", section, lower,
                as: Double?.self)
            let note =
                "INSERT INTO temp.lc_row (place, position) VALUES (?1, ?2) "
                + "ON CONFLICT (place) DO UPDATE SET position = excluded.position"
            guard
                try Self.number(
                    places, after: lower == -.infinity ? nil : lower, before: upper.flatMap(\.self), note,
                    in: connection)
            else { return section }
        }
        return nil
    }

    /// The positions of the last settled item before a row, from one on that is, and of the next one.
    ///
    /// It looks at the next item first, since many may be noted side by side. Then it looks at both neighbors of the
    /// row's own position, and at the last item, where most rows come. Then it halves what is left.
    private func neighbors(of row: Row, from first: Double) throws -> (lower: Double, upper: Double) {
        var (lower, upper) = (first, Double.infinity)
        var middles = [first, row.position, row.position, .infinity].compactMap(\.self)
        while true {
            let middle = middles.isEmpty ? lower / 2 + upper / 2 : middles.removeFirst()
            // One bound on each side: of two, SQLite begins at the first one, and reads up to the other.
            let found =
                try find(row.section, after: lower, before: min(middle, upper), "DESC")
                ?? find(row.section, after: max(lower, middle.nextDown), before: upper, "ASC")
            guard let found else { return (lower, upper) }
            if try isBefore(found.id, row) { lower = found.position } else { upper = found.position }
        }
    }

    /// The next settled item of a section in an order, between two positions.
    private func find(
        _ section: Int64, after lower: Double, before upper: Double, _ direction: String
    ) throws -> (id: Int64, position: Double)? {
        // An item has its place if its row is not in question, and has not failed. Without the affinity of a column
        // SQLite finds the note by its index.
        let row = schema.row(of: "i")
        return try connection.firstRow(
            """
            SELECT i.id, i.position FROM item AS i
            WHERE i.section_id = ?1 AND i.position > ?2 AND i.position < ?3 AND \(row) IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM lc_pending AS p
                WHERE p.source = \(schema.notedSource) AND p.kind = 0 AND p.identity = +\(row))
              AND NOT \(schema.hasFailed(row))
            ORDER BY i.position \(direction) LIMIT 1
            """, section, lower, upper
        ) { ($0.int64(0), $0.double(1)) }
    }

    /// Whether an item comes before a row.
    private func isBefore(_ item: Int64, _ row: Row) throws -> Bool {
        let other = "(SELECT o.row FROM temp.lc_sorted AS o WHERE o.place = ?2)"
        let own = "(SELECT \(schema.row(of: "i")) FROM item AS i WHERE i.id = ?1)"
        let both = try schema.rows([schema.place(isInSection: true)], identity: "IN (\(own), \(other))")
        return try connection.first(
            "SELECT row IS NOT \(other) COLLATE BINARY FROM (\(both)) WHERE place = 1", item, row.place, as: Bool.self)
            ?? false
    }

    /// Gives places numbers between two positions, by a statement; returns whether there were enough.
    static func number(
        _ places: [Int64], after lower: Double?, before upper: Double?, _ note: String, in connection: Connection
    ) throws -> Bool {
        var last = lower ?? -.infinity
        for (index, place) in places.enumerated() {
            let (index, all) = (Double(index + 1), Double(places.count + 1))
            let number =
                switch (lower, upper) {
                case (let lower?, let upper?): lower + (upper - lower) * (index / all)
                case (let lower?, nil): lower + index * max(1, abs(lower) * 2.3e-16)
                case (nil, let upper?): upper - (all - index) * max(1, abs(upper) * 2.3e-16)
                case (nil, nil): index
                }
            guard number > last, number < upper ?? .infinity, abs(number) <= 1e300 else { return false }
            try connection.run(note, place, number)
            last = number
        }
        return true
    }

    /// Gives all items of a section, or all sections, numbers that are far from one another, beyond the former ones.
    ///
    /// - Parameter order: A query of `id` and `place`; nil for the present order.
    static func renumber(
        _ table: String, _ column: String, _ id: Int64, by order: String? = nil, in connection: Connection
    ) throws {
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
