internal import LayoutEngine
internal import LayoutSQLite

/// An entry of `lc_block`: the box around a run of consecutive rows of `lc_attributes`.
struct BlockRecord {
    var firstRow: Int64
    var lastRow: Int64
    var minX = Double.infinity
    var minY = Double.infinity
    var maxX = -Double.infinity
    var maxY = -Double.infinity

    /// How many rows a block holds at the most.
    ///
    /// Larger blocks make a smaller tree that fills faster; smaller ones make fewer rows to test.
    /// Among ten million items a viewport takes longer with 32; with 64 a table's takes as long, and a
    /// flow's longer.
    ///
    /// The blocks of a stored band are worked out from its rows by it. With another capacity, and with
    /// other cuts, older preparations would have to be made again.
    static let capacity = 48

    /// The entry's key, which says its rows: the first × 128 + how many follow it. A solver's tiles are
    /// cut at the capacity as well, so that 7 bits are always enough.
    var id: Int64 { firstRow << 7 | (lastRow - firstRow) }

    /// The value of the R*Tree's first dimension for a band: its own id where bands stack, one for all bands
    /// of a preparation on a canvas.
    static func plane(ofBand id: Int64, in preparationID: Int64, isFree: Bool) -> Double {
        isFree ? Double(-preparationID) : Double(id)
    }

    mutating func include(_ frame: LayoutRect) {
        minX = min(minX, frame.x)
        minY = min(minY, frame.y)
        maxX = max(maxX, frame.maxX)
        maxY = max(maxY, frame.maxY)
    }

    /// The same entry with a box that 32-bit floats can bound: SQLite widens boxes by a factor, which leaves
    /// lengths that no such float can hold at 0.
    var representable: BlockRecord {
        func outwards(_ edge: Double, _ sign: Double) -> Double {
            edge * sign > 0 && edge.magnitude < Self.smallest ? sign * Self.smallest : edge
        }
        var block = self
        block.minX = outwards(minX, -1)
        block.minY = outwards(minY, -1)
        block.maxX = outwards(maxX, 1)
        block.maxY = outwards(maxY, 1)
        return block
    }

    private static let smallest = Double(Float.leastNormalMagnitude) * 2

    /// The same entry with its box widened along the scroll axis to a grid of about an eighth of its extent.
    ///
    /// A changed size moves all that follows in its band a little; most boxes then stay what they are,
    /// and the R*Tree is not touched. Its answers are candidates anyway.
    func widened(along axis: LayoutAxis) -> BlockRecord {
        let (low, high) = axis == .vertical ? (minY, maxY) : (minX, maxX)
        let grid = (high - low) / 8
        guard grid.isNormal, low.magnitude < 1e9, high.magnitude < 1e9 else { return self }
        // A power of two, so that a small change of the extent does not change the grid.
        let step = grid.binade
        // Never narrower: the quotient of the smallest numbers is 0.
        let widened = (min(low, (low / step).rounded(.down) * step), max(high, (high / step).rounded(.up) * step))
        var block = self
        if axis == .vertical {
            (block.minY, block.maxY) = widened
        } else {
            (block.minX, block.maxX) = widened
        }
        return block
    }

    /// Writes the entry.
    ///
    /// - Parameter replacing: Whether there may be one with the same rows to replace.
    func store(in connection: Connection, plane: Double, bandID: Int64, replacing: Bool) throws {
        try connection.run(
            replacing ? Self.replaceSQL : Self.insertSQL,
            id, plane, plane + 0.5, minX, maxX, minY, maxY, bandID
        )
    }

    private static let insertSQL = """
        INSERT INTO lc_block (block, plane0, plane1, x0, x1, y0, y1, band_id)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        """
    private static let replaceSQL = "INSERT OR REPLACE" + insertSQL.dropFirst("INSERT".count)

    /// Whether this stored box, rounded outwards to 32-bit floats, is what storing `other` would
    /// give, or wider by no more than rounding explains.
    func isRounded(_ other: BlockRecord) -> Bool {
        func fits(_ stored: Double, _ exact: Double) -> Bool {
            abs(stored - exact) <= Double(Float(exact).ulp) * 2
        }
        return lastRow == other.lastRow
            && minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
            && fits(minX, other.minX) && fits(minY, other.minY) && fits(maxX, other.maxX) && fits(maxY, other.maxY)
    }

    /// The entry with a key; nil where there is none.
    static func stored(_ id: Int64, in connection: Connection) throws -> BlockRecord? {
        let row = try connection.cached("SELECT block, x0, y0, x1, y1 FROM lc_block WHERE block = ?1")
        row.bindAll(id)
        defer { row.rewind() }
        return try row.step() ? BlockRecord(row) : nil
    }

    /// The blocks of a band: on its plane, and within its rows.
    static func all(_ connection: Connection, plane: Double, of band: BandRecord) throws -> [BlockRecord] {
        var blocks: [BlockRecord] = []
        try connection.forEachRow(
            """
            SELECT block, x0, y0, x1, y1 FROM lc_block
            WHERE plane1 >= ?1 AND plane0 <= ?1 AND +block >= ?2 AND +block < ?3
            """,
            plane, band.firstRow << 7, band.rowLimit << 7
        ) { row in
            blocks.append(BlockRecord(row))
        }
        return blocks
    }
}

extension BlockRecord {
    /// Reads a key and a box.
    fileprivate init(_ row: Statement) {
        self.init(
            firstRow: row.int64(0) >> 7, lastRow: (row.int64(0) >> 7) + (row.int64(0) & 127),
            minX: row.double(1), minY: row.double(2), maxX: row.double(3), maxY: row.double(4))
    }
}
