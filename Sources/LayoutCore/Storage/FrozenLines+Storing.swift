package import LayoutEngine
package import LayoutSQLite

extension FrozenLines {
    private static let columns =
        "top_start, top_end, left_start, left_end, right_start, right_end, bottom_start, bottom_end"

    /// The row of `lc_frozen_lines` of a section; nil if all of its lines scroll.
    static func find(ofSection sectionID: Int64, in preparationID: Int64, _ connection: Connection) throws -> Self? {
        try connection.firstRow(
            "SELECT \(columns) FROM lc_frozen_lines WHERE preparation_id = ?1 AND section_id = ?2", preparationID,
            sectionID, read: read)
    }

    /// The row of a preparation that has one section; nil if all of its lines scroll.
    package static func first(in preparationID: Int64, _ connection: Connection) throws -> Self? {
        try connection.firstRow(
            "SELECT \(columns) FROM lc_frozen_lines WHERE preparation_id = ?1 LIMIT 1", preparationID, read: read)
    }

    /// The greatest extent of frozen rows at the top of a sheet.
    static func greatestTopLength(in preparationID: Int64, _ connection: Connection) throws -> Double {
        try connection.first(
            "SELECT max(top_end - top_start) FROM lc_frozen_lines WHERE preparation_id = ?1", preparationID,
            as: Double?.self
        ).flatMap { $0 } ?? 0
    }

    private static func read(_ row: Statement) throws -> Self {
        func strip(_ first: Int) throws -> Strip {
            let (start, end) = (row.double(first), row.double(first + 1))
            guard abs(start) <= 1e151, abs(end) <= 1e151 else {
                throw LayoutError.corrupt("lc_frozen_lines has an invalid strip")
            }
            return Strip(start: start, end: end)
        }
        return try FrozenLines(top: strip(0), bottom: strip(6), left: strip(2), right: strip(4))
    }

    /// Writes what a band knows of its section: the first band the columns, the last band the rows. Until that has been
    /// laid out, the first one tells how many rows there should be at the top.
    ///
    /// - Parameter lines: nil if all of its lines scroll.
    static func replace(
        _ lines: Self?, ofSection sectionID: Int64, in preparationID: Int64, isStart: Bool, isEnd: Bool,
        _ connection: Connection
    ) throws {
        guard var lines else { return try remove(ofSection: sectionID, in: preparationID, connection) }
        let stored = try find(ofSection: sectionID, in: preparationID, connection)
        if !isStart, let stored { (lines.left, lines.right) = (stored.left, stored.right) }
        if !isEnd {
            lines.bottom = stored?.bottom ?? Strip(start: 0, end: 0)
            lines.top = stored?.top ?? lines.top
        }
        if lines == stored { return }
        try connection.run(
            """
            INSERT OR REPLACE INTO lc_frozen_lines (preparation_id, section_id, \(columns))
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """,
            preparationID, sectionID, lines.top.start, lines.top.end, lines.left.start, lines.left.end,
            lines.right.start, lines.right.end, lines.bottom.start, lines.bottom.end)
    }

    static func remove(ofSection sectionID: Int64, in preparationID: Int64, _ connection: Connection) throws {
        try connection.run(
            "DELETE FROM lc_frozen_lines WHERE preparation_id = ?1 AND section_id = ?2", preparationID, sectionID)
    }
}
