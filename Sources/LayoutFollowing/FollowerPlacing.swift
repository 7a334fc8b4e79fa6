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

    /// Writes the positions of the rows that have to move or are new.
    func run() throws {
        // If no number is left between two items, their section gets others, and the rows new places.
        while let full = try place() { try Self.renumber("item", "section_id", full, in: connection) }
    }

    /// Places the rows; returns a section in which no number was left.
    private func place() throws -> Int64? {
        let rows = try connection.rows(
            """
            SELECT o.place, g.section_id, CASE WHEN i.section_id = g.section_id THEN i.position END
            FROM temp.lc_group AS g CROSS JOIN temp.lc_sorted AS o ON o.place BETWEEN g.place AND g.last
            LEFT JOIN temp.lc_row AS q ON q.place = o.place LEFT JOIN item AS i ON i.id = q.item_id
            """
        ) { Row(place: $0.int64(0), section: $0.int64(1), position: $0.isNull(2) ? nil : $0.double(2)) }
        // The settled items around a row, and the position behind which the last row is.
        var (section, lower, last): (Int64?, Double, Double) = (nil, 0, 0)
        var gaps: [(section: Int64, lower: Double, places: [Int64])] = []
        for row in rows {
            if row.section != section { (section, lower, last) = (row.section, -.infinity, -.infinity) }
            let upper: Double
            (lower, upper) = try neighbors(of: row, from: lower)
            last = max(last, lower)
            if let position = row.position, position > last, position < upper {
                last = position
            } else if let gap = gaps.last, gap.section == row.section, gap.lower == last {
                gaps[gaps.count - 1].places.append(row.place)
            } else {
                gaps.append((row.section, last, [row.place]))
            }
        }
        for (section, lower, places) in gaps {
            let upper = try connection.first(
                "SELECT min(position) FROM item WHERE section_id = ?1 AND position > ?2", section, lower,
                as: Double?.self)
            let note =
                "INSERT INTO temp.lc_row (place, position) VALUES (?1, ?2) "
                + "ON CONFLICT (place) DO UPDATE SET position = excluded.position"
            guard
                try Self.number(
                    places, after: lower == -.infinity ? nil : lower, before: upper.flatMap(\.self), note,
                    in: connection)
            else { return section }
        }
        return nil
    }

    /// The positions of the last settled item before a row, from one on that is, and of the next one.
    ///
    /// It looks at the next item first, since many may be noted side by side. Then it looks at both neighbors of the
    /// row's own position, and at the last item, where most rows come. Then it halves what is left.
    private func neighbors(of row: Row, from first: Double) throws -> (lower: Double, upper: Double) {
        var (lower, upper) = (first, Double.infinity)
        var middles = [first, row.position, row.position, .infinity].compactMap(\.self)
        while true {
            let middle = middles.isEmpty ? lower / 2 + upper / 2 : middles.removeFirst()
            // One bound on each side: of two, SQLite begins at the first one, and reads up to the other.
            let found =
                try find(row.section, after: lower, before: min(middle, upper), "DESC")
                ?? find(row.section, after: max(lower, middle.nextDown), before: upper, "ASC")
            guard let found else { return (lower, upper) }
            if try isBefore(found.id, row) { lower = found.position } else { upper = found.position }
        }
    }

    /// The next settled item of a section in an order, between two positions.
    private func find(
        _ section: Int64, after lower: Double, before upper: Double, _ direction: String
    ) throws -> (id: Int64, position: Double)? {
        // An item has its place if its row is not in question, and has not failed. Without the affinity of a column
        // SQLite finds the note by its index.
        let row = schema.row(of: "i")
        return try connection.firstRow(
            """
            SELECT i.id, i.position FROM item AS i
            WHERE i.section_id = ?1 AND i.position > ?2 AND i.position < ?3 AND \(row) IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM lc_pending AS p
                WHERE p.source = \(schema.notedSource) AND p.kind = 0 AND p.identity = +\(row))
              AND NOT \(schema.hasFailed(row))
            ORDER BY i.position \(direction) LIMIT 1
            """, section, lower, upper
        ) { ($0.int64(0), $0.double(1)) }
    }

    /// Whether an item comes before a row.
    private func isBefore(_ item: Int64, _ row: Row) throws -> Bool {
        let other = "(SELECT o.row FROM temp.lc_sorted AS o WHERE o.place = ?2)"
        let own = "(SELECT \(schema.row(of: "i")) FROM item AS i WHERE i.id = ?1)"
        let both = try schema.rows([schema.place(isInSection: true)], identity: "IN (\(own), \(other))")
        return try connection.first(
            "SELECT row IS NOT \(other) COLLATE BINARY FROM (\(both)) WHERE place = 1", item, row.place, as: Bool.self)
            ?? false
    }

    /// Gives places numbers between two positions, by a statement; returns whether there were enough.
    static func number(
        _ places: [Int64], after lower: Double?, before upper: Double?, _ note: String, in connection: Connection
    ) throws -> Bool {
        var last = lower ?? -.infinity
        for (index, place) in places.enumerated() {
            let (index, all) = (Double(index + 1), Double(places.count + 1))
            let number =
                switch (lower, upper) {
                case (let lower?, let upper?): lower + (upper - lower) * (index / all)
                case (let lower?, nil): lower + index * max(1, abs(lower) * 2.3e-16)
                case (nil, let upper?): upper - (all - index) * max(1, abs(upper) * 2.3e-16)
                case (nil, nil): index
                }
            guard number > last, number < upper ?? .infinity, abs(number) <= 1e300 else { return false }
            try connection.run(note, place, number)
            last = number
        }
        return true
    }

    /// Gives all items of a section, or all sections, numbers that are far from one another, beyond the former ones.
    ///
    /// - Parameter order: A query of `id` and `place`; nil for the present order.
    static func renumber(
        _ table: String, _ column: String, _ id: Int64, by order: String? = nil, in connection: Connection
    ) throws {
        let own = "FROM \(table) AS t WHERE t.\(column) = ?1"
        let order = order ?? "SELECT t.id, row_number() OVER (ORDER BY t.position) AS place \(own)"
        try connection.run(
            """
            UPDATE \(table) SET position = o.position FROM (
              SELECT p.id, p.place + (SELECT CASE WHEN max(t.position) < 1e15 THEN max(t.position)
                WHEN min(t.position) > count(*) THEN 0 ELSE min(t.position) - count(*) - 1 END \(own)) AS position
              FROM (\(order)) AS p) AS o
            WHERE \(table).id = o.id
            """, id)
    }
}
