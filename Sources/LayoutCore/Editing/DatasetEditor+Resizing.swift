internal import LayoutFollowing
internal import LayoutSQLite
internal import LayoutEngine

extension DatasetEditor {
    /// Gives items that were found other lengths; of several for one item the last one counts.
    ///
    /// With one statement: since triggers run, SQLite keeps what it takes to undo each statement, which costs more than
    /// a row does.
    func resize(_ items: [ResizedItem]) throws {
        try checkSource(items)
        var merged: [Int64: ResizedItem] = [:]
        for item in items {
            try check(item)
            var known = merged[item.itemID] ?? item
            known.width = item.width ?? known.width
            known.height = item.height ?? known.height
            merged[item.itemID] = known
        }
        guard !merged.isEmpty else { return }
        let resized = merged.values.sorted { $0.itemID < $1.itemID }
        func columns(_ length: (ResizedItem) -> ItemLength?) -> [ColumnBatch.Column] {
            let lengths = resized.map(length)
            return [
                .integers(ContiguousArray(lengths.map { $0 == nil ? 0 : 1 })),
                .doubles(ContiguousArray(lengths.map { $0?.value ?? .nan })),
            ]
        }
        let ids = ContiguousArray(resized.map(\.itemID))
        let batch = ColumnBatch(
            rowCount: ids.count, columns: [.integers(ids)] + columns { $0.width } + columns { $0.height })
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
            // A size that is what it was marks nothing.
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
