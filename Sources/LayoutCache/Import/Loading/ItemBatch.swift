internal import LayoutSQLite

/// Items on their way into the table, one array per column; reused from batch to batch.
struct ItemBatch {
    private static let insertion = """
        INSERT INTO item (id, section_id, position, key, width, height, x, y, payload) \
        SELECT c0, c1, c2, c3, c4, c5, c6, c7, c8 FROM column_batch(?1)
        """
    private static let insertionWithoutIDs = """
        INSERT INTO item (section_id, position, key, width, height, x, y, payload) \
        SELECT c1, c2, c3, c4, c5, c6, c7, c8 FROM column_batch(?1)
        """

    private(set) var sections = ContiguousArray<Int64>()
    private var positions = ContiguousArray<Double>()
    private var keys = ContiguousArray<ColumnBatch.ByteRange>()
    private var widths = ContiguousArray<Double>()
    private var heights = ContiguousArray<Double>()
    private var xs = ContiguousArray<Double>()
    private var ys = ContiguousArray<Double>()
    private var payloads = ContiguousArray<ColumnBatch.ByteRange>()
    /// The bytes of keys and payloads, those of the row being read included.
    var text = ContiguousArray<UInt8>()

    var count: Int { sections.count }

    @inline(__always)
    mutating func append(_ values: ItemValues, section: Int64, position: Double) {
        sections.append(section)
        positions.append(position)
        keys.append(values.key)
        widths.append(values.width)
        heights.append(values.height)
        xs.append(values.x)
        ys.append(values.y)
        payloads.append(values.payload)
    }

    /// Inserts the items and empties the batch.
    ///
    /// - Parameter firstID: The first of consecutive ids; nil for whatever ids SQLite gives them.
    mutating func insert(firstID: Int64?, on connection: Connection) throws(SQLiteError) {
        try insert(firstID == nil ? Self.insertionWithoutIDs : Self.insertion, firstID: firstID, on: connection)
    }

    /// Inserts the items by a statement over `column_batch(?1)`, whose columns are id, section, position, key, width,
    /// height, x, y and payload, and empties the batch.
    mutating func insert(_ sql: String, firstID: Int64?, on connection: Connection) throws(SQLiteError) {
        try connection.run(
            sql,
            batch: ColumnBatch(
                rowCount: count,
                columns: [
                    .sequence(start: firstID ?? 0), .integers(sections), .doubles(positions), .text(keys),
                    .doubles(widths), .doubles(heights), .doubles(xs), .doubles(ys), .text(payloads),
                ],
                bytes: text
            )
        )
        removeAll()
    }

    private mutating func removeAll() {
        sections.removeAll(keepingCapacity: true)
        positions.removeAll(keepingCapacity: true)
        keys.removeAll(keepingCapacity: true)
        widths.removeAll(keepingCapacity: true)
        heights.removeAll(keepingCapacity: true)
        xs.removeAll(keepingCapacity: true)
        ys.removeAll(keepingCapacity: true)
        payloads.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
    }
}
