internal import LayoutSQLite
internal import LayoutSchema

/// Makes some rows of a follower equal to their source: those in `temp.lc_noted`.
///
/// Each of its statements is over all of these rows. Only their places among the others are found one by one.
struct FollowerUpdate {
    let schema: FollowerSchema
    let connection: Connection

    private var dataset: Int64 { schema.dataset }
    private var values: FollowedValues { schema.values }
    private var source: FollowedSource { schema.source }

    private static let isNoted = "IN (SELECT n.row FROM temp.lc_noted AS n)"

    /// - Complexity: O(noted rows · log rows).
    func run() throws {
        let failed = FailedRows(schema, in: connection)
        try failed.forget("identity \(Self.isNoted)")
        try failed.leavingOut("SELECT row FROM temp.lc_noted") {
            try FollowerUpdate(schema: $0, connection: connection).update()
        }
    }

    private func update() throws {
        // A row that has failed is neither shown nor gone.
        try connection.run(
            """
            UPDATE temp.lc_noted SET (item_id, held) = (SELECT m.item_id, m.section_id FROM (\(schema.items)) AS m
              WHERE m.row = lc_noted.row),
              is_shown = CASE WHEN NOT \(values.hasFailed("lc_noted.row"))
                THEN EXISTS (\(values.rows([], identity: "= lc_noted.row"))) END,
              to_section = NULL, to_position = NULL
            """)
        try removeGone()
        try writeContents()
        try findSections()
        try FollowerPlacing(schema: schema, connection: connection).run()
        try writePlaces()
        try settleSections()
    }

    private func removeGone() throws {
        try connection.run(
            "DELETE FROM item WHERE id IN "
                + "(SELECT item_id FROM temp.lc_noted WHERE NOT is_shown AND item_id IS NOT NULL)"
        )
        if source.isTable {
            try connection.run(
                "DELETE FROM \(schema.rowTable) WHERE row IN "
                    + "(SELECT row FROM temp.lc_noted WHERE NOT is_shown OR item_id IS NULL)")
        }
    }

    private func writeContents() throws {
        if !source.isTable {
            // The original has the contents: it may have another size.
            try connection.run(
                """
                INSERT INTO lc_mark (section_id, position, keeps_count) SELECT i.section_id, i.position, 1
                FROM temp.lc_noted AS n CROSS JOIN item AS i ON i.id = n.item_id WHERE n.is_shown
                """)
            // The former place of its cell on a canvas is not known.
            try connection.run(
                """
                INSERT INTO lc_moved (preparation_id, section_id, item_id, is_reordered)
                SELECT DISTINCT -1, i.section_id, 0, 1
                FROM temp.lc_noted AS n CROSS JOIN item AS i ON i.id = n.item_id
                WHERE n.is_shown AND EXISTS (SELECT 1 FROM lc_preparation WHERE dataset_id = ?1 AND is_free)
                ON CONFLICT DO NOTHING
                """, dataset)
        }
        let contents = try values.contents
        guard !contents.isEmpty else { return }
        let columns = contents.map(\.column)
        try connection.run(
            """
            UPDATE item SET \(columns.map { "\($0) = v.\($0)" }.joined(separator: ", "))
            FROM temp.lc_noted AS n CROSS JOIN (\(
              try values.rows(contents.map { "\($0.sql) AS \($0.column)" }, identity: Self.isNoted))) AS v
              ON v.row = n.row
            WHERE item.id = n.item_id AND (\(columns.map { "item.\($0) IS NOT v.\($0)" }.joined(separator: " OR ")))
            """)
    }

    /// Finds the section of each row, and creates missing ones.
    private func findSections() throws {
        guard let section = values.section else {
            let only = try connection.first(
                "SELECT id FROM section WHERE dataset_id = ?1 LIMIT 1", dataset, as: Int64.self)
            if let only { return try connection.run("UPDATE temp.lc_noted SET to_section = ?1 WHERE is_shown", only) }
            guard
                let place = try connection.first(
                    "SELECT place FROM temp.lc_noted WHERE is_shown LIMIT 1", as: Int64.self)
            else { return }
            try make(sectionOf: place, at: nil)
            return try connection.run(
                "UPDATE temp.lc_noted SET to_section = (SELECT id FROM section WHERE dataset_id = ?1) WHERE is_shown",
                dataset)
        }
        let value = values.guarded("(\(section.sql))")
        func find() throws {
            try connection.run(
                """
                UPDATE temp.lc_noted SET to_section = (SELECT s.section_id FROM lc_follower_section AS s
                  CROSS JOIN section AS x ON x.id = s.section_id
                  WHERE s.value IS (SELECT v.section FROM (\(
                    try values.rows(["\(value) AS section"], identity: "= lc_noted.row"))) AS v)
                    COLLATE \(values.sectionCollation) AND x.dataset_id = \(dataset) LIMIT 1)
                WHERE is_shown AND to_section IS NULL
                """)
        }
        try find()
        let order = FollowerPlacing(schema: schema, connection: connection)
        while let place = try connection.first(
            "SELECT place FROM temp.lc_noted WHERE is_shown AND to_section IS NULL ORDER BY place LIMIT 1",
            as: Int64.self)
        {
            try make(sectionOf: place, at: order.positionOfSection(place))
            try find()
        }
    }

    private func make(sectionOf place: Int64, at position: Double?) throws {
        let id = try 1 + FollowerSchema.firstFree("section", count: 1, isAbove: source.isTable, in: connection)
        try connection.run("INSERT INTO section (id, dataset_id, position) VALUES (?1, ?2, ?3)", id, dataset, position)
        try connection.run(
            """
            INSERT INTO lc_follower_section (section_id, value) SELECT ?1, v.section FROM (\(
              try values.rows(values.place, identity: "= (SELECT row FROM temp.lc_noted WHERE place = ?2)"))) AS v
            """, id, place)
        try writeTitle(of: id)
    }

    /// Calls a section as its value says.
    private func writeTitle(of section: Int64) throws {
        try connection.run(
            "UPDATE section SET title = (SELECT \(Self.title) FROM lc_follower_section WHERE section_id = ?1) "
                + "WHERE id = ?1", section)
    }

    /// SQL for the title of a section by its value.
    static let title = "CASE WHEN typeof(value) = 'blob' THEN hex(value) ELSE CAST(value AS TEXT) END"

    /// Moves items, and makes new ones.
    private func writePlaces() throws {
        try connection.run(
            """
            UPDATE item SET section_id = n.to_section, position = n.to_position FROM temp.lc_noted AS n
            WHERE item.id = n.item_id AND n.to_position IS NOT NULL
            """)
        let isNew = "is_shown AND item_id IS NULL"
        let ordered = "SELECT place, row_number() OVER (ORDER BY to_section, to_position) AS number FROM temp.lc_noted"
        let first = try FollowerSchema.firstFree(
            "item", count: connection.first("SELECT count(*) FROM temp.lc_noted WHERE \(isNew)", as: Int64.self) ?? 0,
            isAbove: source.isTable, in: connection)
        try connection.run(
            "UPDATE temp.lc_noted SET item_id = ?1 + o.number, held = NULL FROM (\(ordered) WHERE \(isNew)) AS o "
                + "WHERE o.place = lc_noted.place", first)
        let contents = try values.contents
        let columns = contents.map { ", \($0.column)" }.joined()
        try connection.run(
            """
            INSERT INTO item (id, section_id, position, original_id\(columns))
            SELECT n.item_id, n.to_section, n.to_position, \(source.isTable ? "NULL" : "n.row")\(
              contents.map { ", v.\($0.column)" }.joined())
            FROM temp.lc_noted AS n
            CROSS JOIN (\(try values.rows(contents.map { "\($0.sql) AS \($0.column)" }, identity: Self.isNoted))) AS v
              ON v.row = n.row
            WHERE n.is_shown AND n.held IS NULL ORDER BY n.item_id
            """)
        guard source.isTable else { return }
        try connection.run(
            "INSERT INTO \(schema.rowTable) (row, item_id) SELECT row, item_id FROM temp.lc_noted "
                + "WHERE is_shown AND held IS NULL")
        for escape in values.controlEscapes(where: "id IN (SELECT item_id FROM temp.lc_noted WHERE is_shown)") {
            try connection.run(escape)
        }
    }

    /// Removes the sections that have become empty, and gives each other one the value of its first row.
    private func settleSections() throws {
        let changed = try connection.rows(
            """
            SELECT s.id FROM (SELECT DISTINCT section_id FROM lc_run INDEXED BY lc_run_changed WHERE changes > 0) AS r
            CROSS JOIN section AS s ON s.id = r.section_id WHERE s.dataset_id = ?1
            """, dataset
        ) { $0.int64(0) }
        for section in changed {
            let item = try connection.first(
                "SELECT id FROM item WHERE section_id = ?1 ORDER BY position LIMIT 1", section, as: Int64.self)
            guard let item else {
                try connection.run("DELETE FROM section WHERE id = ?1", section)
                continue
            }
            guard values.section != nil else { continue }
            try connection.run(
                """
                UPDATE lc_follower_section SET value = v.section FROM (\(
                  try values.rows(values.place, identity: "= (\(schema.rowOfItem(2)))"))) AS v
                WHERE section_id = ?1 AND value IS v.section COLLATE \(values.sectionCollation)
                  AND (value IS NOT v.section COLLATE BINARY OR typeof(value) <> typeof(v.section))
                """, section, item)
            if connection.changes > 0 { try writeTitle(of: section) }
        }
    }
}
