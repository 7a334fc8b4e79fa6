public import LayoutEngine
internal import LayoutSQLite

/// A layout in figures: a row of the view `layout_status`.
public struct LayoutStatus: Sendable, Hashable {
    /// The layout’s name.
    public var name: String
    /// The name of the data set that it lays out.
    public var dataset: String
    /// `table`, `flow`, …
    public var kind: String
    /// The size of its container, in points.
    public var container: LayoutSize
    /// The number of sections in the prepared layout; until its first preparation is complete, in its beginning.
    public var sectionCount: Int
    /// The number of its items.
    public var itemCount: Int
    /// The number of elements laid out, without items that are not shown.
    public var elementCount: Int
    /// The size of the whole content in points; an estimate until all bands are laid out.
    public var contentSize: LayoutSize
    /// The number of sections that changed since they were prepared, or were never prepared.
    public var staleSections: Int
    /// True if every band was laid out.
    public var isComplete: Bool
}

extension LayoutStore {
    /// The state of every layout, by name.
    ///
    /// - Complexity: O(log bands + what is stale) for each layout; O(sections) for one that was redefined.
    public func status() throws -> [LayoutStatus] {
        try pool.read { connection in
            try connection.rows(
                """
                SELECT layout, dataset, (SELECT iif(json_valid(l.definition), l.definition ->> 'layout', NULL)
                    FROM layout AS l WHERE l.name = s.layout),
                  container_width, container_height, section_count, item_count,
                  element_count, content_width, content_height, stale_sections, is_complete
                FROM layout_status AS s ORDER BY layout
                """
            ) { row in
                LayoutStatus(
                    name: row.stringOrEmpty(0), dataset: row.stringOrEmpty(1),
                    kind: row.stringOrEmpty(2),
                    container: LayoutSize(width: row.double(3), height: row.double(4)), sectionCount: row.int(5),
                    itemCount: row.int(6), elementCount: row.int(7),
                    contentSize: LayoutSize(width: row.double(8), height: row.double(9)), staleSections: row.int(10),
                    isComplete: row.bool(11))
            }
        }
    }
}
