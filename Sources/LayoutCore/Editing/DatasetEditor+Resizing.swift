internal import LayoutFollowing
internal import LayoutSQLite
internal import LayoutEngine

extension DatasetEditor {
    private func resize(_ item: ResizedItem) throws {
        try check(item)
        if let measure {
            try connection.run(
                """
                INSERT INTO measurement (measure, item_id, width, height) VALUES (?1, ?2, ?4, ?6)
                ON CONFLICT (item_id, measure) DO UPDATE SET
                  width = CASE WHEN ?3 THEN excluded.width ELSE width END,
                  height = CASE WHEN ?5 THEN excluded.height ELSE height END
                """,
                measure, item.itemID, item.width != nil, item.width?.value, item.height != nil, item.height?.value
            )
            return
        }
        // A size that is what it was marks nothing.
        try connection.run(
            """
            UPDATE item SET width = CASE WHEN ?2 THEN ?3 ELSE width END, height = CASE WHEN ?4 THEN ?5 ELSE height END
            WHERE id = ?1
            """,
            item.itemID, item.width != nil, item.width?.value, item.height != nil, item.height?.value
        )
    }

    /// Gives items that were found other lengths; of several for one item the last one counts.
    ///
    /// With one statement: since triggers run, SQLite keeps what it takes to undo each statement, which costs more than
    /// a row does.
    func resize(_ items: [ResizedItem]) throws {
        try checkSource(items)
        if items.count == 1 { return try resize(items[0]) }
        var merged: [ResizedItem] = []
        var places: [Int64: Int] = [:]
        for item in items {
            try check(item)
            if let place = places[item.itemID] {
                merged[place].width = item.width ?? merged[place].width
                merged[place].height = item.height ?? merged[place].height
            } else {
                places[item.itemID] = merged.count
                merged.append(item)
            }
        }
        guard !merged.isEmpty else { return }
        let batch = ColumnBatch(
            rowCount: merged.count,
            columns: [
                .integers(ContiguousArray(merged.lazy.map(\.itemID))),
                .integers(ContiguousArray(merged.lazy.map { $0.width == nil ? 0 : 1 })),
                .doubles(ContiguousArray(merged.lazy.map { $0.width?.value ?? .nan })),
                .integers(ContiguousArray(merged.lazy.map { $0.height == nil ? 0 : 1 })),
                .doubles(ContiguousArray(merged.lazy.map { $0.height?.value ?? .nan })),
            ])
        if let measure {
            try connection.run(
                """
                INSERT INTO measurement (measure, item_id, width, height)
                SELECT ?2, b.c0, CASE WHEN b.c1 THEN b.c2 ELSE m.width END, CASE WHEN b.c3 THEN b.c4 ELSE m.height END
                FROM column_batch(?1) AS b LEFT JOIN measurement AS m ON m.item_id = b.c0 AND m.measure = ?2 WHERE true
                ON CONFLICT (item_id, measure) DO UPDATE SET width = excluded.width, height = excluded.height
                """,
                batch: batch, measure)
        } else {
            try connection.run(
                """
                UPDATE item SET width = CASE WHEN b.c1 THEN b.c2 ELSE width END,
                  height = CASE WHEN b.c3 THEN b.c4 ELSE height END
                FROM column_batch(?1) AS b WHERE item.id = b.c0
                """,
                batch: batch)
        }
    }

    /// Whether a source that the data set follows gives lengths that would change.
    private func checkSource(_ items: [ResizedItem]) throws {
        guard measure == nil, let followed = try FollowerRecord.of(datasetID, in: connection) else { return }
        try followed.checkSize(
            hasWidth: items.contains { $0.width != nil }, hasHeight: items.contains { $0.height != nil })
    }

    func check(_ item: ResizedItem) throws {
        try check(item.width?.value, "width")
        try check(item.height?.value, "height")
    }

    func check(_ number: Double?, _ name: String) throws {
        guard let number, !Self.lengthRange.contains(number) else { return }
        throw LayoutError(.invalidArgument, "the \(name) \(number) is not between 0 and 1e9 points")
    }
}

/// An item that was found, and what is to become of its lengths.
struct ResizedItem: Sendable {
    var itemID: Int64
    /// Nil leaves it unchanged.
    var width: ItemLength?
    /// Nil leaves it unchanged.
    var height: ItemLength?
    /// Who gave the lengths: stored ones win over a cell's.
    var source = ItemSize.Source.user
}

extension ResizedItem {
    init(itemID: Int64, _ size: ItemSize, from source: ItemSize.Source) {
        self.init(
            itemID: itemID, width: size.width.map(ItemLength.points), height: size.height.map(ItemLength.points),
            source: source)
    }
}
