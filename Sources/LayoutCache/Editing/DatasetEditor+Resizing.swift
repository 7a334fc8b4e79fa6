internal import LayoutSQLite

extension DatasetEditor {
    /// Gives an item that was found another size.
    func resize(itemID id: Int64, width: ItemLength?, height: ItemLength?) throws {
        try check(width?.value, "width")
        try check(height?.value, "height")
        if let measure {
            try connection.run(
                """
                INSERT INTO measurement (measure, item_id, width, height) VALUES (?1, ?2, ?4, ?6)
                ON CONFLICT (item_id, measure) DO UPDATE SET
                  width = CASE WHEN ?3 THEN excluded.width ELSE width END,
                  height = CASE WHEN ?5 THEN excluded.height ELSE height END
                """,
                measure, id, width != nil, width?.value, height != nil, height?.value
            )
            return
        }
        // A size that is what it was marks nothing.
        try connection.run(
            """
            UPDATE item SET width = CASE WHEN ?2 THEN ?3 ELSE width END, height = CASE WHEN ?4 THEN ?5 ELSE height END
            WHERE id = ?1
            """,
            id, width != nil, width?.value, height != nil, height?.value
        )
    }

    /// Gives items that were found other sizes; of several for one item the last one counts.
    ///
    /// With one statement: since triggers run, SQLite keeps what it takes to undo each statement, which costs more than
    /// a row does.
    func resize(_ sizes: [MeasuredSize]) throws {
        var ids: ContiguousArray<Int64> = []
        var widths: ContiguousArray<Double> = []
        var heights: ContiguousArray<Double> = []
        var seen: Set<Int64> = []
        for size in sizes.reversed() where seen.insert(size.itemID).inserted {
            try check(size.size.width, "width")
            try check(size.size.height, "height")
            ids.append(size.itemID)
            widths.append(size.size.width)
            heights.append(size.size.height)
        }
        guard !ids.isEmpty else { return }
        let batch = ColumnBatch(rowCount: ids.count, columns: [.integers(ids), .doubles(widths), .doubles(heights)])
        if let measure {
            try connection.run(
                """
                INSERT INTO measurement (measure, item_id, width, height)
                SELECT ?2, c0, c1, c2 FROM column_batch(?1) WHERE true
                ON CONFLICT (item_id, measure) DO UPDATE SET width = excluded.width, height = excluded.height
                """,
                batch: batch, measure)
        } else {
            try connection.run(
                "UPDATE item SET width = b.c1, height = b.c2 FROM column_batch(?1) AS b WHERE item.id = b.c0",
                batch: batch)
        }
    }

    func check(_ number: Double?, _ name: String) throws {
        guard let number, !Self.lengthRange.contains(number) else { return }
        throw LayoutError(.invalidArgument, "the \(name) \(number) is not between 0 and 1e9 points")
    }
}
