package import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite

extension StoredLayout {
    /// Calls `body` with each element of the layout as last prepared, at its natural position, from one snapshot.
    ///
    /// Cells come section by section, and then what pins or spans in a section. Memory does not grow.
    ///
    /// - Parameter body: Must not call the store. An error that it throws ends the reading, and is thrown.
    /// - Throws: The errors of `body`; ``LayoutError`` `notFound` for a layout that is not there.
    /// - Complexity: O(elements).
    package func forEachExportedElement(_ body: (ListedElement) throws -> Void) throws {
        try longRead { layout in
            try layout.connection.forEachRow(
                """
                SELECT kind, element_kind, section, item, x, y, width, height, z_index, key, payload, stale, title,
                  item_id, section_id
                FROM element_frames WHERE layout = ?1
                """,
                name
            ) { row in
                let attributes = LayoutAttributes(
                    kind: LayoutAttributes.Kind(rawValue: row.stringOrEmpty(0)) ?? .cell, elementKind: row.string(1),
                    indexPath: row.isNull(2) ? nil : ItemIndexPath(section: row.int(2), item: row.int(3)),
                    frame: LayoutRect(x: row.double(4), y: row.double(5), width: row.double(6), height: row.double(7)),
                    zIndex: row.int(8), itemID: row.isNull(13) ? nil : row.int64(13), lap: 0, isStale: row.bool(11))
                try body(
                    ListedElement(
                        content: LayoutElement(attributes: attributes, key: row.string(9), payload: row.string(10)),
                        sectionID: row.isNull(14) ? nil : row.int64(14), title: row.string(12)))
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
