internal import LayoutSQLite

extension StreamedSync {
    /// A row of the source on its way to a section.
    private struct Arrival {
        var source: Int64
        /// The stored item that goes there; nil for a new one.
        var item: Int64?
    }

    /// Notes where the items of a section go that are new there, or change places in it.
    ///
    /// - Parameter rows: The numbers of the section's rows of the source.
    func place(_ rows: Range<Int64>, _ section: Int64) throws {
        guard let stays = try staying(rows, section) else { return }
        var writer = PlaceWriter(connection: connection, section: section)
        let gaps = PositionGaps(
            first: try connection.first(
                "SELECT min(position) FROM item WHERE section_id = ?1", section, as: Double?.self) ?? nil,
            last: try connection.first(
                "SELECT max(position) FROM item WHERE section_id = ?1", section, as: Double?.self) ?? nil)
        var left = stays.count
        var number = 0
        var before: Double?
        var end = gaps.end
        var run: [Arrival] = []
        var isCrowded = false
        try forEach(rows, section) { arrival, position in
            guard !isCrowded else { return }
            if let position {
                let isStaying = stays.marks?[number] ?? true
                number += 1
                if isStaying {
                    isCrowded = try !write(&run, after: before, gaps, &writer)
                    before = position
                    left -= 1
                    return
                }
            }
            guard left == 0 else { return run.append(arrival) }
            end = ItemLoader.position(after: end)
            try writer.add(arrival.source, arrival.item, end)
        }
        if isCrowded {
            // No numbers are free between two that stay: all get new ones, beyond all used ones.
            try writer.restart(rows)
            var end = gaps.end
            try forEach(rows, section) { arrival, _ in
                end = ItemLoader.position(after: end)
                try writer.add(arrival.source, arrival.item, end)
            }
        }
        try writer.flush()
    }

    /// The number of a section's items that stay in place, and which ones, if not all of them. Nil if nothing comes to
    /// it or changes places.
    private func staying(_ rows: Range<Int64>, _ section: Int64) throws -> (
        count: Int, marks: ContiguousArray<Bool>?
    )? {
        var own = 0
        var arrivals = 0
        var isInOrder = true
        var last = -Double.infinity
        try forEach(rows, section) { _, position in
            guard let position else { return arrivals += 1 }
            own += 1
            if position <= last { isInOrder = false }
            last = position
        }
        if isInOrder { return arrivals == 0 ? nil : (own, nil) }
        var positions = ContiguousArray<Double>()
        positions.reserveCapacity(own)
        try forEach(rows, section) { _, position in if let position { positions.append(position) } }
        let marks = LongestIncreasingSubsequence.marks(positions)
        return (marks.reduce(0) { $0 + ($1 ? 1 : 0) }, marks)
    }

    /// Calls `body` with the rows of a section in order, and the positions of existing ones.
    private func forEach(
        _ rows: Range<Int64>, _ section: Int64, _ body: (Arrival, _ position: Double?) throws -> Void
    ) throws {
        try connection.forEachRow(
            """
            SELECT t.id, m.item, CASE WHEN m.section_id = ?3 THEN m.position END
            FROM temp.lc_sync_source AS t LEFT JOIN temp.lc_sync_match AS m ON m.source = t.id
            WHERE t.id BETWEEN ?1 AND ?2 ORDER BY t.id
            """,
            rows.lowerBound, rows.upperBound - 1, section
        ) { row in
            try body(
                Arrival(source: row.int64(0), item: row.isNull(1) ? nil : row.int64(1)),
                row.isNull(2) ? nil : row.double(2))
        }
    }

    /// Notes places between two items that stay; false if no numbers are free between them.
    private func write(
        _ run: inout [Arrival], after before: Double?, _ gaps: PositionGaps, _ writer: inout PlaceWriter
    ) throws -> Bool {
        guard !run.isEmpty else { return true }
        let section = writer.section
        let positions = try gaps.positions(run.count, after: before) { position in
            try connection.first(
                "SELECT min(position) FROM item WHERE section_id = ?1 AND position > ?2", section, position,
                as: Double?.self
            ).flatMap(\.self) ?? .infinity
        }
        guard let positions else { return false }
        for (arrival, position) in zip(run, positions) { try writer.add(arrival.source, arrival.item, position) }
        run.removeAll(keepingCapacity: true)
        return true
    }
}

/// Notes where items go, in batches.
private struct PlaceWriter {
    let connection: Connection
    let section: Int64
    private var sources = ContiguousArray<Int64>()
    private var items = ContiguousArray<Int64>()
    private var positions = ContiguousArray<Double>()

    init(connection: Connection, section: Int64) {
        self.connection = connection
        self.section = section
    }

    mutating func add(_ source: Int64, _ item: Int64?, _ position: Double) throws {
        sources.append(source)
        items.append(item ?? ColumnBatch.nullInteger)
        positions.append(position)
        if sources.count >= ImportJob.batchSize { try flush() }
    }

    /// Forgets what was noted for some rows.
    mutating func restart(_ rows: Range<Int64>) throws {
        removeAll()
        try connection.run(
            "DELETE FROM temp.lc_sync_place WHERE source BETWEEN ?1 AND ?2", rows.lowerBound, rows.upperBound - 1)
    }

    mutating func flush() throws {
        try connection.run(
            """
            INSERT INTO temp.lc_sync_place (source, item, section_id, position)
            SELECT c0, c1, c2, c3 FROM column_batch(?1)
            """,
            batch: ColumnBatch(
                rowCount: sources.count,
                columns: [
                    .integers(sources), .integers(items),
                    .integers(ContiguousArray(repeating: section, count: sources.count)), .doubles(positions),
                ]))
        removeAll()
    }

    private mutating func removeAll() {
        sources.removeAll(keepingCapacity: true)
        items.removeAll(keepingCapacity: true)
        positions.removeAll(keepingCapacity: true)
    }
}
