extension AdoptionSchema {
    /// The views, and the triggers that make an item equal to its row: remove it, make it, move it, or change it.
    ///
    /// They do not name the table: SQLite refuses to rename any table while a trigger names one that is not there, as
    /// in the middle of an app's own migration.
    func sharedTriggers() -> [(name: String, sql: String)] {
        let (rows, sections, notes) = (names.rows, names.sections, names.notes)
        let columns = values.itemColumns
        let columnList = columns.map { ", \($0)" }.joined()
        let newColumns = columns.map { ", new.\($0)" }.joined()
        var triggers: [(name: String, sql: String)] = []
        func view(_ name: String, _ columns: [String], _ comment: String) {
            let nulls = columns.map { _ in "NULL" }.joined(separator: ", ")
            triggers.append(
                (
                    name,
                    "CREATE VIEW \(name) (\(columns.joined(separator: ", "))) AS -- \(comment)\nSELECT \(nulls) WHERE 0"
                ))
        }
        func trigger(_ purpose: String, _ view: String, when condition: String, _ body: [String]) {
            let name = names.trigger(purpose)
            let statements = body.map { "  \($0);\n" }.joined()
            triggers.append(
                (name, "CREATE TRIGGER \(name) INSTEAD OF INSERT ON \(view) WHEN \(condition) BEGIN\n\(statements)END"))
        }
        view(names.escape, ["item_id", "payload"], "Insert here to have control characters escaped.")
        view(names.newSection, ["section", "title"], "Insert here to have a section for a value.")
        view(
            names.seat, ["row", "sort_key", "item_id", "section_id", "is_new"] + columns,
            "Insert here to put an item at its place in a section.")
        view(
            names.between, ["item_id", "section_id", "lower_item", "upper_item", "is_new"] + columns,
            "Insert here to put an item between two neighbours.")
        view(
            names.place,
            ["item_id", "section_id", "lower", "lower_item", "upper", "upper_item", "share", "is_new"] + columns,
            "Insert here to put an item at a share of the way between two neighbours.")
        view(names.gone, ["row"], "Insert here to have the item of a row removed.")
        view(names.change, changeColumns, "Insert here to have an item made equal to a row.")

        let escapes = values.controlEscapes(where: "id = new.item_id")
        if !escapes.isEmpty {
            trigger(
                "apply_escape", names.escape,
                when: AdoptedValues.hasControls("new.payload"), escapes)
        }
        addSectionTriggers { trigger($0, $1, when: $2, $3) }
        addSeatTriggers({ trigger($0, $1, when: $2, $3) }, newColumns: newColumns)
        addPlaceTriggers({ trigger($0, $1, when: $2, $3) }, columnList: columnList, newColumns: newColumns)

        let section =
            "(SELECT r.section_id FROM \(rows) AS r WHERE r.row = new.row AND NOT EXISTS "
            + "(SELECT 1 FROM \(rows) AS o WHERE o.section_id = r.section_id AND o.row IS NOT new.row))"
        trigger(
            "apply_gone", names.gone, when: "new.row IS NOT NULL",
            [
                "DELETE FROM item WHERE id = (SELECT r.item_id FROM \(rows) AS r WHERE r.row = new.row)",
                "DELETE FROM section WHERE id = \(section)", "DELETE FROM \(sections) WHERE section_id = \(section)",
                "DELETE FROM \(rows) WHERE row = new.row",
            ])
        let item = "(SELECT r.item_id FROM \(rows) AS r WHERE r.row = new.row)"
        let own = "(SELECT s.section_id FROM \(sections) AS s WHERE s.value = new.section)"
        func put(isNew: Bool) -> String {
            "INSERT INTO \(names.seat) VALUES (new.row, new.sort_key, \(item), \(own), \(isNew ? 1 : 0)\(newColumns))"
        }
        let escape =
            values.adoption.payload.isEmpty ? [] : ["INSERT INTO \(names.escape) VALUES (\(item), new.payload)"]
        trigger(
            "apply_new", names.change, when: "new.row IS NOT NULL AND new.is_new",
            [
                // An item that was deleted in the data set is made again.
                "INSERT INTO \(names.gone) VALUES ((SELECT r.row FROM \(rows) AS r WHERE r.row = new.row))",
                "INSERT INTO \(names.newSection) VALUES (new.section, new.title)",
                """
                INSERT INTO \(rows) (row, item_id, section_id, sort_key)
                  VALUES (new.row, (SELECT coalesce(max(i.id), 0) + 1 FROM item AS i), \(own), new.sort_key)
                """, put(isNew: true),
            ] + escape)
        trigger(
            "apply_move", names.change,
            when: """
                new.row IS NOT NULL AND NOT new.is_new AND NOT EXISTS (
                  SELECT 1 FROM \(rows) AS r CROSS JOIN \(sections) AS s ON s.section_id = r.section_id
                  CROSS JOIN section AS x ON x.id = r.section_id
                  WHERE r.row = new.row AND s.value = new.section AND r.sort_key IS new.sort_key)
                """,
            [
                "INSERT INTO \(names.newSection) VALUES (new.section, new.title)",
                """
                INSERT INTO \(notes) (what, value) SELECT 'section', r.section_id FROM \(rows) AS r
                  WHERE r.row = new.row AND r.section_id IS NOT \(own) ON CONFLICT DO NOTHING
                """,
                "UPDATE \(rows) SET section_id = \(own), sort_key = new.sort_key WHERE row = new.row",
                put(isNew: false),
                """
                DELETE FROM \(sections) WHERE section_id IN (SELECT n.value FROM \(notes) AS n WHERE n.what = 'section')
                  AND NOT EXISTS (SELECT 1 FROM \(rows) AS r WHERE r.section_id = \(sections).section_id)
                """,
                """
                DELETE FROM section WHERE id IN (SELECT n.value FROM \(notes) AS n WHERE n.what = 'section')
                  AND NOT EXISTS (SELECT 1 FROM \(rows) AS r WHERE r.section_id = section.id)
                """, "DELETE FROM \(notes) WHERE what = 'section'",
            ])
        if !columns.isEmpty {
            trigger(
                "apply_content", names.change, when: "new.row IS NOT NULL AND NOT new.is_new",
                [
                    """
                    UPDATE item SET \(columns.map { "\($0) = new.\($0)" }.joined(separator: ", "))
                      WHERE id = \(item) AND (\(columns.map { "\($0) IS NOT new.\($0)" }.joined(separator: " OR ")))
                    """
                ] + escape)
        }
        return triggers
    }

    /// Makes a new section between its neighbours; if no number is left between them, all go beyond.
    private func addSectionTriggers(_ trigger: (String, String, String, [String]) -> Void) {
        let sections = names.sections
        func neighbour(_ comparison: String, _ direction: String) -> String {
            "(SELECT b.position FROM \(sections) AS o CROSS JOIN section AS b ON b.id = o.section_id "
                + "WHERE o.value \(comparison) new.section ORDER BY o.value \(direction) LIMIT 1)"
        }
        let (lower, upper) = (neighbour("<", "DESC"), neighbour(">", "ASC"))
        let middle = "(\(lower) + \(upper)) / 2"
        trigger(
            "apply_section", names.newSection,
            """
            NOT EXISTS (SELECT 1 FROM \(sections) AS s CROSS JOIN section AS x ON x.id = s.section_id
              WHERE s.value = new.section)
            """,
            [
                "DELETE FROM \(sections) WHERE value = new.section",
                """
                UPDATE section SET position = other.position
                  FROM (SELECT x.id, (SELECT max(y.position) FROM section AS y WHERE y.dataset_id = \(names.dataset))
                          + row_number() OVER (ORDER BY x.position) AS position
                        FROM section AS x WHERE x.dataset_id = \(names.dataset)
                          AND (SELECT NOT coalesce(\(middle) > \(lower) AND \(middle) < \(upper), 1))) AS other
                  WHERE section.id = other.id
                """,
                """
                INSERT INTO section (id, dataset_id, position, title)
                  VALUES ((SELECT coalesce(max(x.id), 0) + 1 FROM section AS x), \(names.dataset),
                    coalesce(\(middle), \(lower) + 1, \(upper) - 1, 0), new.title)
                """,
                """
                INSERT INTO \(sections) (section_id, value)
                  VALUES ((SELECT max(x.id) FROM section AS x), new.section)
                """,
            ])
    }

    /// Finds the two neighbours of an item, and then their positions.
    ///
    /// Each step passes what it found to the next one: a statement would look it up again for every mention.
    private func addSeatTriggers(_ trigger: (String, String, String, [String]) -> Void, newColumns: String) {
        let rows = names.rows
        // First among equal ones: as a row value SQLite would compare the two columns one entry after another.
        func neighbour(_ comparison: String, _ direction: String) -> String {
            let rows =
                "SELECT i.id FROM \(rows) AS o CROSS JOIN item AS i ON i.id = o.item_id "
                + "WHERE o.section_id = new.section_id"
            return "coalesce((\(rows) AND o.sort_key = new.sort_key AND o.row \(comparison) new.row "
                + "ORDER BY o.row \(direction) LIMIT 1),\n      "
                + "(\(rows) AND o.sort_key \(comparison) new.sort_key "
                + "ORDER BY o.sort_key \(direction), o.row \(direction) LIMIT 1))"
        }
        trigger(
            "apply_seat", names.seat, "new.item_id IS NOT NULL",
            [
                "INSERT INTO \(names.between) VALUES (new.item_id, new.section_id,\n    "
                    + "\(neighbour("<", "DESC")),\n    \(neighbour(">", "ASC")), new.is_new\(newColumns))"
            ])
        let neighbours = ["lower", "upper"].map {
            "(SELECT i.position FROM item AS i WHERE i.id = new.\($0)_item), new.\($0)_item"
        }
        trigger(
            "apply_between", names.between, "new.item_id IS NOT NULL",
            [
                "INSERT INTO \(names.place) VALUES (new.item_id, new.section_id,\n    "
                    + "\(neighbours.joined(separator: ", ")),\n    \(share), new.is_new\(newColumns))"
            ])
    }

    /// How much of the way from the lower neighbour to the upper one an item goes, so that numbers last.
    ///
    /// Halving what is between uses it up after some fifty rows at one place. Equal rows are in the order of their ids,
    /// as their items mostly are: then these ids tell how many may come on either side. Of new rows, which often come
    /// in order, the next one belongs beside the last: most of what is between stays free for it.
    private var share: String {
        let (newer, older) = ("max(new.lower_item, new.upper_item)", "min(new.lower_item, new.upper_item)")
        return """
            CASE WHEN new.item_id > \(older) AND new.item_id < \(newer)
                  THEN 1.0 * (new.item_id - new.lower_item) / (new.upper_item - new.lower_item)
                WHEN (new.item_id - \(newer)) * 16 BETWEEN 1 AND \(newer) - \(older)
                  THEN CASE WHEN new.lower_item > new.upper_item THEN 0.0009765625 ELSE 0.9990234375 END
                ELSE 0.5 END
            """
    }

    /// Puts an item between two neighbours; if no number is left between them, the whole section goes beyond first.
    private func addPlaceTriggers(
        _ trigger: (String, String, String, [String]) -> Void, columnList: String, newColumns: String
    ) {
        let between = "new.lower + (new.upper - new.lower) * new.share"
        let position = "coalesce(\(between), new.lower + 1, new.upper - 1, 0)"
        let hasRoom = "coalesce(\(between) > new.lower AND \(between) < new.upper, 1)"
        trigger(
            "apply_place_new", names.place, "new.is_new AND \(hasRoom)",
            [
                "INSERT INTO item (id, section_id, position\(columnList)) "
                    + "VALUES (new.item_id, new.section_id, \(position)\(newColumns))"
            ])
        trigger(
            "apply_place_moved", names.place, "NOT new.is_new AND \(hasRoom)",
            ["UPDATE item SET section_id = new.section_id, position = \(position) WHERE id = new.item_id"])
        let again = ["lower", "upper"].map {
            "(SELECT i.position FROM item AS i WHERE i.id = new.\($0)_item), new.\($0)_item"
        }
        trigger(
            "apply_place_room", names.place, "NOT \(hasRoom)",
            [
                """
                UPDATE item SET position = other.position
                  FROM (SELECT x.id, (SELECT max(y.position) FROM item AS y WHERE y.section_id = new.section_id)
                          + row_number() OVER (ORDER BY x.position) AS position
                        FROM item AS x WHERE x.section_id = new.section_id) AS other
                  WHERE item.id = other.id
                """,
                "INSERT INTO \(names.place) VALUES (new.item_id, new.section_id, \(again.joined(separator: ", ")), "
                    + "new.share, new.is_new\(newColumns))",
            ])
    }
}
