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

    private struct Row {
        var place: Int64
        var section: Int64
        /// Nil where it has no item in that section.
        var position: Double?
    }

    private typealias Item = (id: Int64, position: Double)

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
            FROM temp.lc_row AS q LEFT JOIN item AS i ON i.id = q.item_id ORDER BY q.place
            """
        ) { Row(place: $0.int64(0), section: $0.int64(1), position: $0.isNull(2) ? nil : $0.double(2)) }
        let settled = "item AS i WHERE i.section_id = ?1 AND \(isSettled)"
        // The position behind which the last row is, and the next settled item: many may be noted side by side.
        var (section, last): (Int64?, Double) = (nil, 0)
        var next: Item?
        var gaps: [(section: Int64, lower: Double, places: [Int64])] = []
        for row in rows {
            if row.section != section {
                (section, last) = (row.section, -.infinity)
                next = try find(settled, row.section, after: last, before: .infinity, "ASC")
            }
            if let item = next, try isBefore(item.id, row) {
                let hint = row.position.map { max($0, item.position.nextUp) }
                let lower = try lastBefore(from: item.position, near: hint, among: settled, of: row.section) {
                    try isBefore($0, row)
                }
                next = try find(settled, row.section, after: lower, before: .infinity, "ASC")
                last = max(last, lower)
            }
            if let position = row.position, position > last, position < next?.position ?? .infinity {
                last = position
            } else if let gap = gaps.last, gap.section == row.section, gap.lower == last {
                gaps[gaps.count - 1].places.append(row.place)
            } else {
                gaps.append((row.section, last, [row.place]))
            }
        }
        for (section, lower, places) in gaps {
            let numbers = try numbers(places.count, after: lower, in: "item", "section_id", section)
            guard let numbers else { return section }
            for (place, position) in zip(places, numbers) {
                try connection.run("UPDATE temp.lc_row SET position = ?2 WHERE place = ?1", place, position)
            }
        }
        return nil
    }

    /// SQL for that an item has its place: its row is not in question, and has not failed.
    private var isSettled: String {
        let row = schema.row(of: "i")
        // Without the affinity of a column SQLite finds the note by its index.
        return "\(row) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM lc_pending AS p "
            + "WHERE p.source = \(schema.journal.sql) AND p.kind = 0 AND p.identity = +\(row)) "
            + "AND NOT \(schema.hasFailed(row))"
    }

    /// Whether an item comes before a row.
    private func isBefore(_ item: Int64, _ row: Row) throws -> Bool {
        let other = "(SELECT q.row FROM temp.lc_row AS q WHERE q.place = ?2)"
        let both = try schema.rows(
            [schema.place(isInSection: true)], identity: "IN ((\(schema.rowOfItem(1))), \(other))")
        return try connection.first(
            "SELECT row IS NOT \(other) COLLATE BINARY FROM (\(both)) WHERE place = 1", item, row.place, as: Bool.self)
            ?? false
    }

    /// The next item in an order between two positions.
    ///
    /// - Parameter rows: A table and a condition, in SQL; `?1` is the row that they belong to.
    private func find(
        _ rows: String, _ parent: Int64, after lower: Double, before upper: Double, _ direction: String
    ) throws -> Item? {
        try connection.firstRow(
            "SELECT id, position FROM \(rows) AND position > ?2 AND position < ?3 "
                + "ORDER BY position \(direction) LIMIT 1", parent, lower, upper
        ) { ($0.int64(0), $0.double(1)) }
    }

    /// The last position in an order that comes before, or the one from which it looks on.
    ///
    /// It looks at both neighbours of a position, and at the last one, where most rows come. Then it halves what is
    /// left.
    private func lastBefore(
        from first: Double, near hint: Double?, among rows: String, of parent: Int64,
        isBefore: (Int64) throws -> Bool
    ) throws -> Double {
        var (lower, upper) = (first, Double.infinity)
        var middles = [hint, hint, .infinity].compactMap(\.self)
        while true {
            let middle = middles.isEmpty ? lower / 2 + upper / 2 : middles.removeFirst()
            // One bound on each side: of two, SQLite begins at the first one, and reads up to the other.
            let found =
                try find(rows, parent, after: lower, before: min(middle, upper), "DESC")
                ?? find(rows, parent, after: max(lower, middle.nextDown), before: upper, "ASC")
            guard let found else { return lower }
            if try isBefore(found.id) { lower = found.position } else { upper = found.position }
        }
    }

    /// Numbers behind a position; nil if there are not enough before the next one.
    private func numbers(
        _ count: Int, after lower: Double, in table: String, _ column: String, _ parent: Int64
    ) throws -> [Double]? {
        let upper = try connection.first(
            "SELECT min(position) FROM \(table) WHERE \(column) = ?1 AND position > ?2", parent, lower,
            as: Double?.self
        ).flatMap(\.self)
        var numbers: [Double] = []
        for index in 1...count {
            let number =
                switch (lower == -.infinity ? nil : lower, upper) {
                case (let lower?, let upper?): lower + (upper - lower) * (Double(index) / Double(count + 1))
                case (let lower?, nil): lower + Double(index) * max(1, abs(lower) * 2.3e-16)
                case (nil, let upper?): upper - Double(count + 1 - index) * max(1, abs(upper) * 2.3e-16)
                case (nil, nil): Double(index)
                }
            guard number > numbers.last ?? lower, number < upper ?? .infinity, abs(number) <= 1e300 else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    /// Gives all items of a section, or all sections, numbers that are far from one another, beyond the former ones.
    ///
    /// - Parameter places: A query of `id` and `place`; nil for the present order.
    func renumber(_ table: String, _ column: String, _ id: Int64, by places: String? = nil) throws {
        let own = "FROM \(table) AS t WHERE t.\(column) = ?1"
        let places = places ?? "SELECT t.id, row_number() OVER (ORDER BY t.position) AS place \(own)"
        try connection.run(
            """
            UPDATE \(table) SET position = o.position FROM (
              SELECT p.id, p.place + (SELECT CASE WHEN max(t.position) < 1e15 THEN max(t.position)
                ELSE min(t.position) - count(*) - 1 END \(own)) AS position
              FROM (\(places)) AS p) AS o
            WHERE \(table).id = o.id
            """, id)
    }

    // MARK: Sections

    /// Puts the sections into their order.
    func sortSections() throws {
        try renumber(
            "section", "dataset_id", schema.dataset,
            by: """
                SELECT id, row_number() OVER (ORDER BY \(schema.sectionOrder), section) AS place
                FROM (SELECT x.id, f.value COLLATE \(schema.sectionCollation) AS section FROM section AS x
                  CROSS JOIN lc_follower_section AS f ON f.section_id = x.id WHERE x.dataset_id = ?1)
                """)
    }

    /// The position of a new section, by its place among the values in a table.
    func positionOfSection(_ place: Int64, in sections: String) throws -> Double {
        let known = "section WHERE dataset_id = ?1 AND id IN (SELECT section_id FROM lc_follower_section)"
        while true {
            let lower = try lastBefore(from: -.infinity, near: nil, among: known, of: schema.dataset) { section in
                try connection.first(
                    """
                    SELECT is_other FROM (
                      SELECT is_other, row_number() OVER (ORDER BY \(schema.sectionOrder), section, is_other) AS place
                      FROM (SELECT value COLLATE \(schema.sectionCollation) AS section, 1 AS is_other
                          FROM lc_follower_section WHERE section_id = ?2
                        UNION ALL SELECT value, 0 FROM \(sections) WHERE place = ?1)) WHERE place = 1
                    """, place, section, as: Bool.self) ?? false
            }
            let numbers = try numbers(1, after: lower, in: "section", "dataset_id", schema.dataset)
            if let position = numbers?.first { return position }
            try renumber("section", "dataset_id", schema.dataset)
        }
    }
}
