internal import LayoutSQLite

/// The length that the header or footer of a section prefers.
package struct BarSize: Sendable, Hashable {
    package var sectionID: Int64
    package var isHeader: Bool
    /// In points; nil for what the layout does not take.
    package var width: Double?
    package var height: Double?
}

extension StoredLayout {
    /// Stores the lengths that headers and footers prefer in their sections' rows.
    package func resize(_ bars: [BarSize]) async throws {
        try await store.pool.write { connection in
            for bar in bars {
                try connection.run(
                    bar.isHeader
                        ? """
                        UPDATE section SET header_width = coalesce(?2, header_width),
                          header_height = coalesce(?3, header_height) WHERE id = ?1
                        """
                        : """
                        UPDATE section SET footer_width = coalesce(?2, footer_width),
                          footer_height = coalesce(?3, footer_height) WHERE id = ?1
                        """, bar.sectionID, bar.width, bar.height)
            }
        }
    }
}
