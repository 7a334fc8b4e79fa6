public import LayoutEngine
internal import LayoutSQLite

/// An item as a data set holds it, for export.
public struct ExportedItem: Sendable {
    public var dataset: String
    /// The title of its section.
    public var section: String?
    public var key: String?
    public var width: Double?
    public var height: Double?
    /// Its origin, for canvas layouts.
    public var x: Double?
    public var y: Double?
    /// The user's other columns, as JSON.
    public var payload: String?
}

/// An element of a layout where it naturally lies, for export.
public struct ExportedElement: Sendable {
    public var kind: String
    public var elementKind: String?
    public var section: Int?
    public var item: Int
    public var frame: LayoutRect
    public var zIndex: Int
    public var key: String?
    public var payload: String?
    public var isStale: Bool
    public var title: String?
}

extension LayoutStore {
    /// Calls `body` with each item of each data set, in order, from one snapshot. Memory does not grow.
    ///
    /// - Parameter body: Must not call the store. What it throws ends the reading, and is thrown.
    public func forEachExportedItem(_ body: (ExportedItem) throws -> Void) throws {
        try pool.read { connection in
            try connection.forEachRow(
                """
                SELECT d.name, s.title, i.key, i.width, i.height, i.x, i.y, i.payload
                FROM dataset AS d CROSS JOIN section AS s INDEXED BY section_order ON s.dataset_id = d.id
                CROSS JOIN item AS i INDEXED BY item_order ON i.section_id = s.id
                ORDER BY d.id, s.position, i.position
                """
            ) { row in
                func number(_ index: Int) -> Double? { row.isNull(index) ? nil : row.double(index) }
                try body(
                    ExportedItem(
                        dataset: row.string(0) ?? "", section: row.string(1), key: row.string(2), width: number(3),
                        height: number(4), x: number(5), y: number(6), payload: row.string(7)))
            }
        }
    }
}

extension StoredLayout {
    /// Calls `body` with each element of the layout as last prepared, from one snapshot: cells section by section,
    /// and then what pins or spans in a section. Memory does not grow.
    ///
    /// - Parameter body: Must not call the store. What it throws ends the reading, and is thrown.
    public func forEachExportedElement(_ body: (ExportedElement) throws -> Void) throws {
        try read(.nothing, viewing: .everything(from: nil)) { layout in
            try layout.connection.forEachRow(
                """
                SELECT kind, element_kind, section, item, x, y, width, height, z_index, key, payload, stale, title
                FROM element_frames WHERE layout = ?1
                """,
                name
            ) { row in
                try body(
                    ExportedElement(
                        kind: row.string(0) ?? "", elementKind: row.string(1),
                        section: row.isNull(2) ? nil : row.int(2),
                        item: row.int(3),
                        frame: LayoutRect(
                            x: row.double(4), y: row.double(5), width: row.double(6), height: row.double(7)),
                        zIndex: row.int(8), key: row.string(9), payload: row.string(10), isStale: row.bool(11),
                        title: row.string(12)))
            }
        }
    }
}
