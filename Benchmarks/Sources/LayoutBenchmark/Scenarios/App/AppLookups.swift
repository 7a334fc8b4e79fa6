internal import LayoutText
internal import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite

/// Single elements, ranks and places, anywhere in the content.
enum AppLookups {
    static func measure(_ items: Int, _ bench: Workbench) throws {
        let dataSet = try bench.dataSet(.thousandSections(items))
        let layout = try dataSet.layout(.table)
        try StoreFile.readThrough(dataSet.store.path)
        let snapshot = try layout.snapshot()
        defer { snapshot.close() }
        try addSupplementary(snapshot, items, bench)
        try addRanks(snapshot, items, bench, path: dataSet.store.path)
    }

    private static func addSupplementary(_ snapshot: LayoutSnapshot, _ items: Int, _ bench: Workbench) throws {
        var numbers = bench.numbers(21)
        let length = max(1, items / snapshot.numberOfSections)
        let samples = try Interleaving.samples(
            rounds: 10, runs: 200,
            of: [
                {
                    let section = Int.random(in: 0..<snapshot.numberOfSections, using: &numbers)
                    _ = try snapshot.layoutAttributesForSupplementaryElement(
                        ofKind: "header", at: ItemIndexPath(section: section, item: 0))
                },
                {
                    let section = Int.random(in: 0..<snapshot.numberOfSections, using: &numbers)
                    _ = try snapshot.layoutAttributesForItem(
                        at: ItemIndexPath(section: section, item: Int.random(in: 0..<length, using: &numbers)))
                },
            ])
        try bench.add(
            Figure(
                "app.supplementary", items: items, value: samples[0].median, unit: .seconds,
                baseline: .init("an item by index path", samples[1].median), target: .atMost(million: 1.5, items: items)
            ))
    }

    private static func addRanks(
        _ snapshot: LayoutSnapshot, _ items: Int, _ bench: Workbench, path: String
    ) throws {
        let connection = try Connection(path: path, mode: .readOnly)
        defer { connection.close() }
        var numbers = bench.numbers(22)
        func rank() -> Int { Int.random(in: 0..<items, using: &numbers) }
        let offset = try bench.stopwatch.samples(5) { _ in
            _ = try connection.first(
                """
                SELECT i.key FROM section AS s CROSS JOIN item AS i ON i.section_id = s.id
                WHERE s.dataset_id = 1 ORDER BY s.position, s.id, i.position LIMIT 1 OFFSET ?1
                """, rank(), as: String.self)
        }
        let height = snapshot.contentSize.height
        let operations: [(name: String, body: () throws -> Void)] = [
            ("select", { _ = try snapshot.indexPath(atRank: rank()) }),
            ("rank", { _ = try snapshot.rank(of: .key("K\(rank())")) }),
            (
                "point",
                {
                    let y = Double.random(in: 0..<height, using: &numbers)
                    _ = try snapshot.indexPath(at: LayoutPoint(x: 10, y: y))
                }
            ),
            ("fraction", { _ = try snapshot.contentOffset(atFraction: Double.random(in: 0...1, using: &numbers)) }),
            (
                "place",
                { _ = try snapshot.fraction(of: LayoutPoint(x: 0, y: Double.random(in: 0..<height, using: &numbers))) }
            ),
        ]
        let samples = try Interleaving.samples(rounds: 10, runs: 100, of: operations.map(\.body))
        for (operation, samples) in zip(operations, samples) {
            try bench.add(
                Figure(
                    "app.\(operation.name)", items: items, value: samples.typicalPercentile(0.99), unit: .seconds,
                    target: .atMost(million: 0.0001, items: items),
                    note: "99 of 100; median \(ReadableNumber.duration(samples.median)), "
                        + "LIMIT 1 OFFSET n \(ReadableNumber.duration(offset.median))"
                ))
        }
    }
}
