internal import LayoutCache
internal import LayoutSQLite

/// The place of an item in an outline.
package struct OutlineRow: Sendable, Hashable {
    /// From 0, outermost.
    package var level: Int
    /// Whether the next item is deeper: a viewer shows a disclosure sign.
    package var isBranch: Bool
    package var isCollapsed: Bool

    /// Whether it differs from the row of a plain list.
    package var isNested: Bool { level > 0 || isBranch }
}

/// Looks up the places of items in an outline: a table of one column.
struct OutlineRows {
    private let statement: Statement

    /// nil for a layout that cannot collapse items.
    init?(_ layout: LayoutReader) throws {
        guard layout.traits.stacksItems else { return nil }
        // An item, or the one that stands for it in this data set.
        let sql = ["id", "original_id"].map { column in
            """
            SELECT coalesce(i.level, 0) AS level,
              (SELECT coalesce(n.level, 0) FROM item AS n WHERE n.section_id = i.section_id AND n.position > i.position
               ORDER BY n.position LIMIT 1) AS next,
              EXISTS (SELECT 1 FROM collapsed_item AS c WHERE c.layout = ?3 AND c.item_id = ?1)
            FROM item AS i CROSS JOIN section AS s ON s.id = i.section_id
            WHERE i.\(column) = ?1 AND s.dataset_id = ?2
            """
        }
        statement = try layout.connection.cached(sql.joined(separator: " UNION ALL "))
        statement.bind(layout.record.datasetID, at: 2)
        statement.bind(layout.record.name, at: 3)
    }

    /// nil for an item that was deleted since the layout was prepared.
    func row(of itemID: Int64) throws -> OutlineRow? {
        statement.rewind()
        statement.bind(itemID, at: 1)
        defer { statement.rewind() }
        guard try statement.step() else { return nil }
        let level = statement.int(0)
        let isBranch = !statement.isNull(1) && statement.int(1) > level
        return OutlineRow(level: level, isBranch: isBranch, isCollapsed: isBranch && statement.bool(2))
    }
}
