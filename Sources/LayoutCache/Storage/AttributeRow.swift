internal import LayoutEngine
internal import LayoutSQLite

/// A row of `lc_attributes`: one element, in its band's own coordinates.
struct AttributeRow: Sendable {
    var id: Int64
    var frame: LayoutRect
    var zIndex: Int
    /// Row of `lc_element_kind`; nil for a cell.
    var kindID: Int64?
    /// nil where there is no item.
    var itemShift: Int64?
    var indexShift: Int?

    static let columns = "a.id, a.x, a.y, a.width, a.height, a.z_index, a.element, a.item_shift, a.index_shift"

    /// Reads ``columns``, the first ones of a row.
    init(_ row: Statement) {
        id = row.int64(0)
        frame = LayoutRect(x: row.double(1), y: row.double(2), width: row.double(3), height: row.double(4))
        zIndex = row.int(5)
        kindID = row.isNull(6) ? nil : row.int64(6)
        itemShift = row.isNull(7) ? nil : row.int64(7)
        indexShift = row.isNull(8) ? nil : row.int(8)
    }

    /// Those that a block bounds.
    static func all(in block: BlockRecord, _ connection: Connection) throws -> [AttributeRow] {
        var rows: [AttributeRow] = []
        try connection.forEachRow(
            "SELECT \(columns) FROM lc_attributes AS a WHERE a.id BETWEEN ?1 AND ?2", block.firstRow, block.lastRow
        ) { rows.append(AttributeRow($0)) }
        return rows
    }
}
