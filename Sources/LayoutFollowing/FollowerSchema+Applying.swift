extension FollowerSchema {
    /// The triggers that make an item equal to its row: remove it, make it, move it, or change it.
    ///
    /// They do not name a table that is followed: SQLite refuses to rename any table while a trigger names one that is
    /// not there, as in the middle of an app's own migration.
    func sharedTriggers() throws -> [(name: String, sql: String)] {
        var triggers: [(name: String, sql: String)] = []
        func step(
            _ purpose: String, _ column: String, of table: String? = nil, when condition: String, _ body: [String]
        ) {
            let name = names.trigger(purpose)
            let statements = body.map { "  \($0);\n" }.joined()
            triggers.append(
                (
                    name,
                    "CREATE TRIGGER \(name) AFTER UPDATE OF \(column) ON \(table ?? names.row) "
                        + "WHEN \(condition) BEGIN\n"
                        + "\(statements)END"
                ))
        }
        let (row, rows, sections) = (names.row, names.rows, names.sections)
        let item = values.item("new")
        let hasPayload = !values.payload.isEmpty
        let contents =
            item.isEmpty
            ? [] : ["UPDATE \(row) SET \(item.map { "\($0) = \($1)" }.joined(separator: ", ")) WHERE id = 1"]
        let escape = "UPDATE \(row) SET escaping = 1 WHERE id = 1 AND \(FollowedValues.hasControls("payload"))"
        step(
            "read", "go", when: "new.is_there",
            contents + (hasPayload ? [escape] : []) + ["UPDATE \(row) SET apply = 1 WHERE id = 1"])
        if hasPayload { step("escape", "escaping", when: "1", values.controlEscapes(row, where: "id = 1")) }
        step(
            "gone", "go", when: "new.is_there IS NULL",
            ["DELETE FROM item WHERE id = new.item_id"]
                + (source.isTable ? ["DELETE FROM \(rows) WHERE row = new.asked"] : [])
                + removingEmpty("= new.from_section"))
        step("due", "is_due", of: names.notes, when: "1", try ask("new.value", reads: !source.isTable))
        let own = "(SELECT s.section_id FROM \(sections) AS s WHERE s.value IS new.section)"
        let seat = [
            """
            UPDATE \(row) SET new_section = 1 WHERE id = 1 AND NOT EXISTS (SELECT 1 FROM \(sections) AS s
                CROSS JOIN section AS x ON x.id = s.section_id WHERE s.value IS new.section)
            """, "UPDATE \(row) SET to_section = \(own) WHERE id = 1",
        ]
        let place = "(SELECT r.to_section FROM \(row) AS r), (SELECT r.position FROM \(row) AS r)"
        let keys = values.keys
        let setKeys = keys.map { ", \($0) = new.\($0)" }.joined()
        let newKeys = keys.map { ", new.\($0)" }.joined()
        let itemColumns = source.isTable ? values.itemColumns : ["original_id"]
        step(
            "new", "apply", when: "new.item_id IS NULL",
            // An item that was deleted in the data set is made again.
            (source.isTable ? ["DELETE FROM \(rows) WHERE row = new.asked"] : []) + seat + [
                """
                INSERT INTO item (\(source.isTable ? "" : "id, ")section_id, position\(
                  itemColumns.map { ", \($0)" }.joined()))
                  VALUES (\(source.isTable ? "" : Self.idBelow("item") + ", ")\(place)\(
                  source.isTable ? itemColumns.map { ", new.\($0)" }.joined() : ", new.asked"))
                """
            ]
                + (source.isTable
                    ? [
                        """
                        INSERT INTO \(rows) (row, item_id, section_id\(keys.map { ", \($0)" }.joined()))
                          VALUES (new.asked, last_insert_rowid(), (SELECT r.to_section FROM \(row) AS r)\(newKeys))
                        """
                    ] : []))
        step(
            "move", "apply", when: "new.item_id IS NOT NULL AND NOT \(isInPlace)",
            seat
                + (source.isTable
                    ? [
                        """
                        UPDATE \(rows) SET section_id = (SELECT r.to_section FROM \(row) AS r)\(setKeys)
                          WHERE row = new.asked
                        """
                    ] : []) + ["UPDATE item SET (section_id, position) = (\(place)) WHERE id = new.item_id"]
                + removingEmpty("= new.from_section"))
        if source.isTable, !itemColumns.isEmpty {
            step(
                "content", "apply", when: "new.item_id IS NOT NULL",
                [
                    """
                    UPDATE item SET \(itemColumns.map { "\($0) = new.\($0)" }.joined(separator: ", "))
                      WHERE id = new.item_id
                        AND (\(itemColumns.map { "\($0) IS NOT new.\($0)" }.joined(separator: " OR ")))
                    """
                ])
        }
        step("make_section", "new_section", when: "1", sectionStatements)
        step("seat", "to_section", when: "new.to_section IS NOT NULL", neighbourStatements)
        for (table, scope, share) in [("section", ownSections, "0.5"), ("item", "section_id = new.to_section", share)] {
            let position =
                "UPDATE \(row) SET position = coalesce(lower + (upper - lower) * \(share), lower + 1, upper - 1, 0) "
                + "WHERE id = 1"
            let found = [
                """
                UPDATE \(row) SET lower = (SELECT t.position FROM \(table) AS t WHERE t.id = lower_item),
                    upper = (SELECT t.position FROM \(table) AS t WHERE t.id = upper_item) WHERE id = 1
                """, position,
            ]
            step(
                "place_" + table, "place_" + table, when: "1",
                found + [
                    """
                    UPDATE \(row) SET spread_\(table) = 1
                      WHERE id = 1 AND NOT (coalesce(position > lower, 1) AND coalesce(position < upper, 1))
                    """,
                    // An app's own row stays there; without a position this one goes to the end.
                    """
                    UPDATE \(row) SET position = NULL WHERE id = 1 AND EXISTS (SELECT 1 FROM \(table) AS t
                        WHERE t.\(scope) AND t.position = \(row).position
                          AND t.id IS NOT \(table == "item" ? "new.item_id" : "0"))
                    """,
                ])
            // No number is left between the two: all of them go beyond the others.
            step(
                "spread_" + table, "spread_" + table, when: "1",
                [
                    """
                    UPDATE \(table) SET position = other.position
                      FROM (SELECT t.id, row_number() OVER (ORDER BY t.position)
                              + (SELECT CASE WHEN max(o.position) < 1e15 THEN max(o.position)
                                        ELSE min(o.position) - count(*) - 1 END
                                        FROM \(table) AS o WHERE o.\(scope)) AS position
                            FROM \(table) AS t WHERE t.\(scope)) AS other
                      WHERE \(table).id = other.id
                    """
                ] + found)
        }
        return triggers
    }

    /// That the item is where its row belongs.
    private var isInPlace: String {
        let keys = values.keys
        if source.isTable {
            return """
                EXISTS (SELECT 1 FROM \(names.rows) AS r
                  CROSS JOIN \(names.sections) AS s ON s.section_id = r.section_id
                  WHERE r.row = new.asked AND r.section_id = new.from_section
                    AND s.value IS new.section\(keys.map { " AND r.\($0) IS new.\($0)" }.joined()))
                """
        }
        func neighbour(_ comparison: String, _ direction: String) -> String {
            "(SELECT \(isBefore("o")) FROM \(names.rows) AS o WHERE o.item_id = (SELECT n.id FROM item AS n "
                + "WHERE n.section_id = i.section_id AND n.position \(comparison) i.position "
                + "ORDER BY n.position \(direction) LIMIT 1))"
        }
        return """
            EXISTS (SELECT 1 FROM item AS i CROSS JOIN \(names.sections) AS s ON s.section_id = i.section_id
              WHERE i.id = new.item_id AND s.value IS new.section
                AND \(neighbour("<", "DESC")) IS NOT 0 AND \(neighbour(">", "ASC")) IS NOT 1)
            """
    }

    /// Removes a section of the data set that has become empty, with what belongs to it.
    ///
    /// Its own trigger does not do that inside of itself, as where a section of a followed data set goes.
    ///
    /// - Parameter id: SQL for it, or for several.
    func removingEmpty(_ id: String) -> [String] {
        let gone = "section_id \(id) AND section_id NOT IN (SELECT s.id FROM section AS s)"
        let left = source.isTable ? [] : ["section_offset", "section_measurement", "lc_run"]
        return [
            """
            DELETE FROM section WHERE id \(id) AND \(ownSections)
              AND NOT EXISTS (SELECT 1 FROM item AS i WHERE i.section_id = section.id)
            """
        ] + left.map { "DELETE FROM \($0) WHERE \(gone)" }
            + (source.isTable
                ? []
                : [
                    """
                    UPDATE lc_preparation SET is_restructured = 1 WHERE is_restructured = 0 AND \(ownSections)
                      AND EXISTS (SELECT 1 FROM \(names.sections) WHERE \(gone))
                    """
                ]) + ["DELETE FROM \(names.sections) WHERE \(gone)"]
    }

    /// The id below all others, in SQL; NULL if there is none. −1 is what SQLite's triggers call a row without an id.
    static func idBelow(_ table: String) -> String {
        "(SELECT nullif(min(coalesce(min(i.id), -1), -1) - 1, -9223372036854775808) FROM \(table) AS i)"
    }

    /// Removes all sections that have become empty.
    var removingAllEmpty: [String] { removingEmpty("IN (SELECT s.section_id FROM \(names.sections) AS s)") }

    /// Removes the items that stand for others.
    ///
    /// - Parameter originals: A query for the others.
    func removal(of originals: String) -> String {
        """
        DELETE FROM item WHERE original_id IN (\(originals))
          AND section_id IN (SELECT s.id FROM section AS s WHERE s.\(ownSections))
        """
    }

    private var ownSections: String { "dataset_id = \(names.dataset)" }

    /// Makes a new section between its neighbours.
    private var sectionStatements: [String] {
        let (row, sections) = (names.row, names.sections)
        func term(_ index: Int, _ value: String) -> String {
            let sql = values.sectionOrder[index].expression.sql
            return sql == "\"section\"" ? value : "(SELECT \(sql) FROM (SELECT \(value) AS section))"
        }
        let isBefore = Self.isBefore(
            values.sectionOrder, { term($0, "o.value") }, { term($0, "new.section") }, last: "0")
        return [
            "DELETE FROM \(sections) WHERE value IS new.section",
            "UPDATE \(row) SET lower = "
                + Self.search(
                    "section", "c." + ownSections, "SELECT \(isBefore) FROM \(sections) AS o WHERE o.section_id = i.id")
                + " WHERE id = 1",
            """
            UPDATE \(row) SET lower_item =
                (SELECT x.id FROM section AS x WHERE x.\(ownSections) AND x.position = \(row).lower),
              upper_item = (SELECT x.id FROM section AS x
                WHERE x.\(ownSections) AND x.position > coalesce(\(row).lower, -9e999) ORDER BY x.position LIMIT 1)
              WHERE id = 1
            """,
            "UPDATE \(row) SET place_section = 1 WHERE id = 1",
            """
            INSERT INTO section (id, dataset_id, position, title) VALUES (
                \(source.isTable ? "NULL" : Self.idBelow("section")), \(names.dataset),
                (SELECT r.position FROM \(row) AS r), CASE WHEN typeof(new.section) = 'blob' THEN hex(new.section)
                  ELSE CAST(new.section AS TEXT) END)
            """, "INSERT INTO \(sections) (section_id, value) VALUES (last_insert_rowid(), new.section)",
        ]
    }

    // MARK: Neighbours

    /// Finds the two neighbours of an item, and its place between them.
    private var neighbourStatements: [String] {
        let row = names.row
        guard source.isTable else {
            return [
                "UPDATE \(row) SET lower = "
                    + Self.search(
                        "item", "c.section_id = new.to_section AND c.id IS NOT new.item_id",
                        "SELECT \(isBefore("o")) FROM \(names.rows) AS o WHERE o.item_id = i.id") + " WHERE id = 1",
                """
                UPDATE \(row) SET lower_item = (SELECT i.id FROM item AS i
                    WHERE i.section_id = new.to_section AND i.position = \(row).lower),
                  upper_item = (SELECT i.id FROM item AS i WHERE i.section_id = new.to_section
                    AND i.position > coalesce(\(row).lower, -9e999) AND i.id IS NOT new.item_id
                    ORDER BY i.position LIMIT 1)
                  WHERE id = 1
                """, "UPDATE \(row) SET place_item = 1 WHERE id = 1",
            ]
        }
        return [
            "UPDATE \(row) SET lower_item = \(neighbour(isLower: true)),\n"
                + "    upper_item = \(neighbour(isLower: false)) WHERE id = 1",
            "UPDATE \(row) SET place_item = 1 WHERE id = 1",
        ]
    }

    /// The nearest item before or after a row of a table, by the index of the rows.
    ///
    /// First among equal ones, then among those that differ in the last term, and so on. SQLite compares row values
    /// one entry after another.
    private func neighbour(isLower: Bool) -> String {
        let terms = values.order
        func found(_ equal: Int, _ condition: String, from first: Int) -> String {
            let conditions = terms.indices.prefix(equal).map { "o.key_\($0 + 1) IS new.key_\($0 + 1)" } + [condition]
            let order = terms.indices.dropFirst(first).map {
                "o.key_\($0 + 1)\(terms[$0].isDescending != isLower ? " DESC" : "")"
            }
            return "(SELECT i.id FROM \(names.rows) AS o CROSS JOIN item AS i ON i.id = o.item_id\n      "
                + "WHERE o.section_id = new.to_section AND \(conditions.joined(separator: " AND "))\n      "
                + "ORDER BY \((order + ["o.row\(isLower ? " DESC" : "")"]).joined(separator: ", ")) LIMIT 1)"
        }
        var entries = [found(terms.count, "o.row \(isLower ? "<" : ">") new.asked", from: terms.count)]
        for index in terms.indices.reversed() {
            let (key, new) = ("o.key_\(index + 1)", "new.key_\(index + 1)")
            let isLess = isLower != terms[index].isDescending
            entries.append(found(index, "\(key) \(isLess ? "<" : ">") \(new)", from: index))
            entries.append(
                found(
                    index, isLess ? "\(key) IS NULL AND \(new) IS NOT NULL" : "\(key) IS NOT NULL AND \(new) IS NULL",
                    from: isLess ? index + 1 : index))
        }
        return "coalesce(" + (entries + ["NULL"]).joined(separator: ",\n    ") + ")"
    }

    /// Whether a row that has an item comes before the one that is applied.
    private func isBefore(_ other: String) -> String {
        Self.isBefore(
            values.order, { "\(other).key_\($0 + 1)" }, { "new.key_\($0 + 1)" },
            last: "\(other).row < new.asked COLLATE BINARY")
    }

    private static func isBefore(
        _ terms: [FollowedExpression.Term], _ other: (Int) -> String, _ new: (Int) -> String, last: String
    ) -> String {
        terms.indices.reversed().reduce(last) { rest, index in
            let (term, other, new) = (terms[index], other(index), new(index))
            return "CASE WHEN \(other) COLLATE \(term.collation) IS \(new) THEN \(rest) "
                + "WHEN \(other) IS NULL THEN \(term.isDescending ? 0 : 1) "
                + "WHEN \(new) IS NULL THEN \(term.isDescending ? 1 : 0) "
                + "ELSE \(other) COLLATE \(term.collation) \(term.isDescending ? ">" : "<") \(new) END"
        }
    }

    /// The position of the last row of an ordered table that comes before the one that is applied; NULL for none.
    ///
    /// It halves what is left between two positions, from the end on, where most rows come.
    ///
    /// - Parameters:
    ///   - scope: Which rows `c` are ordered.
    ///   - isBefore: A query whether the row `i` comes before.
    private static func search(_ table: String, _ scope: String, _ isBefore: String) -> String {
        let lower = "CASE s.is_before WHEN 1 THEN s.position ELSE s.lower END"
        let upper =
            "CASE s.is_before WHEN 0 THEN coalesce(min(s.position, (s.lower + s.upper) / 2), s.position) "
            + "ELSE s.upper END"
        func found(_ conditions: String, _ direction: String) -> String {
            "(SELECT c.id FROM \(table) AS c WHERE \(scope) AND \(conditions) ORDER BY c.position\(direction) LIMIT 1)"
        }
        let middle = "(\(lower) + \(upper)) / 2"
        return """
            (WITH RECURSIVE search (lower, upper, position, is_before) AS (
                VALUES (-9e999, 9e999, NULL, NULL) UNION ALL
                SELECT \(lower), \(upper), i.position, coalesce((\(isBefore)), 0)
                FROM search AS s CROSS JOIN \(table) AS i ON i.id = CASE
                  WHEN \(upper) = 9e999 THEN \(found("c.position > \(lower)", " DESC"))
                  WHEN \(lower) = -9e999 THEN \(found("c.position < \(upper)", ""))
                  ELSE coalesce(
                    \(found("c.position >= \(middle) AND c.position > \(lower) AND c.position < \(upper)", "")),
                    \(found("c.position > \(lower) AND c.position < \(middle)", " DESC"))) END)
              SELECT max(CASE WHEN is_before THEN position END) FROM search)
            """
    }

    /// How much of the way from the lower neighbour to the upper one an item goes, so that numbers last.
    ///
    /// Halving what is between uses it up after some fifty rows at one place. Equal rows are in the order of their ids,
    /// as their items mostly are: then these ids tell how many may come on either side. Of new rows, which often come
    /// in order, the next one belongs beside the last: most of what is between stays free for it.
    private var share: String {
        let next = source.isTable ? "(SELECT max(i.id) + 1 FROM item AS i)" : Self.idBelow("item")
        let (own, larger, less) = (
            "coalesce(new.item_id, \(next))", "max(lower_item, upper_item)", "min(lower_item, upper_item)"
        )
        let beyond = source.isTable ? "\(own) - \(larger)" : "\(less) - \(own)"
        return """
            CASE WHEN \(own) > \(less) AND \(own) < \(larger)
                  THEN 1.0 * (\(own) - lower_item) / (upper_item - lower_item)
                WHEN (\(beyond)) * 16 BETWEEN 1 AND \(larger) - \(less)
                  THEN CASE WHEN lower_item \(source.isTable ? ">" : "<") upper_item
                    THEN 0.0009765625 ELSE 0.9990234375 END
                ELSE 0.5 END
            """
    }
}
