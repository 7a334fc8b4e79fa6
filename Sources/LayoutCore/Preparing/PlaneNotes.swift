internal import LayoutEngine
internal import LayoutSQLite

/// An item of a canvas that changed: a row of `lc_moved`, and what the item is now.
struct PlaneNote {
    var id: Int64
    var sectionID: Int64
    var itemID: Int64
    /// The origin of its cell before; nil: it was not in the section.
    var origin: LayoutPoint?
    /// Whether it came, went or changed its position.
    var isReordered: Bool
    /// Its position; nil: it is not in the section any more.
    var position: Double?
    var measure: ItemMeasure

    /// The notes for a canvas, those that concern the order first.
    static func all(_ context: PreparationContext) throws -> [PlaneNote] {
        try context.connection.rows(
            """
            SELECT n.id, n.section_id, n.item_id, n.x, n.y, n.is_reordered, i.position,
              coalesce(m.width, i.width), coalesce(m.height, i.height), i.x, i.y
            FROM lc_moved AS n LEFT JOIN item AS i ON i.id = n.item_id AND i.section_id = n.section_id
            LEFT JOIN measurement AS m ON m.item_id = i.id AND m.measure = ?2
            WHERE n.preparation_id = ?1 ORDER BY n.is_reordered DESC, n.id
            """,
            context.preparationID, context.measure
        ) { row in
            PlaneNote(
                id: row.int64(0), sectionID: row.int64(1), itemID: row.int64(2),
                origin: row.isNull(3) ? nil : LayoutPoint(x: row.double(3), y: row.double(4)),
                isReordered: row.bool(5), position: row.isNull(6) ? nil : row.double(6),
                measure: ItemMeasure(
                    width: row.doubleOrNaN(7), height: row.doubleOrNaN(8), x: row.doubleOrNaN(9),
                    y: row.doubleOrNaN(10)))
        }
    }

    /// Notes an item whose size in a measure changed.
    static func insert(
        item itemID: Int64, section sectionID: Int64, for preparationID: Int64, in connection: Connection
    ) throws {
        try connection.run(
            """
            INSERT INTO lc_moved (preparation_id, section_id, item_id, x, y, is_reordered)
            SELECT ?1, ?2, id, coalesce(x, 0.0), coalesce(y, 0.0), 0 FROM item WHERE id = ?3
            ON CONFLICT (preparation_id, item_id, section_id) DO NOTHING
            """,
            preparationID, sectionID, itemID)
    }
}

/// Hands what triggers noted on to each canvas of a data set.
///
/// Without one the notes go: they came for a canvas that was removed. One that is made next knows what they say.
extension ChangeDistribution {
    /// The number of notes beyond which a canvas that was not brought up to date for so long is laid out afresh.
    private static let crowd = 4096

    func handOnPlaneNotes() throws {
        let last = try connection.first("SELECT max(id) FROM lc_moved WHERE preparation_id <= 0", as: Int64?.self)
        guard let last = last.flatMap(\.self) else { return }
        try connection.execute(
            "DELETE FROM lc_moved WHERE preparation_id <= 0 AND section_id NOT IN (SELECT id FROM section)")
        let crowded = try connection.rows(
            """
            SELECT DISTINCT m.section_id FROM lc_moved AS m CROSS JOIN section AS s ON s.id = m.section_id
            WHERE m.preparation_id = -1 AND s.dataset_id = ?1
            """,
            datasetID
        ) { $0.int64(0) }
        for preparation in preparations where preparation.traits.isFree {
            try connection.run(
                """
                INSERT INTO lc_moved (preparation_id, section_id, item_id, x, y, is_reordered)
                SELECT ?1, m.section_id, m.item_id, m.x, m.y, m.is_reordered
                FROM lc_moved AS m CROSS JOIN section AS s ON s.id = m.section_id
                WHERE m.preparation_id = 0 AND s.dataset_id = ?2
                ON CONFLICT (preparation_id, item_id, section_id) DO UPDATE SET is_reordered = 1
                WHERE is_reordered < excluded.is_reordered
                """,
                preparation.id, datasetID)
            for section in crowded { try layOutAfresh(section, in: preparation) }
            if last > Self.crowd { try clear(preparation) }
        }
        try connection.run(
            """
            DELETE FROM lc_moved WHERE preparation_id <= 0
              AND section_id IN (SELECT id FROM section WHERE dataset_id = ?1)
            """,
            datasetID)
    }

    private func layOutAfresh(_ section: Int64, in preparation: PreparationRecord) throws {
        try Bands(connection, preparation.id).markStale(ofSection: section)
        try connection.run(
            "DELETE FROM lc_moved WHERE preparation_id = ?1 AND section_id = ?2", preparation.id, section)
    }

    private func clear(_ preparation: PreparationRecord) throws {
        let sections = try connection.rows(
            "SELECT section_id, count(*) FROM lc_moved WHERE preparation_id = ?1 GROUP BY section_id", preparation.id
        ) { (id: $0.int64(0), count: $0.int(1)) }
        guard sections.reduce(0, { $0 + $1.count }) > Self.crowd else { return }
        for section in sections { try layOutAfresh(section.id, in: preparation) }
    }
}
