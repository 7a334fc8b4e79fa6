internal import LayoutEngine
internal import LayoutSQLite

/// Rows of `lc_attributes` in memory, a column each: what a solver produced, as it will be stored.
struct AttributeRows {
    private(set) var ids: ContiguousArray<Int64> = []
    private(set) var x: ContiguousArray<Double> = []
    private(set) var y: ContiguousArray<Double> = []
    private(set) var width: ContiguousArray<Double> = []
    private(set) var height: ContiguousArray<Double> = []
    private(set) var zIndex: ContiguousArray<Int64> = []
    private(set) var element: ContiguousArray<Int64> = []
    private(set) var itemShift: ContiguousArray<Int64> = []
    private(set) var indexShift: ContiguousArray<Int64> = []

    static let null = ColumnBatch.nullInteger

    var count: Int { ids.count }

    mutating func append(
        id: Int64, frame: LayoutRect, zIndex z: Int, element kind: Int64, itemShift item: Int64, indexShift index: Int64
    ) {
        ids.append(id)
        x.append(frame.x)
        y.append(frame.y)
        width.append(frame.width)
        height.append(frame.height)
        zIndex.append(Int64(z))
        element.append(kind)
        itemShift.append(item)
        indexShift.append(index)
    }

    mutating func append(_ row: Statement) {
        append(
            id: row.int64(0),
            frame: LayoutRect(x: row.double(1), y: row.double(2), width: row.double(3), height: row.double(4)),
            zIndex: row.int(5), element: row.isNull(6) ? Self.null : row.int64(6),
            itemShift: row.isNull(7) ? Self.null : row.int64(7), indexShift: row.isNull(8) ? Self.null : row.int64(8)
        )
    }

    /// - Parameter count: How many rows there will be.
    private mutating func reserve(_ count: Int) {
        ids.reserveCapacity(count)
        x.reserveCapacity(count)
        y.reserveCapacity(count)
        width.reserveCapacity(count)
        height.reserveCapacity(count)
        zIndex.reserveCapacity(count)
        element.reserveCapacity(count)
        itemShift.reserveCapacity(count)
        indexShift.reserveCapacity(count)
    }

    func frame(_ row: Int) -> LayoutRect {
        LayoutRect(x: x[row], y: y[row], width: width[row], height: height[row])
    }

    /// Whether a row holds the same as a row of others.
    func row(_ row: Int, equals other: Int, of others: AttributeRows) -> Bool {
        ids[row] == others.ids[other] && x[row] == others.x[other] && y[row] == others.y[other]
            && width[row] == others.width[other] && height[row] == others.height[other]
            && zIndex[row] == others.zIndex[other] && element[row] == others.element[other]
            && itemShift[row] == others.itemShift[other] && indexShift[row] == others.indexShift[other]
    }

    mutating func appendRow(_ row: Int, of others: AttributeRows) {
        append(
            id: others.ids[row], frame: others.frame(row), zIndex: Int(others.zIndex[row]),
            element: others.element[row],
            itemShift: others.itemShift[row], indexShift: others.indexShift[row]
        )
    }

    mutating func removeFirst(_ count: Int) {
        ids.removeFirst(count)
        x.removeFirst(count)
        y.removeFirst(count)
        width.removeFirst(count)
        height.removeFirst(count)
        zIndex.removeFirst(count)
        element.removeFirst(count)
        itemShift.removeFirst(count)
        indexShift.removeFirst(count)
    }

    mutating func removeAll() {
        ids.removeAll(keepingCapacity: true)
        x.removeAll(keepingCapacity: true)
        y.removeAll(keepingCapacity: true)
        width.removeAll(keepingCapacity: true)
        height.removeAll(keepingCapacity: true)
        zIndex.removeAll(keepingCapacity: true)
        element.removeAll(keepingCapacity: true)
        itemShift.removeAll(keepingCapacity: true)
        indexShift.removeAll(keepingCapacity: true)
    }

    /// Writes all rows with one statement, in place of those that have their ids.
    ///
    /// - Parameter replacing: false where no row can have one of the ids, which spares a look-up.
    func store(in connection: Connection, replacing: Bool) throws {
        guard count > 0 else { return }
        try connection.run(
            """
            INSERT \(replacing ? "OR REPLACE " : "")INTO lc_attributes
              (id, x, y, width, height, z_index, element, item_shift, index_shift)
            SELECT c0, c1, c2, c3, c4, c5, c6, c7, c8 FROM column_batch(?1)
            """,
            batch: ColumnBatch(
                rowCount: count,
                columns: [
                    .integers(ids), .doubles(x), .doubles(y), .doubles(width), .doubles(height),
                    .integers(zIndex), .integers(element), .integers(itemShift), .integers(indexShift),
                ])
        )
    }

    /// The stored rows of a band, or those from one of them on.
    ///
    /// - Throws: ``LayoutError`` `corrupt` where some of them are missing.
    static func all(of band: BandRecord, from first: Int64? = nil, in connection: Connection) throws -> AttributeRows {
        var rows = AttributeRows()
        let wanted = (first ?? band.rows.lowerBound)..<band.rows.upperBound
        // A number out of the file, which may be damaged.
        rows.reserve(min(wanted.count, 4096))
        try connection.forEachRow(Self.bandSQL, wanted.lowerBound, wanted.upperBound - 1) { rows.append($0) }
        // Ids in order, and as many as fit between the first and the last one.
        guard rows.count == wanted.count else {
            throw LayoutError.corrupt(
                "lc_attributes has \(rows.count) rows of band \(band.id) where there should be \(wanted.count)")
        }
        return rows
    }

    private static let bandSQL = "SELECT \(columns) FROM lc_attributes WHERE id BETWEEN ?1 AND ?2 ORDER BY id"
    static let columns = "id, x, y, width, height, z_index, element, item_shift, index_shift"
}
