extension AdoptionSchema {
    /// The trigger that makes an item equal to what is said of a row: removes it, makes it, moves it, or changes it.
    ///
    /// It does not name the table: SQLite refuses to rename any table while a trigger names one that is not there, as
    /// in the middle of an app's own migration.
    func applyTrigger() -> String {
        let rows = names.rows
        let sections = names.sections
        let notes = names.notes
        let own = "FROM \(rows) AS self WHERE self.row = new.row AND NOT self.is_placed"
        let place = Self.between(lower: neighbour("<", "DESC"), upper: neighbour(">", "ASC"))
        let sectionPlace = Self.between(lower: sectionNeighbour("<", "DESC"), upper: sectionNeighbour(">", "ASC"))
        let columns = values.itemColumns
        let isNewSection = "new.is_there AND NOT EXISTS (SELECT 1 FROM \(sections) AS s WHERE s.value = new.section)"
        return """
            CREATE TRIGGER \(names.apply) INSTEAD OF INSERT ON \(names.change) BEGIN
              -- What was deleted in the data set is made again.
              DELETE FROM \(rows) WHERE row = new.row
                AND NOT EXISTS (SELECT 1 FROM item AS i WHERE i.id = \(rows).item_id);
              DELETE FROM \(sections) WHERE new.is_there AND value = new.section
                AND NOT EXISTS (SELECT 1 FROM section AS s WHERE s.id = \(sections).section_id);
              -- The section that it was in, if it is not in it any more.
              INSERT INTO \(notes) (what, value)
              SELECT 'section', r.section_id FROM \(rows) AS r WHERE r.row = new.row AND NOT (new.is_there AND EXISTS (
                SELECT 1 FROM \(sections) AS s WHERE s.value = new.section AND s.section_id = r.section_id))
              ON CONFLICT DO NOTHING;
              -- A row that is gone.
              DELETE FROM item WHERE NOT new.is_there AND id = (SELECT item_id FROM \(rows) WHERE row = new.row);
              DELETE FROM \(rows) WHERE NOT new.is_there AND row = new.row;
              -- A section that is new, between those beside it; where no number is left between them, all go beyond.
              UPDATE section SET position = other.position
              FROM (SELECT x.id, (SELECT max(y.position) FROM section AS y WHERE y.dataset_id = \(names.dataset))
                      + row_number() OVER (ORDER BY x.position) AS position
                    FROM section AS x WHERE x.dataset_id = \(names.dataset) AND \(isNewSection)
                      AND \(Self.hasNoRoom(lower: sectionNeighbour("<", "DESC"), upper: sectionNeighbour(">", "ASC")))
                   ) AS other
              WHERE section.id = other.id;
              INSERT INTO section (dataset_id, position, title)
              SELECT \(names.dataset), \(sectionPlace), new.title WHERE \(isNewSection);
              INSERT INTO \(sections) (value, section_id)
              SELECT new.section, x.id FROM section AS x
              WHERE \(isNewSection) AND x.dataset_id = \(names.dataset) AND x.position = \(sectionPlace);
              -- Where the row belongs.
              INSERT INTO \(rows) (row, item_id, section_id, sort_key, is_placed)
              SELECT new.row, (SELECT coalesce(max(i.id), 0) + 1 FROM item AS i), s.section_id, new.sort_key, 0
              FROM \(sections) AS s WHERE new.is_there AND s.value = new.section
              ON CONFLICT (row) DO UPDATE SET section_id = excluded.section_id, sort_key = excluded.sort_key,
                is_placed = 0
              WHERE section_id IS NOT excluded.section_id OR sort_key IS NOT excluded.sort_key;
              -- Where no number is left between the items beside it, all of the section go beyond.
              UPDATE item SET position = other.position
              FROM (SELECT x.id, (SELECT max(y.position) FROM item AS y WHERE y.section_id = x.section_id)
                      + row_number() OVER (ORDER BY x.position) AS position
                    FROM item AS x WHERE x.section_id = (SELECT self.section_id \(own)
                      AND \(Self.hasNoRoom(lower: neighbour("<", "DESC"), upper: neighbour(">", "ASC"))))) AS other
              WHERE item.id = other.id;
              UPDATE item SET section_id = place.section_id, position = place.position
              FROM (SELECT self.item_id, self.section_id, \(place) AS position \(own)) AS place
              WHERE item.id = place.item_id;
              INSERT INTO item (id, section_id, position\(columns.map { ", \($0)" }.joined()))
              SELECT self.item_id, self.section_id, \(place)\(columns.map { ", new.\($0)" }.joined()) \(own)
                AND NOT EXISTS (SELECT 1 FROM item AS i WHERE i.id = self.item_id);
              UPDATE \(rows) SET is_placed = 1 WHERE row = new.row AND NOT is_placed;
            \(contentStatements())  -- Sections that are empty now.
              DELETE FROM \(sections) WHERE section_id IN (SELECT n.value FROM \(notes) AS n WHERE n.what = 'section')
                AND NOT EXISTS (SELECT 1 FROM \(rows) AS r WHERE r.section_id = \(sections).section_id);
              DELETE FROM section WHERE id IN (SELECT n.value FROM \(notes) AS n WHERE n.what = 'section')
                AND NOT EXISTS (SELECT 1 FROM \(rows) AS r WHERE r.section_id = section.id);
              DELETE FROM \(notes) WHERE what = 'section';
            END
            """
    }

    /// Gives the item what the row says of its key, its sizes and its payload.
    private func contentStatements() -> String {
        let columns = values.itemColumns
        guard !columns.isEmpty else { return "" }
        let item = "id = (SELECT item_id FROM \(names.rows) WHERE row = new.row)"
        var statements = """
              UPDATE item SET \(columns.map { "\($0) = new.\($0)" }.joined(separator: ", "))
              WHERE new.is_there AND \(item)
                AND (\(columns.map { "\($0) IS NOT new.\($0)" }.joined(separator: " OR ")));

            """
        for escape in values.controlEscapes(where: item) { statements += "  \(escape);\n" }
        return statements
    }

    /// The position of the nearest item before or after the one that is placed.
    private func neighbour(_ comparison: String, _ direction: String) -> String {
        "(SELECT i.position FROM \(names.rows) AS o CROSS JOIN item AS i ON i.id = o.item_id "
            + "WHERE o.section_id = self.section_id AND (o.sort_key, o.row) \(comparison) (self.sort_key, self.row) "
            + "ORDER BY o.sort_key \(direction), o.row \(direction) LIMIT 1)"
    }

    /// The position of the nearest section before or after the one that is made.
    private func sectionNeighbour(_ comparison: String, _ direction: String) -> String {
        "(SELECT b.position FROM \(names.sections) AS o CROSS JOIN section AS b ON b.id = o.section_id "
            + "WHERE o.value \(comparison) new.section ORDER BY o.value \(direction) LIMIT 1)"
    }

    /// A number between two, or a step beyond one that has none on its other side.
    private static func between(lower: String, upper: String) -> String {
        "coalesce((\(lower) + \(upper)) / 2, \(lower) + 1, \(upper) - 1, 0)"
    }

    private static func hasNoRoom(lower: String, upper: String) -> String {
        "NOT coalesce((\(lower) + \(upper)) / 2 > \(lower) AND (\(lower) + \(upper)) / 2 < \(upper), 1)"
    }
}
