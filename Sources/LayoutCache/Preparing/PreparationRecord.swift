internal import LayoutEngine
internal import LayoutSQLite

/// A row of `lc_preparation`: one laying out of one layout.
struct PreparationRecord {
    var id: Int64
    var datasetID: Int64
    var definition: String
    var container: LayoutSize
    var slotCount: Int
    var isComplete: Bool
    var isRestructured: Bool

    static let columns = """
        id, dataset_id, definition, container_width, container_height, slot_count, is_complete, is_restructured
        """

    init(_ row: Statement) {
        id = row.int64(0)
        datasetID = row.int64(1)
        definition = row.stringOrEmpty(2)
        container = LayoutSize(width: row.double(3), height: row.double(4))
        slotCount = row.int(5)
        isComplete = row.bool(6)
        isRestructured = row.bool(7)
    }

    static func find(_ id: Int64, in connection: Connection) throws -> PreparationRecord? {
        var found: PreparationRecord?
        try connection.forEachRow("SELECT \(columns) FROM lc_preparation WHERE id = ?1", id) { row in
            found = PreparationRecord(row)
        }
        return found
    }
}
