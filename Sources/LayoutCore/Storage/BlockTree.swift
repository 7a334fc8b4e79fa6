internal import LayoutEngine
internal import LayoutSQLite

/// The R*Tree over boxes of blocks, `lc_rtree`: an entry bounds eight consecutive blocks of a band.
enum BlockTree {
    /// Longer bands are searched by the tree, and not block by block.
    static let longBand = 64 * BlockNumber.capacity

    /// The value of the tree's first dimension for a band. It is the band's own id if bands stack, and one for all
    /// bands of a preparation on a canvas.
    static func plane(ofBand id: Int64, in preparationID: Int64, isFree: Bool) -> Double {
        isFree ? Double(-preparationID) : Double(id)
    }

    /// The box of an entry around a group of blocks.
    static func entry(around box: ElementBox, _ traits: LayoutTraits) -> ElementBox {
        // On a canvas a change moves nothing else.
        traits.isFree ? box : box.widened(along: traits.axis)
    }

    /// Stores an entry, in place of the one of the same blocks.
    static func store(_ group: Int64, _ box: ElementBox, plane: Double, in connection: Connection) throws {
        try connection.run(
            """
            INSERT OR REPLACE INTO lc_rtree (id, plane0, plane1, x0, x1, y0, y1) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            group, plane, plane + 0.5, box.minX, box.maxX, box.minY, box.maxY)
    }

    /// The entries on a plane that touch a box, in no order.
    static func groups(
        touching box: ElementBox, plane: Double, in connection: Connection, _ body: (Int64) throws -> Void
    ) throws {
        try connection.forEachRow(
            """
            SELECT id FROM lc_rtree
            WHERE plane1 >= ?1 AND plane0 <= ?1 AND x1 >= ?2 AND x0 <= ?3 AND y1 >= ?4 AND y0 <= ?5
            """,
            plane, box.minX, box.maxX, box.minY, box.maxY
        ) { try body($0.int64(0)) }
    }

    /// The blocks of a canvas that touch a box, in bands anywhere: to be rewound by the caller.
    ///
    /// - Parameter sql: ``planeBlockSQL`` or ``planeBoxSQL``.
    static func blocks(
        touching box: ElementBox, onPlaneOf preparationID: Int64, _ sql: String = planeBlockSQL,
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
    static func surroundings(of origin: LayoutPoint) -> ElementBox {
        ElementBox(minX: origin.x - 1, minY: origin.y - 1, maxX: origin.x + 1, maxY: origin.y + 1)
    }

    /// The entries of a band that touch a box, in the order of their blocks.
    ///
    /// Beyond 2^23 bands the first dimension is too coarse to separate neighbours, so the ids are compared.
    static func groups(
        ofBand band: Int64, touching box: ElementBox, plane: Double, in connection: Connection
    ) throws -> [Int64] {
        let ids = BlockNumber.groups(ofBand: band)
        var groups: [Int64] = []
        try self.groups(touching: box, plane: plane, in: connection) { if ids.contains($0) { groups.append($0) } }
        return groups.sorted()
    }

    static func find(
        _ group: Int64, in connection: Connection
    ) throws -> (box: ElementBox, planes: ClosedRange<Double>)? {
        try connection.firstRow("SELECT x0, y0, x1, y1, plane0, plane1 FROM lc_rtree WHERE id = ?1", group) { row in
            (row.box(0), row.double(4)...max(row.double(4), row.double(5)))
        }
    }

    static func remove(_ group: Int64, in connection: Connection) throws {
        try connection.run("DELETE FROM lc_rtree WHERE id = ?1", group)
    }
}
