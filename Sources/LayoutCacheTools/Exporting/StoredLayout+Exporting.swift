package import LayoutCache
package import LayoutEngine
internal import LayoutSQLite

extension StoredLayout {
    /// Calls `body` with each element of the layout as last prepared, from one snapshot.
    ///
    /// Cells come section by section, and then what pins or spans in a section. Memory does not grow.
    ///
    /// - Parameter body: Must not call the store. An error that it throws ends the reading, and is thrown.
    /// - Throws: The errors of `body`; ``LayoutError`` `notFound` for a layout that is not there.
    /// - Complexity: O(elements).
    package func forEachExportedElement(_ body: (ExportedElement) throws -> Void) throws {
        try longRead { layout in
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
                        section: row.isNull(2) ? nil : row.int(2), item: row.int(3),
                        frame: LayoutRect(
                            x: row.double(4), y: row.double(5), width: row.double(6), height: row.double(7)),
                        zIndex: row.int(8), key: row.string(9), payload: row.string(10), isStale: row.bool(11),
                        title: row.string(12)))
            }
        }
    }

    /// How many elements the layout has, as far as it was laid out.
    package func elementCount() throws -> Int {
        try read { layout in
            try layout.connection.first(
                "SELECT element_count FROM layout_status WHERE layout = ?1", name, as: Int.self) ?? 0
        }
    }
}

/// An element of a layout at its natural position, for export.
package struct ExportedElement: Sendable {
    /// `cell`, `supplementary` or `decoration`.
    package var kind: String
    /// The kind’s name; nil for a cell.
    package var elementKind: String?
    /// The 0-based index of its section; nil for what belongs to the layout as a whole.
    package var section: Int?
    /// The item’s index in its section; 0 for what is a section’s own.
    package var item: Int
    /// In content coordinates, in points.
    package var frame: LayoutRect
    /// Elements with greater values are in front.
    package var zIndex: Int
    package var key: String?
    /// The item’s JSON, as it was imported.
    package var payload: String?
    /// Whether it may be out of date.
    package var isStale: Bool
    /// The section’s title, on what is a section’s own.
    package var title: String?
}
