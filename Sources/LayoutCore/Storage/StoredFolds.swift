internal import LayoutSQLite

/// The collapsed sections and items of a preparation's layout, and the marks of `lc_section_mark`: places in which it
/// must look again for hidden items.
///
/// Triggers mark the places of folds, and ``ChangeDistribution`` where items came, went or changed their levels. So a
/// fold costs the same beside any number of others.
struct StoredFolds {
    let connection: Connection
    let preparationID: Int64

    struct Mark {
        var sectionID: Int64
        var positions: ClosedRange<Double>

        /// Whether the section itself was collapsed or expanded, or is another.
        var isOfSection: Bool { positions == StoredFolds.everywhere }
        /// Whether it is of a run, in which a fold may hide other items now.
        var isOfRun: Bool { !isOfSection && positions.lowerBound < positions.upperBound }

        /// Its kind as SQL.
        fileprivate var kind: String { isOfRun ? "'folded run'" : "'folded'" }
    }

    static let everywhere = Outline.beginning...(-Outline.beginning)

    /// SQL for the name of the layout.
    private static let layout =
        "(SELECT l.name FROM lc_preparation AS p CROSS JOIN layout AS l ON l.id = p.layout_id WHERE p.id = ?1)"

    // MARK: Marks

    /// A condition on the kind of a row of `lc_section_mark`.
    static let kinds = "IN ('folded', 'folded run')"

    /// Some marks, in order: those of changed runs first.
    func marks(_ limit: Int) throws -> [Mark] {
        let runs = try marks("= 'folded run' ORDER BY id, first_position LIMIT ?2", limit)
        return try runs.isEmpty ? marks("= 'folded' ORDER BY id, first_position LIMIT ?2", limit) : runs
    }

    /// Some marks of a section as a whole, and of places from a position of it up to another one.
    func marks(ofSection sectionID: Int64, in positions: Range<Double>, limit: Int) throws -> [Mark] {
        let beginning =
            try positions.lowerBound > Outline.beginning
            ? marks("= 'folded' AND id = ?2 AND first_position = ?3", sectionID, Outline.beginning) : []
        return try beginning
            + marks(
                "\(Self.kinds) AND id = ?2 AND first_position >= ?3 AND first_position < ?4 "
                    + "ORDER BY first_position LIMIT ?5", sectionID, positions.lowerBound, positions.upperBound, limit)
    }

    private func marks<each Argument: Bindable>(_ kind: String, _ arguments: repeat each Argument) throws -> [Mark] {
        try connection.rows(
            "SELECT id, first_position, last_position FROM lc_section_mark WHERE owner = ?1 AND kind \(kind)",
            preparationID, repeat each arguments
        ) { row in
            let first = row.double(1)
            return Mark(sectionID: row.int64(0), positions: first...max(first, row.double(2)))
        }
    }

    func insert(ofSection sectionID: Int64, _ positions: ClosedRange<Double>) throws {
        try connection.run(
            """
            INSERT INTO lc_section_mark (owner, kind, id, first_position, last_position)
            VALUES (?1, \(Mark(sectionID: sectionID, positions: positions).kind), ?2, ?3, ?4) ON CONFLICT DO NOTHING
            """, preparationID, sectionID, positions.lowerBound, positions.upperBound)
    }

    func remove(_ mark: Mark) throws {
        try connection.takeAway(
            from: "lc_section_mark",
            """
            DELETE FROM lc_section_mark WHERE owner = ?1 AND kind = \(mark.kind)
              AND id = ?2 AND first_position = ?3 AND last_position = ?4
            """, preparationID, mark.sectionID, mark.positions.lowerBound, mark.positions.upperBound)
    }

    /// Removes the marks of places between two positions.
    func removeMarks(ofSection sectionID: Int64, after item: Double, before end: Double) throws {
        try connection.run(
            """
            DELETE FROM lc_section_mark WHERE owner = ?1 AND kind \(Self.kinds) AND id = ?2
              AND first_position > ?3 AND first_position < ?4 AND last_position < ?4
            """, preparationID, sectionID, item, end)
    }

    // MARK: Collapsed sections and items

    /// SQL for the ids by which `collapsed_item` may name an item `?2`: those of the original, and of what stands for
    /// it.
    static let names = """
        (SELECT id FROM item WHERE id = ?2 OR original_id = ?2 UNION ALL
          SELECT original_id FROM item WHERE id = ?2)
        """

    /// Whether the layout has anything collapsed, or hides bands still.
    var isNeeded: Bool {
        get throws {
            try connection.first(
                """
                SELECT EXISTS (SELECT 1 FROM collapsed AS c WHERE c.layout = \(Self.layout))
                  OR EXISTS (SELECT 1 FROM collapsed_item AS c WHERE c.layout = \(Self.layout))
                """, preparationID, as: Bool.self) ?? false || Bands(connection, preparationID).hasHidden
        }
    }

    func isCollapsed(section sectionID: Int64) throws -> Bool {
        try connection.has(
            "SELECT 1 FROM collapsed AS c WHERE c.layout = \(Self.layout) AND c.section_id = ?2", preparationID,
            sectionID)
    }

    /// An item of an outline.
    struct Item {
        /// The one that `collapsed_item` names: of an item that stands for another one, that one's.
        var id: Int64
        var position: Double
        var level: Int
        var isCollapsed: Bool
    }

    /// The item of a section at a place.
    ///
    /// - Parameter place: SQL for the place, by the position `?3`, and for the order in which the first is looked for.
    func item(ofSection sectionID: Int64, _ place: String, _ position: Double) throws -> Item? {
        try connection.firstRow(
            """
            SELECT \(Self.columns), \(Self.isCollapsed) FROM item AS i
            WHERE i.section_id = ?2 AND i.position \(place) LIMIT 1
            """, preparationID, sectionID, position
        ) { Item(id: $0.int64(0), position: $0.double(1), level: $0.int(2), isCollapsed: $0.bool(3)) }
    }

    /// The items in whose branches an item is, from the innermost on.
    func branches(of item: Item, ofSection sectionID: Int64) throws -> [Item] {
        let outline = Outline(connection: connection)
        var branches: [Item] = []
        var item = item
        while item.level > 0,
            let position = try outline.position(
                ofLevel: item.level - 1, after: item.position, inSection: sectionID, isBefore: true),
            let outer = try self.item(ofSection: sectionID, "= ?3", position)
        {
            branches.append(outer)
            item = outer
        }
        return branches
    }

    private static let columns = "coalesce(i.original_id, i.id), i.position, coalesce(i.level, 0)"

    private static let isCollapsed = """
        EXISTS (SELECT 1 FROM collapsed_item AS c WHERE c.layout = \(layout) AND c.item_id IN (i.id, i.original_id))
        """

    /// The collapsed items of a section between two positions, in order.
    func collapsedItems(ofSection sectionID: Int64, in positions: Range<Double>) throws -> [Item] {
        try connection.rows(
            """
            SELECT \(Self.columns) \(source(ofSection: sectionID, in: positions)) ORDER BY i.position
            """, preparationID, sectionID, positions.lowerBound, positions.upperBound
        ) { Item(id: $0.int64(0), position: $0.double(1), level: $0.int(2), isCollapsed: true) }
    }

    /// Marks the collapsed items of a section between two positions.
    func markCollapsedItems(ofSection sectionID: Int64, in positions: Range<Double>) throws {
        try connection.run(
            """
            INSERT INTO lc_section_mark (owner, kind, id, first_position, last_position)
            SELECT ?1, 'folded', i.section_id, i.position, i.position \(source(ofSection: sectionID, in: positions))
            ON CONFLICT DO NOTHING
            """, preparationID, sectionID, positions.lowerBound, positions.upperBound)
    }

    /// Marks everything that is collapsed, for bands that were just made.
    func markEverything() throws {
        try connection.run("DELETE FROM lc_section_mark WHERE owner = ?1 AND kind \(Self.kinds)", preparationID)
        try connection.run(
            """
            INSERT INTO lc_section_mark (owner, kind, id, first_position, last_position)
            SELECT ?1, 'folded', c.section_id, ?2, ?3 FROM collapsed AS c WHERE c.layout = \(Self.layout)
            UNION SELECT ?1, 'folded', i.section_id, i.position, i.position \(Self.collapsedItems) AND i.section_id IN (
              SELECT s.id FROM lc_preparation AS p CROSS JOIN section AS s ON s.dataset_id = p.dataset_id
              WHERE p.id = ?1)
            """, preparationID, Self.everywhere.lowerBound, Self.everywhere.upperBound)
    }

    private static let collapsedItems = """
        FROM collapsed_item AS c CROSS JOIN item AS i ON i.id = c.item_id OR i.original_id = c.item_id
        WHERE c.layout = \(layout)
        """

    /// SQL for the collapsed items between two positions. O(items between, or all collapsed items if these are fewer).
    private func source(ofSection sectionID: Int64, in positions: Range<Double>) throws -> String {
        let places = "i.section_id = ?2 AND i.position >= ?3 AND i.position < ?4"
        let isLong =
            try connection.first(
                """
                SELECT CASE WHEN EXISTS (SELECT 1 FROM item AS i WHERE \(places) LIMIT 1 OFFSET ?5)
                  THEN EXISTS (SELECT 1 FROM item AS i WHERE \(places) LIMIT 1
                    OFFSET 2 * (SELECT count(*) FROM collapsed_item AS c WHERE c.layout = \(Self.layout))) END
                """, preparationID, sectionID, positions.lowerBound, positions.upperBound, Self.fewItems, as: Bool.self)
            ?? false
        return isLong
            ? "\(Self.collapsedItems) AND \(places)" : "FROM item AS i WHERE \(places) AND \(Self.isCollapsed)"
    }

    /// As many items are gone through sooner than the collapsed ones are counted. An arbitrary number: at
    /// half of it, these are counted more often.
    private static let fewItems = 1024
}
