internal import LayoutEngine
internal import LayoutSQLite

/// The places of cells among the rows of their sections, for layouts in which they have any.
struct RowPositions {
    private let connection: Connection

    /// - Returns: nil for a layout whose rows are not grouped.
    init?(_ layout: LayoutReader) {
        guard layout.isPrepared, layout.traits.groupsRows else { return nil }
        connection = layout.connection
    }

    /// The place of a cell. It takes the index of the section's items: O(log items).
    func position(ofItem id: Int64) throws -> RowPosition? {
        try connection.first("SELECT row_position FROM lc_row_position WHERE item_id = ?1", id, as: String.self)
            .flatMap(RowPosition.init)
    }
}
