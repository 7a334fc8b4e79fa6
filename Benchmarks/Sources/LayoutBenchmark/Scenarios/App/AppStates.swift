internal import LayoutCache
internal import LayoutSQLite

/// Two states of a long list that differ in some hundred items, as a data source compares them.
enum AppStates {
    private static let count = 200_000

    static func measure(_ bench: Workbench) throws {
        let items = min(bench.options.items, count)
        let dataSet = try bench.copy(of: DataShape(items: items, sectioning: .count(10)), named: "states.db")
        defer { bench.discard(dataSet) }
        let layout = try dataSet.layout(.flow)
        try layout.prepare()
        let old = try layout.snapshot()
        defer { old.close() }
        let writer = try Connection(path: dataSet.store.path, mode: .readWrite)
        defer { writer.close() }
        try writer.execute("DELETE FROM item WHERE id % 800 = 3")
        try writer.execute(
            """
            INSERT INTO item (section_id, position, key)
            SELECT section_id, position + 0.5, 'new ' || id FROM item WHERE id % 800 = 7
            """)
        try layout.prepare()
        let new = try layout.snapshot()
        defer { new.close() }
        let reader = try Connection(path: dataSet.store.path, mode: .readOnly)
        defer { reader.close() }
        var changes = 0
        let samples = try Interleaving.samples(
            rounds: 10, runs: 3,
            of: [
                {
                    let difference = try new.difference(from: old)
                    changes = difference.insertedItems.count + difference.deletedItems.count
                },
                { for _ in 0..<2 { try readIDs(reader) } },
            ])
        try bench.add(
            Figure(
                "app.states", items: items, value: samples[0].median, unit: .seconds,
                baseline: .init("reading the ids of both", samples[1].median),
                note: "\(changes) changes between two snapshots"))
    }

    private static func readIDs(_ connection: Connection) throws {
        var sum: Int64 = 0
        try connection.forEachRow(
            """
            SELECT i.id FROM section AS s CROSS JOIN item AS i ON i.section_id = s.id
            ORDER BY s.position, s.id, i.position
            """
        ) { sum &+= $0.int64(0) }
    }
}
