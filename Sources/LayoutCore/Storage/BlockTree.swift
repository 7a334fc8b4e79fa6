internal import LayoutEngine
internal import LayoutSQLite

/// The R*Tree over boxes of blocks, `lc_rtree`: an entry bounds eight consecutive blocks of a band.
enum BlockTree {
    /// Longer bands are searched by the tree, and not block by block.
    static let longBand = 64 * BlockRecord.capacity

    /// The value of the tree's first dimension for a band. It is the band's own id if bands stack, and one for all
    /// bands of a preparation on a canvas.
    static func plane(ofBand id: Int64, in preparationID: Int64, isFree: Bool) -> Double {
        isFree ? Double(-preparationID) : Double(id)
    }

    /// Stores an entry, in place of the one of the same blocks.
    static func store(_ group: Int64, _ box: Box, plane: Double, in connection: Connection) throws {
        try connection.run(
            """
            INSERT OR REPLACE INTO lc_rtree (id, plane0, plane1, x0, x1, y0, y1) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            group, plane, plane + 0.5, box.minX, box.maxX, box.minY, box.maxY)
    }

    /// The entries on a plane that touch a box, in no order.
    static func groups(touching box: Box, plane: Double, in connection: Connection) throws -> [Int64] {
        try connection.rows(
            """
            SELECT id FROM lc_rtree
            WHERE plane1 >= ?1 AND plane0 <= ?1 AND x1 >= ?2 AND x0 <= ?3 AND y1 >= ?4 AND y0 <= ?5
            """,
            plane, box.minX, box.maxX, box.minY, box.maxY
        ) { $0.int64(0) }
    }

    /// The blocks of a canvas that touch a box, in bands anywhere: to be rewound by the caller.
    ///
    /// - Parameter sql: ``planeBlockSQL`` or ``planeBoxSQL``.
    static func blocks(
        touching box: Box, onPlaneOf preparationID: Int64, _ sql: String = planeBlockSQL,
        in connection: Connection
    ) throws -> Statement {
        let rows = try connection.cached(sql)
        rows.bindAll(plane(ofBand: 0, in: preparationID, isFree: true), box.minX, box.maxX, box.minY, box.maxY)
        return rows
    }

    static let planeBlockSQL = planeSQL(BlockRecord.columns)
    /// Reads ids, counts and boxes alone.
    static let planeBoxSQL = planeSQL("lc_block.id, count, min_x, min_y, max_x, max_y")

    private static func planeSQL(_ columns: String) -> String {
        """
        SELECT \(columns)
        FROM lc_rtree AS r CROSS JOIN lc_block ON lc_block.id BETWEEN r.id << 3 AND (r.id << 3) + 7
        WHERE r.plane1 >= ?1 AND r.plane0 <= ?1 AND r.x1 >= ?2 AND r.x0 <= ?3 AND r.y1 >= ?4 AND r.y0 <= ?5
          AND max_x >= ?2 AND min_x <= ?3 AND max_y >= ?4 AND min_y <= ?5
        """
    }

    /// The box in which the cell with an origin may stand: frames may be rounded to pixels.
    static func surroundings(of origin: LayoutPoint) -> Box {
        Box(minX: origin.x - 1, minY: origin.y - 1, maxX: origin.x + 1, maxY: origin.y + 1)
    }

    /// The entries of a band that touch a box, in the order of their blocks.
    ///
    /// Beyond 2^23 bands the first dimension is too coarse to separate neighbours, so the ids are compared.
    static func groups(
        ofBand band: Int64, touching box: Box, plane: Double, in connection: Connection
    ) throws -> [Int64] {
        let ids = BlockRecord.groups(ofBand: band)
        return try groups(touching: box, plane: plane, in: connection).filter(ids.contains).sorted()
    }

    /// The box around some elements.
    struct Box: Equatable, Sendable {
        var minX = Double.infinity
        var minY = Double.infinity
        var maxX = -Double.infinity
        var maxY = -Double.infinity

        /// Half of its circumference.
        var extent: Double { maxX - minX + maxY - minY }
        var rect: LayoutRect { LayoutRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY) }

        mutating func include(_ frame: LayoutRect) { include(Box(frame)) }

        mutating func include(_ box: Box) {
            minX = min(minX, box.minX)
            minY = min(minY, box.minY)
            maxX = max(maxX, box.maxX)
            maxY = max(maxY, box.maxY)
        }

        func contains(_ frame: LayoutRect) -> Bool { contains(Box(frame)) }

        func contains(_ box: Box) -> Bool {
            box.minX >= minX && box.minY >= minY && box.maxX <= maxX && box.maxY <= maxY
        }

        func touches(_ box: Box) -> Bool {
            box.minX <= maxX && box.minY <= maxY && box.maxX >= minX && box.maxY >= minY
        }

        /// Outwards to whole points: whole numbers take fewer bytes, and a small change leaves most boxes as they are.
        var rounded: Box {
            Box(
                minX: minX.rounded(.down), minY: minY.rounded(.down), maxX: maxX.rounded(.up), maxY: maxY.rounded(.up))
        }

        /// Wider along an axis, to a grid of about an eighth of its extent.
        ///
        /// A changed size moves all following elements of its band a little. Most entries of the R*Tree then stay
        /// unchanged.
        func widened(along axis: LayoutAxis) -> Box {
            let (low, high) = axis == .vertical ? (minY, maxY) : (minX, maxX)
            let grid = (high - low) / 8
            guard grid.isNormal, low.magnitude < 1e9, high.magnitude < 1e9 else { return self }
            // A power of two, so that a small change of the extent does not change the grid.
            let step = grid.binade
            // Never narrower: the quotient of the smallest numbers is 0.
            let (start, end) = (
                min(low, (low / step).rounded(.down) * step), max(high, (high / step).rounded(.up) * step)
            )
            var box = self
            if axis == .vertical { (box.minY, box.maxY) = (start, end) } else { (box.minX, box.maxX) = (start, end) }
            return box
        }
    }
}

extension BlockTree.Box {
    init(_ rect: LayoutRect) {
        // An item without an element has a width below 0, and no box has.
        self.init(minX: rect.x, minY: rect.y, maxX: max(rect.x, rect.maxX), maxY: rect.maxY)
    }
}

extension Statement {
    /// A box, from the column of its least x on: then come the least y, the greatest x and the greatest y.
    func box(_ column: Int) -> BlockTree.Box {
        .init(minX: double(column), minY: double(column + 1), maxX: double(column + 2), maxY: double(column + 3))
    }
}
