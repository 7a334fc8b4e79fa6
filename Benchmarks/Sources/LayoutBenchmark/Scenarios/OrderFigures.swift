internal import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite
internal import LayoutText

/// The cost of further orders of a data set, compared with indexes on the same expressions.
struct OrderFigures {
    let rows: Int
    let bench: Workbench

    private static let terms = "height DESC, key COLLATE NOCASE"
    private static let screen = LayoutRect(x: 0, y: 0, width: 390, height: 844)

    func measure() throws {
        try measureStart()
        let bare = try keyChanges(orders: [])
        let heights = Array(repeating: "height DESC", count: 20)
        for (name, orders, bar) in [
            ("one", ["key"] + heights.dropLast(), 6), ("none", heights, 1.2),
        ] as [(String, [String], Double)] {
            let time = try keyChanges(orders: orders)
            try bench.add(
                Figure(
                    "following.keys.\(name)", items: few, value: time / bare, unit: .ratio, target: .atMost(bar),
                    note: "\(ReadableNumber.duration(time)) with 20 followers, beside the bare UPDATE"))
        }
    }

    private var few: Int { min(rows, 20_000) }

    private func makeStore(_ rows: Int) throws -> LayoutStore {
        let store = try LayoutStore(path: bench.directory.path("orders.db"))
        let items = (0..<rows).lazy.map { index in
            let number = index &* 7919 % 999_983
            return SourceItem(section: "\(index % 100)", key: "k\(number)-\(index)", height: Double(40 + number % 160))
        }
        try store.importItems(items, into: "data")
        return store
    }

    /// How long a filtered order takes to its first rectangle, and its bytes, beside an index on its expressions.
    private func measureStart() throws {
        let store = try makeStore(rows)
        defer {
            store.close()
            bench.directory.remove("orders.db")
        }
        let connection = try Connection(path: store.path, mode: .readWrite)
        defer { connection.close() }
        func pages() throws -> Double {
            try connection.first(
                "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, "
                    + "pragma_freelist_count, pragma_page_size", as: Double.self) ?? 0
        }
        let indexing = try bench.stopwatch.seconds {
            try connection.execute("CREATE INDEX by_height ON item (\(Self.terms)) WHERE height > 60")
        }
        try connection.execute("DROP INDEX by_height")
        let before = try pages()
        let following = try bench.stopwatch.seconds {
            try store.follow(Following(dataset: "data", as: "order", order: Self.terms, where: "height > 60"))
            try store.defineLayout(
                "order", dataset: "order", definition: .table(TableDefinition()),
                container: LayoutSize(width: 390, height: 844))
            let elements = try store.layout("order").layoutAttributesForElements(in: Self.screen, preparing: .visible)
            guard !elements.isEmpty else { throw BenchmarkError("the order shows nothing") }
        }
        try bench.add(
            Figure(
                "following.order", items: rows, value: following / indexing, unit: .ratio, target: .atMost(1.5),
                note: "\(ReadableNumber.duration(following)) to the first rectangle, beside CREATE INDEX"))
        let items = Double(try store.itemCount(ofDataset: "order"))
        try bench.add(
            Figure(
                "following.order.bytes", items: rows, value: (try pages() - before) / items, unit: .bytesPerElement,
                target: .atMost(48), note: "for each item, outline and indexes included"))
    }

    /// How long it takes to change the keys of one in ten items.
    private func keyChanges(orders: [String]) throws -> Double {
        let store = try makeStore(few)
        defer {
            store.close()
            bench.directory.remove("orders.db")
        }
        for (index, order) in orders.enumerated() {
            try store.follow(Following(dataset: "data", as: "order \(index)", order: order))
        }
        let connection = try Connection(path: store.path, mode: .readWrite)
        defer { connection.close() }
        try connection.execute(
            """
            PRAGMA cache_size = -262144; PRAGMA synchronous = NORMAL;
            CREATE TEMP TABLE pick AS SELECT id FROM item WHERE key IS NOT NULL AND id % 10 = 0;
            """)
        let statement = try connection.prepare("UPDATE item SET key = key || 'x' WHERE id IN (SELECT id FROM pick)")
        try connection.execute("BEGIN")
        defer { try? connection.execute("ROLLBACK") }
        return try bench.stopwatch.seconds { try statement.run() }
    }
}
