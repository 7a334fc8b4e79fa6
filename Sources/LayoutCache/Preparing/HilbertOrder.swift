internal import LayoutEngine
internal import LayoutSQLite

/// The items of a canvas along a Hilbert curve, so that items that are close on the plane are close
/// in the file, and a block of them has a small box.
///
/// SQLite does the sorting, and with it the spilling to disk: memory does not grow with the section.
enum HilbertOrder {
    /// Cells of the curve's grid on a side: 2^16, so that the key is exact in a double.
    private static let gridOrder = 16

    /// Makes the curve's function known to a connection; used in our own statements only.
    static func register(on connection: Connection) throws {
        try connection.createFunction("lc_hilbert", argumentCount: 2, isDeterministic: true) { arguments in
            Double(key(x: arguments[0], y: arguments[1]))
        }
    }

    static func statement(_ connection: Connection, sectionID: Int64) throws -> Statement {
        let statement = try connection.cached(
            """
            WITH bounds AS MATERIALIZED (
              SELECT min(coalesce(x, json_extract(payload, '$.x'))) AS low_x, min(coalesce(y, json_extract(payload, '$.y'))) AS low_y,
                max(max(coalesce(x, json_extract(payload, '$.x'))) - min(coalesce(x, json_extract(payload, '$.x'))),
                    max(coalesce(y, json_extract(payload, '$.y'))) - min(coalesce(y, json_extract(payload, '$.y'))), 1e-9) AS extent
              FROM item WHERE section_id = ?1
            )
            SELECT id, position, width, height, x, y, rank FROM bounds CROSS JOIN (
              SELECT id, position, width, height,
                coalesce(x, json_extract(payload, '$.x')) AS x, coalesce(y, json_extract(payload, '$.y')) AS y,
                row_number() OVER (ORDER BY position) - 1 AS rank
              FROM item WHERE section_id = ?1)
            -- An integer, because SQLite sorts by those the fastest.
            ORDER BY CAST(lc_hilbert((coalesce(x, 0.0) - low_x) / extent, (coalesce(y, 0.0) - low_y) / extent) AS INTEGER), rank
            """
        )
        statement.bind(sectionID, at: 1)
        return statement
    }

    /// The distance along the curve of a point in the unit square.
    static func key(x: Double, y: Double) -> Int {
        let side = 1 << gridOrder
        func cell(_ value: Double) -> Int {
            value.isNaN ? 0 : Int(max(0, min(Double(side - 1), value * Double(side))))
        }
        var column = cell(x)
        var row = cell(y)
        var distance = 0
        var half = side >> 1
        while half > 0 {
            let right = column & half != 0
            let upper = row & half != 0
            distance += half * half * ((right ? 3 : 0) ^ (upper ? 1 : 0))
            // Each quadrant holds the curve turned so that its ends meet its neighbours'.
            if !upper {
                if right {
                    column = side - 1 - column
                    row = side - 1 - row
                }
                swap(&column, &row)
            }
            half >>= 1
        }
        return distance
    }
}
