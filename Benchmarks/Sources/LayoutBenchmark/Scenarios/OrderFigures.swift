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
                container: Self.screen.size)
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
        try measureUse(of: store, connection)
    }

    /// A screen, a tick and a changed height in an order by the key, beside the same in its source.
    private func measureUse(of store: LayoutStore, _ connection: Connection) throws {
        // In an order by the height, an item with another height moves.
        try store.removeDataset("order")
        try store.follow(Following(dataset: "data", as: "keys", order: "key"))
        let layouts = try ["data", "keys"].map { name in
            try store.defineLayout(
                name, dataset: name, definition: .table(TableDefinition()), container: Self.screen.size)
            return store.layout(name)
        }
        for layout in layouts { try layout.prepare() }
        var places = try layouts.map { try Places($0, size: Self.screen.size, seed: bench.numbers(16)) }
        func samples(_ runs: Int, _ operation: @escaping (Int) throws -> Void) throws -> [Samples] {
            try Interleaving.samples(rounds: 10, runs: runs, of: [0, 1].map { index in { try operation(index) } })
        }
        let screens = try samples(200) { index in
            _ = try layouts[index].layoutAttributesForElements(in: places[index].next())
        }
        var rects = [places[0].next(), places[1].next()]
        let lengths = try layouts.map { try $0.contentSize().height }
        let ticks = try samples(200) { index in
            rects[index].y += Self.screen.height / 20
            if rects[index].maxY > lengths[index] { rects[index] = places[index].next() }
            _ = try layouts[index].layoutAttributesForElements(in: rects[index])
        }
        var numbers = bench.numbers(17)
        let update = try connection.prepare("UPDATE item SET height = height + ?2 WHERE id = ?1")
        let resizes = try samples(20) { index in
            update.bindAll(
                Int64.random(in: 1...Int64(rows), using: &numbers), Double.random(in: -1...1, using: &numbers))
            try update.run()
            try layouts[index].prepare()
        }
        for (name, samples) in [("visible", screens), ("tick", ticks), ("resize", resizes)] {
            try bench.add(
                Figure(
                    "following.\(name)", items: rows, value: samples[1].median / samples[0].median, unit: .ratio,
                    target: .atMost(1.2),
                    note: "\(ReadableNumber.duration(samples[1].median)) in the order, beside its source"))
        }
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
