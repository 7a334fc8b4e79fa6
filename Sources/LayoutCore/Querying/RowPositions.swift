internal import LayoutEngine
internal import LayoutSQLite

/// The places of cells among the rows of their sections, for layouts in which they have any.
struct RowPositions {
    private let connection: Connection
    private let preparationID: Int64

    /// - Returns: nil for a layout whose rows are not grouped.
    init?(_ layout: LayoutReader) {
        guard layout.isPrepared, layout.traits.groupsRows else { return nil }
        connection = layout.connection
        preparationID = layout.preparationID
    }

    /// Gives each cell its place. It takes the index of the section's items: O(log items) for each.
    func note(in elements: inout [LayoutAttributes]) throws {
        for index in elements.indices where elements[index].kind == .cell {
            elements[index].rowPosition = try elements[index].itemID.flatMap(position)
        }
    }

    /// The place of a cell.
    func position(ofItem id: Int64) throws -> RowPosition? {
        try connection.first(
            "SELECT row_position FROM lc_row_position WHERE preparation_id = ?1 AND item_id = ?2", preparationID, id,
            as: String.self
        ).flatMap(RowPosition.init)
    }
}
