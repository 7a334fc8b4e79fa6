internal import LayoutEngine
internal import LayoutSQLite

/// The rows of `lc_detail` of one block: the elements that differ from what the block states.
struct BlockDetails {
    private struct Detail {
        var place: Int
        var zIndex: Int
        var kindID: Int64?
        var item: Int?
        var itemShift: Int64?
    }

    private var details: [Detail] = []

    /// Reads nothing for a block without details.
    init(of block: BlockRecord, in connection: Connection) throws {
        guard block.detailCount > 0 else { return }
        let ids = BlockNumber.details(of: block.id...block.id)
        try connection.forEachRow(
            "SELECT id, z_index, element, item, item_shift FROM lc_detail WHERE id BETWEEN ?1 AND ?2",
            ids.lowerBound, ids.upperBound
        ) { row in
            details.append(
                Detail(
                    place: BlockNumber.place(ofDetail: row.int64(0)), zIndex: row.int(1),
                    kindID: row.isNull(2) ? nil : row.int64(2),
                    item: row.isNull(3) ? nil : try row.int(3, in: DerivedNumber.shift, "lc_detail.item"),
                    itemShift: row.isNull(4) ? nil : row.int64(4)))
        }
    }

    /// How many elements differ.
    var count: Int { details.count }

    /// - Parameter row: A statement that stands at the block's row.
    func element(
        _ place: Int, of block: BlockRecord, frame: LayoutRect, _ row: Statement
    ) throws(LayoutError) -> BandElement {
        guard let detail = details.first(where: { $0.place == place }) else {
            return try block.element(place, frame: frame, row)
        }
        return BandElement(
            frame: frame, zIndex: detail.zIndex, kindID: detail.kindID, item: detail.item, itemShift: detail.itemShift)
    }
}
