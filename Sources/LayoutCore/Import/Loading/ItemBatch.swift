internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutSources

/// Items on their way into the table, one array per column; reused from batch to batch.
struct ItemBatch {
    /// The statements that insert a batch: without or with ids, and each without or with traits.
    private static let insertions = [("", ""), ("id, ", "c0, ")].flatMap { names, values in
        [("", ""), (ItemTrait.columnList, storedTraits)].map { traitNames, traitValues in
            """
            INSERT INTO item (\(names)section_id, position, key, width, height, x, y, payload\(traitNames)) \
            SELECT \(values)c1, c2, c3, c4, c5, c6, c7, c8\(traitValues) FROM column_batch(?1)
            """
        }
    }
    /// SQL for the values of traits, each after a comma, of a batch that holds their numbers.
    static let storedTraits = ItemTrait.allCases.map { ", " + $0.stored("c\(9 + $0.rawValue)") }.joined()

    private(set) var sections = ContiguousArray<Int64>()
    private var positions = ContiguousArray<Double>()
    private var keys = ContiguousArray<ColumnBatch.ByteRange>()
    private var widths = ContiguousArray<Double>()
    private var heights = ContiguousArray<Double>()
    private var xs = ContiguousArray<Double>()
    private var ys = ContiguousArray<Double>()
    private var payloads = ContiguousArray<ColumnBatch.ByteRange>()
    /// Empty as long as no item has any.
    private var traits = ContiguousArray<ItemTraits>()
    /// The bytes of keys and payloads, including the row being read.
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
        guard !values.traits.isEmpty || !traits.isEmpty else { return }
        while traits.count + 1 < sections.count { traits.append(ItemTraits()) }
        traits.append(values.traits)
    }

    mutating func append(text string: String) -> ColumnBatch.ByteRange {
        let start = text.count
        text.append(contentsOf: string.utf8)
        return ColumnBatch.ByteRange(start: start, end: text.count)
    }

    /// Inserts the items and empties the batch.
    ///
    /// - Parameter firstID: The first of consecutive ids; nil: SQLite chooses the ids.
    mutating func insert(firstID: Int64?, on connection: Connection) throws(SQLiteError) {
        let statement = (firstID == nil ? 0 : 2) + (traits.isEmpty ? 0 : 1)
        try insert(Self.insertions[statement], firstID: firstID, writesTraits: !traits.isEmpty, on: connection)
    }

    /// Inserts the items by a statement over `column_batch(?1)`, then the numbers of traits if they are asked for, and
    /// empties the batch. The columns are id, section, position, key, width, height, x, y and payload.
    mutating func insert(
        _ sql: String, firstID: Int64?, writesTraits: Bool, on connection: Connection
    ) throws(SQLiteError) {
        var traitColumns: [ColumnBatch.Column] = []
        if writesTraits {
            while traits.count < count { traits.append(ItemTraits()) }
            for trait in ItemTrait.allCases {
                let numbers = traits.map { $0[trait].map(Int64.init) ?? ColumnBatch.nullInteger }
                traitColumns.append(.integers(ContiguousArray(numbers)))
            }
        }
        let ids = (firstID ?? 0)..<(firstID ?? 0) + Int64(count)
        try connection.run(
            sql,
            batch: ColumnBatch(
                rowCount: count,
                columns: [
                    .integers(ContiguousArray(ids)), .integers(sections), .doubles(positions), .text(keys),
                    .doubles(widths), .doubles(heights), .doubles(xs), .doubles(ys), .text(payloads),
                ] + traitColumns, bytes: text))
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
        traits.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
    }
}
