internal import LayoutText
internal import LayoutCache
internal import LayoutSQLite

/// A list of ten thousand keys, unchanged and with some changes.
enum AppSnapshots {
    private static let count = 10_000
    private static let changes = 500

    static func measure(_ bench: Workbench) throws {
        let items = min(bench.options.items, count)
        let dataSet = try bench.copy(of: DataShape(items: items, sectioning: .count(10)), named: "snapshots.db")
        defer { bench.discard(dataSet) }
        _ = try dataSet.layout(.flow)
        let store = dataSet.store
        let stored = try store.datasetSnapshot(of: DataSet.name)
        let reader = try Connection(path: store.path, mode: .readOnly)
        defer { reader.close() }
        let unchanged = try Interleaving.samples(
            rounds: 10, runs: 10,
            of: [
                { _ = try store.apply(stored, to: DataSet.name) },
                { try read(reader) },
            ])
        try bench.add(
            Figure(
                "app.unchanged", items: items, value: unchanged[0].median, unit: .seconds,
                baseline: .init("reading the rows", unchanged[1].median),
                target: .atMost(million: 2, items: bench.options.items), note: "a snapshot of \(items) keys applied"
            ))

        let changed = changed(stored, bench.numbers(23))
        let keys = [stored, changed].map(keys)
        var isChanged = false
        var written = 0
        let differing = try Interleaving.samples(
            rounds: 10, runs: 6,
            of: [
                {
                    isChanged.toggle()
                    let difference = try store.apply(isChanged ? changed : stored, to: DataSet.name)
                    written =
                        difference.insertedItems.count + difference.deletedItems.count
                        + difference.movedItems.count + difference.reloadedItems.count
                },
                { _ = KeyDifference(from: keys[0], to: keys[1]) },
                { _ = keys[1].difference(from: keys[0]).inferringMoves() },
            ])
        try bench.add(
            Figure(
                "app.difference", items: items, value: differing[0].median, unit: .seconds,
                baseline: .init("Swift's own difference", differing[2].median),
                target: .atMost(million: 2, items: bench.options.items),
                note:
                    "\(written) changes; the keys alone, by a table: \(ReadableNumber.duration(differing[1].median))"
            ))
    }

    /// All rows that a snapshot is compared with, as SQLite returns them.
    private static func read(_ connection: Connection) throws {
        var bytes = 0
        try connection.forEachRow(
            """
            SELECT i.id, i.position, i.key, i.width, i.height, i.x, i.y, i.payload
            FROM section AS s CROSS JOIN item AS i ON i.section_id = s.id ORDER BY s.position, s.id, i.position
            """
        ) { row in
            bytes += row.stringOrEmpty(2).utf8.count + row.stringOrEmpty(7).utf8.count
            _ = (row.int64(0), row.double(1), row.double(3), row.double(4), row.isNull(5), row.isNull(6))
        }
    }

    private static func keys(of snapshot: DatasetSnapshot) -> [String] {
        snapshot.sectionTitles.flatMap { snapshot.itemKeys(inSection: $0) ?? [] }
    }

    /// The same with items that went, came, moved and changed, as many of each.
    private static func changed(_ snapshot: DatasetSnapshot, _ seed: SeededNumbers) -> DatasetSnapshot {
        var numbers = seed
        var changed = snapshot
        var keys = keys(of: snapshot).shuffled(using: &numbers)
        let share = min(changes / 4, keys.count / 8)
        func take() -> ArraySlice<String> {
            defer { keys.removeLast(share) }
            return keys.suffix(share)
        }
        changed.deleteItems(Array(take()))
        for key in take() {
            guard var item = changed.item(withKey: key) else { continue }
            item.height = Double(Int.random(in: 40...200, using: &numbers))
            changed.updateItems([item])
        }
        for key in take() {
            changed.moveItem(key, afterItem: keys[Int.random(in: 0..<keys.count - share, using: &numbers)])
        }
        for (index, key) in take().enumerated() {
            changed.insertItems([SourceItem(key: "new \(index)", width: 100, height: 100)], afterItem: key)
        }
        return changed
    }
}
