internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutSources

/// Items on their way into the table; reused from batch to batch.
struct ItemBatch {
    private struct Row {
        var values: ItemValues
        var section: Int64
        var position: Double
    }

    /// The statements that insert a batch: without or with ids, and each without or with traits.
    private static let insertions = [("", ""), ("id, ", "c0, ")].flatMap { names, values in
        [("", ""), (ItemTrait.columnList, storedTraits)].map { traitNames, traitValues in
            """
            INSERT INTO item (\(names)section_id, position, key, width, height, x, y, payload\(traitNames)) \
            SELECT \(values)c1, c2, c3, c4, c5, c6, c7, c8\(traitValues) FROM column_batch(?1)
            """
        }
    }
    private static let storedTraits = ItemTrait.allCases.map { ", " + $0.stored("c\(9 + $0.rawValue)") }.joined()

    private var rows = ContiguousArray<Row>()
    private var hasTraits = false
    /// The bytes of keys and payloads, including the row being read.
    var text = ContiguousArray<UInt8>()

    var count: Int { rows.count }
    var sections: ContiguousArray<Int64> { column { $0.section } }

    @inline(__always)
    mutating func append(_ values: ItemValues, section: Int64, position: Double) {
        rows.append(Row(values: values, section: section, position: position))
        if !values.traits.isEmpty { hasTraits = true }
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
        let statement = (firstID == nil ? 0 : 2) + (hasTraits ? 1 : 0)
        try run(Self.insertions[statement], firstID: firstID ?? 0, writesTraits: hasTraits, on: connection)
    }

    /// Changes the items whose ids are in the place of the sections, and empties the batch.
    mutating func update(_ forgets: ForgottenColumns, on connection: Connection) throws(SQLiteError) {
        try run(forgets.updateOfBatch, firstID: 0, writesTraits: true, on: connection)
    }

    /// Runs a statement over `column_batch(?1)`: id, section, position, key, width, height, x, y and payload, then the
    /// numbers of traits if they are asked for. Empties the batch.
    private mutating func run(
        _ sql: String, firstID: Int64, writesTraits: Bool, on connection: Connection
    ) throws(SQLiteError) {
        var columns: [ColumnBatch.Column] = [
            .integers(ContiguousArray(firstID..<firstID + Int64(count))), .integers(sections),
            .doubles(column { $0.position }),
            .text(column { $0.values.key }), .doubles(column { $0.values.width }),
            .doubles(column { $0.values.height }), .doubles(column { $0.values.x }), .doubles(column { $0.values.y }),
            .text(column { $0.values.payload }),
        ]
        for trait in ItemTrait.allCases where writesTraits {
            columns.append(.integers(column { $0.values.traits[trait].map(Int64.init) ?? ColumnBatch.nullInteger }))
        }
        try connection.run(sql, batch: ColumnBatch(rowCount: count, columns: columns, bytes: text))
        rows.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
        hasTraits = false
    }

    private func column<Value>(_ value: (Row) -> Value) -> ContiguousArray<Value> {
        ContiguousArray(rows.map(value))
    }
}
