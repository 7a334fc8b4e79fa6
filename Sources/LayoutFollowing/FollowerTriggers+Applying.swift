extension FollowerTriggers {
    /// The triggers that make an item equal to its row: remove it, make it, move it, or change it.
    ///
    /// They do not name a table that is followed: SQLite refuses to rename any table while a trigger names one that is
    /// not there, as in the middle of an app's own migration.
    func stepTriggers() throws -> [(name: String, sql: String)] {
        var triggers: [(name: String, sql: String)] = []
        func step(
            _ purpose: String, _ column: String, of table: String? = nil, when condition: String, _ body: [String]
        ) {
            let name = names.trigger(purpose)
            let statements = body.map { "  \($0);\n" }.joined()
            triggers.append(
                (
                    name,
                    "CREATE TRIGGER \(name) AFTER UPDATE OF \(column) ON \(table ?? row) WHEN \(condition) BEGIN\n"
                        + "\(statements)END"
                ))
        }
        let isTable = source.isTable
        let itemColumns = isTable ? values.itemColumns : ["original_id"]
        // A trigger with much to do is entered only if it is due: SQLite clears the memory of its program each time.
        let decisions = [
            set("gone = 1", if: "is_there IS NULL" + (isTable ? "" : " AND item_id IS NOT NULL")),
            set("make = 1", if: "is_there AND item_id IS NULL"),
            set("move = 1", if: "is_there AND item_id IS NOT NULL AND NOT \(isInPlace)"),
        ]
        if isTable {
            let contents = values.item("new").map { "\($0) = \($1)" }.joined(separator: ", ")
            let hasPayload = !values.payload.isEmpty
            step(
                "read", "go", when: "1",
                (contents.isEmpty ? [] : [set(contents, if: "is_there")])
                    + (hasPayload ? [set("escaping = 1", if: FollowedValues.hasControls("payload"))] : []) + decisions
                    + (contents.isEmpty ? [] : [set("content = 1", if: "is_there AND item_id IS NOT NULL")]))
            if hasPayload { step("escape", "escaping", when: "1", values.controlEscapes(row, where: isOwn)) }
        } else {
            step(
                "read", "asked", when: "1",
                [set(try reading("new.asked")), set(searching, if: "item_id IS NULL")] + decisions)
        }
        step(
            "gone", "gone", when: "1",
            ["DELETE FROM item WHERE id = new.item_id"]
                + (isTable ? ["DELETE FROM \(names.rows) WHERE row = new.asked"] : [])
                + removingEmpty("= new.from_section"))
        step("due", "is_due", of: names.notes, when: "1", [try ask("new.value", reads: !isTable)])
        let seat = [
            set(
                "new_section = 1",
                if: "NOT EXISTS (SELECT 1 FROM \(sections) AS s CROSS JOIN section AS x ON x.id = s.section_id "
                    + "WHERE \(isValue(of: "s.")))"),
            set("to_section = (SELECT s.section_id FROM \(sections) AS s WHERE \(isValue(of: "s.")))"),
        ]
        let (section, position) = (applied("to_section"), applied("position"))
        let setKeys = keys.map { ", \($0) = new.\($0)" }.joined()
        let newKeys = keys.map { ", new.\($0)" }.joined()
        step(
            "make", "make", when: "1",
            // An item that was deleted in the data set is made again.
            (isTable ? ["DELETE FROM \(names.rows) WHERE row = new.asked"] : []) + seat + [
                """
                INSERT INTO item (\(isTable ? "" : "id, ")section_id, position\(itemColumns.map { ", \($0)" }.joined()))
                  VALUES (\(isTable ? "" : Self.idBelow("item") + ", ")\(section), \(position)\(
                  isTable ? itemColumns.map { ", new.\($0)" }.joined() : ", new.asked"))
                """
            ]
                + (isTable
                    ? [
                        """
                        INSERT INTO \(names.rows) (row, item_id, section_id\(keys.map { ", \($0)" }.joined()))
                          VALUES (new.asked, last_insert_rowid(), \(section)\(newKeys))
                        """
                    ] : []))
        step(
            "move", "move", when: "1",
            seat
                + (isTable
                    ? ["UPDATE \(names.rows) SET section_id = \(section)\(setKeys) WHERE row = new.asked"] : [])
                + ["UPDATE item SET section_id = \(section), position = \(position) WHERE id = new.item_id"]
                + removingEmpty("= new.from_section"))
        if isTable, !itemColumns.isEmpty {
            step(
                "content", "content", when: "1",
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
            let found = [
                set(
                    "lower = (SELECT t.position FROM \(table) AS t WHERE t.id = lower_item), "
                        + "upper = (SELECT t.position FROM \(table) AS t WHERE t.id = upper_item)"),
                set("position = coalesce(lower + (upper - lower) * \(share), lower + 1, upper - 1, 0)"),
            ]
            step(
                "place_" + table, "place_" + table, when: "1",
                found + [
                    set(
                        "spread_\(table) = 1",
                        if: "NOT (coalesce(position > lower, 1) AND coalesce(position < upper, 1))"),
                    // An app's own row stays there; without a position this one goes to the end.
                    set(
                        "position = NULL",
                        if: "EXISTS (SELECT 1 FROM \(table) AS t WHERE t.\(scope) AND t.position = \(row).position "
                            + "AND t.id IS NOT \(table == "item" ? "new.item_id" : "0"))"),
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

    private var row: String { names.row }
    private var sections: String { names.sections }

    /// Changes the row that is applied.
    func set(_ values: String, if condition: String? = nil) -> String {
        "UPDATE \(row) SET \(values) WHERE \(isOwn)" + (condition.map { " AND \($0)" } ?? "")
    }

    private var isOwn: String { "id = new.id" }

    /// A value of the row that is applied, as it is by now.
    private func applied(_ column: String) -> String { "(SELECT r.\(column) FROM \(row) AS r WHERE r.\(isOwn))" }

    /// That the value of a section is the one of the row that is applied.
    private func isValue(of prefix: String = "") -> String {
        "\(prefix)value IS new.section" + (source.isTable ? "" : " AND \(prefix)follower = new.id")
    }

    private var ownSections: String { "dataset_id = new.id" }

    /// That the item is where its row belongs.
    private var isInPlace: String {
        if source.isTable {
            return """
                EXISTS (SELECT 1 FROM \(names.rows) AS r CROSS JOIN \(sections) AS s ON s.section_id = r.section_id
                  WHERE r.row = \(row).asked AND r.section_id = from_section
                    AND s.value IS \(row).section\(keys.map { " AND r.\($0) IS \(row).\($0)" }.joined()))
                """
        }
        func neighbour(_ comparison: String, _ direction: String) -> String {
            "(SELECT n.id FROM item AS n WHERE n.section_id = i.section_id AND n.position \(comparison) i.position "
                + "ORDER BY n.position \(direction) LIMIT 1)"
        }
        return """
            EXISTS (SELECT 1 FROM item AS i CROSS JOIN \(sections) AS s ON s.section_id = i.section_id
              WHERE i.id = \(row).item_id AND s.value IS \(row).section AND s.follower = new.id
                AND NOT EXISTS (SELECT 1 FROM \(names.before) AS b
                  WHERE b.follower = new.id AND b.is_before = (b.place > i.position) AND b.item_id IN (
                    \(neighbour("<", "DESC")),
                    \(neighbour(">", "ASC")))))
            """
    }

    /// Removes a section of a follower that has become empty, with what belongs to it.
    ///
    /// Its own trigger does not do that inside of itself, as where a section of a followed data set goes.
    ///
    /// - Parameter id: SQL for it, or for several.
    func removingEmpty(_ id: String) -> [String] {
        let gone = "section_id \(id) AND section_id NOT IN (SELECT s.id FROM section AS s)"
        let left = source.isTable ? [] : ["section_offset", "section_measurement", "lc_run"]
        return [
            """
            DELETE FROM section WHERE id \(id) AND dataset_id IN (SELECT r.id FROM \(row) AS r)
              AND NOT EXISTS (SELECT 1 FROM item AS i WHERE i.section_id = section.id)
            """
        ] + left.map { "DELETE FROM \($0) WHERE \(gone)" }
            + (source.isTable
                ? []
                : [
                    """
                    UPDATE lc_preparation SET is_restructured = 1 WHERE is_restructured = 0
                      AND dataset_id IN (SELECT follower FROM \(sections) WHERE \(gone))
                    """
                ]) + ["DELETE FROM \(sections) WHERE \(gone)"]
    }

    /// The id below all others, in SQL; NULL if there is none. −1 is what SQLite's triggers call a row without an id.
    static func idBelow(_ table: String) -> String {
        "(SELECT nullif(min(coalesce(min(i.id), -1), -1) - 1, -9223372036854775808) FROM \(table) AS i)"
    }

    /// Makes a new section between its neighbours.
    private var sectionStatements: [String] {
        func isBefore(_ values: FollowedValues) -> String? {
            func term(_ index: Int, _ value: String) -> String {
                let sql = values.sectionOrder[index].expression.sql
                return sql == "\"section\"" ? value : "(SELECT \(sql) FROM (SELECT \(value) AS section))"
            }
            return values.hasPlainSections
                ? nil
                : Self.isBefore(
                    values.sectionOrder, { term($0, "o.value") }, { term($0, "new.section") }, last: "0")
        }
        // Most followers have the plain order.
        let comparison = each(
            "new.id", else: "coalesce(o.value COLLATE BINARY < new.section, o.value IS NOT NULL)", isBefore)
        return [
            "DELETE FROM \(sections) WHERE \(isValue())"
        ]
            + found(
                "section", "c." + ownSections, "SELECT \(comparison) FROM \(sections) AS o WHERE o.section_id = i.id")
            + [
                """
                INSERT INTO section (id, dataset_id, position, title) VALUES (
                    \(source.isTable ? "NULL" : Self.idBelow("section")), new.id, \(applied("position")),
                    CASE WHEN typeof(new.section) = 'blob' THEN hex(new.section) ELSE CAST(new.section AS TEXT) END)
                """,
                source.isTable
                    ? "INSERT INTO \(sections) (section_id, value) VALUES (last_insert_rowid(), new.section)"
                    : "INSERT INTO \(sections) (section_id, value, follower) "
                        + "VALUES (last_insert_rowid(), new.section, new.id)",
            ]
    }
}
