internal import LayoutSQLite
internal import LayoutSchema

/// Finds the places of noted rows among a follower's other items.
///
/// Noted rows may be anywhere until they are placed, so only the other rows are compared. The noted rows are placed in
/// their own order, each behind the one before. Rows between the same two others divide the space between these in
/// equal parts.
struct FollowerPlacing {
    let schema: FollowerSchema
    let connection: Connection
    /// Whether all rows are in question, and not the noted ones.
    let isWhole: Bool

    private var table: String { schema.rowsInQuestion }
    private var values: FollowedValues { schema.values }

    private struct Row {
        var place: Int64
        var section: Int64
        /// Nil where it has no item in that section.
        var position: Double?
    }

    /// Rows that go between an item and the one after it.
    private struct Gap {
        var section: Int64
        /// Nil at the beginning.
        var lower: Double?
        var places: [Int64]
    }

    /// Writes the positions of the rows that have to move or are new.
    func run() throws {
        // If no number is left between two items, their section gets others, and the rows new places.
        while let full = try place() { try renumber("item", "section_id", full) }
    }

    /// Places the rows; returns a section in which no number was left.
    private func place() throws -> Int64? {
        let rows = try connection.rows(
            """
            SELECT q.place, q.section_id, CASE WHEN i.section_id = q.section_id THEN i.position END
            FROM \(table) AS q LEFT JOIN item AS i ON i.id = q.item_id ORDER BY q.place
            """
        ) { Row(place: $0.int64(0), section: $0.int64(1), position: $0.isNull(2) ? nil : $0.double(2)) }
        var gaps: [Gap] = []
        // The last row that stays or goes behind an item, by that item's position.
        var last: (section: Int64, position: Double?)?
        var ahead: Ahead?
        for row in rows {
            let former = last.flatMap { $0.section == row.section ? $0.position : nil }
            if let position = row.position, former.map({ $0 < position }) ?? true,
                try isInPlace(row, position, after: former, &ahead)
            {
                last = (row.section, position)
                continue
            }
            let lower = try lastBefore(row, from: former)
            if let gap = gaps.last, gap.section == row.section, gap.lower == lower {
                gaps[gaps.count - 1].places.append(row.place)
            } else {
                gaps.append(Gap(section: row.section, lower: lower, places: [row.place]))
            }
            last = (row.section, lower)
        }
        for gap in gaps {
            let numbers = try numbers(gap.places.count, after: gap.lower, in: "item", "section_id", gap.section)
            guard let numbers else { return gap.section }
            for (place, position) in zip(gap.places, numbers) {
                try connection.run("UPDATE \(table) SET position = ?2 WHERE place = ?1", place, position)
            }
        }
        return nil
    }

    /// SQL for that an item has its place: its row is not in question, and has not failed.
    private var isSettled: String {
        guard !isWhole else { return "0" }
        let row = schema.row(of: "i")
        // Without the affinity of a column SQLite finds the note by its index.
        return "\(row) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM lc_pending AS p "
            + "WHERE p.source = \(schema.journal.sql) AND p.kind = 0 AND p.identity = +\(row)) "
            + "AND NOT \(values.hasFailed(row))"
    }

    /// The next settled item behind the rows that were looked at last: many may be noted side by side.
    private struct Ahead {
        var section: Int64
        /// From where on there is none before it.
        var start: Double
        /// Nil at the end of the section.
        var item: (id: Int64, position: Double)?
    }

    /// - Parameter former: The place of the row before it in the order.
    private func isInPlace(_ row: Row, _ position: Double, after former: Double?, _ ahead: inout Ahead?) throws -> Bool
    {
        let before = try connection.first(
            """
            SELECT i.id FROM item AS i WHERE i.section_id = ?1 AND i.position < ?2 AND i.position > ?3 AND \(isSettled)
            ORDER BY i.position DESC LIMIT 1
            """, row.section, position, former ?? -.infinity, as: Int64.self)
        if let before, try !isBefore(before, row) { return false }
        let isKnown = ahead.map {
            $0.section == row.section && $0.start <= position && position < $0.item?.position ?? .infinity
        }
        if isKnown != true {
            var found: (id: Int64, position: Double)?
            try connection.forEachRow(
                """
                SELECT i.id, i.position FROM item AS i WHERE i.section_id = ?1 AND i.position > ?2 AND \(isSettled)
                ORDER BY i.position LIMIT 1
                """, row.section, position
            ) { found = ($0.int64(0), $0.double(1)) }
            ahead = Ahead(section: row.section, start: position, item: found)
        }
        guard let next = ahead?.item else { return true }
        return try !isBefore(next.id, row)
    }

    /// Whether an item comes before a row.
    private func isBefore(_ item: Int64, _ row: Row) throws -> Bool {
        let condition = FollowerSchema.isBefore(
            values.order, { "a.key_\($0 + 1)" }, { "b.key_\($0 + 1)" }, last: "a.row < b.row COLLATE BINARY")
        return try connection.first(
            """
            SELECT \(condition)
            FROM (\(try values.rows(values.place, identity: "= (\(schema.rowOfItem(1)))"))) AS a
            CROSS JOIN \(table) AS b WHERE b.place = ?2
            """, item, row.place, as: Bool.self) ?? false
    }

    /// The position of the last item that comes before a row; nil for none.
    ///
    /// - Parameter first: The position of an item before it; nil for none.
    private func lastBefore(_ row: Row, from first: Double?) throws -> Double? {
        try lastPosition(from: first, among: "item AS i WHERE i.section_id = ?1 AND \(isSettled)", of: row.section) {
            try isBefore($0, row)
        }
    }

    /// The last position in an order that comes before; nil for none.
    ///
    /// It halves what is left between two positions, from the end on, where most rows come.
    ///
    /// - Parameters:
    ///   - rows: A table and a condition, in SQL; `?1` is the row that they belong to.
    ///   - isBefore: Whether the one with an id comes before.
    private func lastPosition(
        from first: Double?, among rows: String, of parent: Int64, isBefore: (Int64) throws -> Bool
    ) throws -> Double? {
        // One bound on each side: of two, SQLite begins at the first one, and reads up to the other.
        func find(after lower: Double, before upper: Double, _ direction: String) throws -> (Int64, Double)? {
            try connection.firstRow(
                "SELECT id, position FROM \(rows) AND position > ?2 AND position < ?3 "
                    + "ORDER BY position \(direction) LIMIT 1", parent, lower, upper
            ) { ($0.int64(0), $0.double(1)) }
        }
        /// The one nearest to the middle, and whether it comes before; the last one if the middle is the lower end.
        func look(_ lower: Double, _ middle: Double, _ upper: Double) throws -> (position: Double, isBefore: Bool)? {
            let found =
                try middle == lower
                ? find(after: lower, before: upper, "DESC")
                : find(after: middle.nextDown, before: upper, "ASC") ?? find(after: lower, before: middle, "DESC")
            return try found.map { ($1, try isBefore($0)) }
        }
        var (lower, upper) = (first ?? -.infinity, Double.infinity)
        var isAtEnd = true
        while true {
            let middle = isAtEnd ? lower : lower == -.infinity ? upper.nextDown : lower / 2 + upper / 2
            guard let found = try look(lower, middle, upper) else { break }
            isAtEnd = false
            if found.isBefore {
                lower = found.position
                if upper == .infinity { break }
            } else {
                upper = found.position
                // The first of all is looked at before what is between.
                if lower == -.infinity, let least = try look(-.infinity, -.greatestFiniteMagnitude, upper) {
                    if least.isBefore { lower = least.position } else { return first }
                }
            }
        }
        return lower == -.infinity ? nil : lower
    }

    /// Numbers behind a position; nil if there are not enough before the next one.
    private func numbers(
        _ count: Int, after lower: Double?, in table: String, _ column: String, _ parent: Int64
    ) throws -> [Double]? {
        let upper = try connection.first(
            "SELECT min(position) FROM \(table) WHERE \(column) = ?1 AND position > ?2", parent, lower ?? -.infinity,
            as: Double?.self
        ).flatMap(\.self)
        var numbers: [Double] = []
        for index in 1...count {
            let number =
                switch (lower, upper) {
                case (let lower?, let upper?): lower + (upper - lower) * (Double(index) / Double(count + 1))
                case (let lower?, nil): lower + Double(index) * max(1, abs(lower) * 2.3e-16)
                case (nil, let upper?): upper - Double(count + 1 - index) * max(1, abs(upper) * 2.3e-16)
                case (nil, nil): Double(index)
                }
            guard number > numbers.last ?? lower ?? -.infinity, number < upper ?? .infinity, abs(number) <= 1e300 else {
                return nil
            }
            numbers.append(number)
        }
        return numbers
    }

    /// Gives all items of a section, or all sections, numbers that are far from one another, beyond the former ones.
    private func renumber(_ table: String, _ column: String, _ id: Int64) throws {
        try connection.run(
            """
            UPDATE \(table) SET position = o.place FROM (
              SELECT t.id, row_number() OVER (ORDER BY t.position)
                + (SELECT CASE WHEN max(m.position) < 1e15 THEN max(m.position) ELSE min(m.position) - count(*) - 1 END
                   FROM \(table) AS m WHERE m.\(column) = ?1) AS place
              FROM \(table) AS t WHERE t.\(column) = ?1) AS o
            WHERE \(table).id = o.id
            """, id)
    }

    // MARK: Sections

    /// The position of a new section, by its place among the values of the sections in question.
    func positionOfSection(_ place: Int64) throws -> Double {
        let terms = values.sectionOrder
        let keys = terms.enumerated().map { "(\($1.expression.sql)) AS key_\($0 + 1)" }.joined(separator: ", ")
        let condition = FollowerSchema.isBefore(
            terms, { "a.key_\($0 + 1)" }, { "b.key_\($0 + 1)" }, last: "0")
        while true {
            let lower = try lastPosition(
                from: nil,
                among: "section WHERE dataset_id = ?1 AND id IN (SELECT section_id FROM lc_follower_section)",
                of: schema.dataset
            ) { section in
                try connection.first(
                    """
                    SELECT \(condition) FROM (SELECT \(keys) FROM (
                      SELECT value AS section FROM lc_follower_section WHERE section_id = ?2)) AS a
                    CROSS JOIN (SELECT \(keys) FROM (
                      SELECT value AS section FROM \(schema.sectionsInQuestion) WHERE place = ?1)) AS b
                    """, place, section, as: Bool.self) ?? false
            }
            let numbers = try numbers(1, after: lower, in: "section", "dataset_id", schema.dataset)
            if let position = numbers?.first { return position }
            try renumber("section", "dataset_id", schema.dataset)
        }
    }
}
