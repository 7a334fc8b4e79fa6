internal import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite

/// A prepared table whose items are changed: one operation is a change and all its consequences until the layout is
/// whole again.
final class EditSubject {
    let items: Int
    let layout: StoredLayout
    /// How long it took to prepare everything.
    let preparationSeconds: Double
    /// The most rows of attributes that one resize has written.
    private(set) var mostRows = 0
    /// … and the most beyond the elements of the item's band.
    private(set) var mostRowsBeyondBand = 0

    private let store: LayoutStore
    /// How many items the sections have, which are all alike.
    private let sectionLength: Int
    private let inspector: Connection
    /// A table of the same items in a separate file, without triggers.
    private let bare: Connection
    private var numbers: SeededNumbers
    private var insertedKeys = 0

    init(_ dataSet: DataSet, numbers: SeededNumbers) throws {
        items = dataSet.shape.items
        store = dataSet.store
        layout = try dataSet.layout(.table)
        preparationSeconds = dataSet.preparationSeconds[LayoutSample.table.name] ?? .nan
        inspector = try Connection(path: store.path, mode: .readOnly)
        self.numbers = numbers
        let snapshot = try layout.snapshot()
        sectionLength = try snapshot.numberOfItems(inSection: 0)
        snapshot.close()
        let path = store.path + TemporaryDirectory.companionSuffix
        bare = try Connection(path: path, mode: .create)
        try bare.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        try bare.run("ATTACH ?1 AS store", store.path)
        try bare.execute(
            """
            CREATE TABLE IF NOT EXISTS item (id INTEGER PRIMARY KEY, section_id, position, key, width, height, payload);
            INSERT OR IGNORE INTO item SELECT id, section_id, position, key, width, height, payload FROM store.item;
            DETACH store
            """
        )
    }

    deinit {
        inspector.close()
        bare.close()
    }

    /// Resizes an item at a random place and prepares.
    func resize() throws {
        try store.apply([randomResize()], to: DataSet.name)
        try layout.prepare()
    }

    /// Resizes many items at random places, one after the other, and prepares once.
    func resizeMany(_ count: Int) throws {
        let changes = (0..<count).map { _ in randomResize() }
        try store.apply(changes, to: DataSet.name)
        try layout.prepare()
    }

    /// Resizes a number of neighbours at a random place, as self-sizing cells do, and prepares.
    func resizeNeighbours(_ count: Int) throws {
        try store.apply(neighbours(count), to: DataSet.name)
        try layout.prepare()
    }

    /// Stores the measured sizes of a screen's cells, lays them out, and reads the visible part that keeps the first of
    /// them in place.
    func measureScreen(_ count: Int) throws {
        let start = Double.random(in: 0..<1, using: &numbers)
        let top = try layout.contentOffset(atFraction: start)
        guard let anchor = try layout.anchor(at: top) else { throw BenchmarkError("there is nothing to keep in place") }
        let sizes = (anchor.indexPath.item..<anchor.indexPath.item + count).map {
            ItemSize(
                .indexPath(ItemIndexPath(section: anchor.indexPath.section, item: $0)), height: randomHeight())
        }
        let outcome = try layout.storeSizes(
            Array(sizes.prefix(max(0, sectionLength - anchor.indexPath.item))), from: .user, keeping: anchor)
        _ = try layout.layoutAttributesForElements(
            in: LayoutRect(origin: outcome.contentOffset, size: LayoutSample.container))
    }

    /// The least that a changed size can cost: one statement by the item's id, and a commit.
    func updateBare() throws {
        try bare.run(
            "UPDATE item SET height = ?2 WHERE id = ?1", Int64.random(in: 1...Int64(items), using: &numbers),
            randomHeight())
    }

    private func neighbours(_ count: Int) -> [DatasetChange] {
        let first = Int.random(in: 0..<max(1, items - count), using: &numbers)
        return (first..<min(items, first + count)).map {
            .resizeItem(.key("K\($0)"), width: nil, height: .points(randomHeight()))
        }
    }

    /// Inserts an item near the middle of the first section and prepares.
    func insert(atIndex index: Int) throws {
        insertedKeys += 1
        let item = SourceItem(key: "inserted \(insertedKeys)", width: 100, height: randomHeight())
        try store.apply([.insertItem(item, at: ItemIndexPath(section: 0, item: index))], to: DataSet.name)
        try layout.prepare()
    }

    /// Deletes an item near the middle of the first section and prepares.
    func delete(atIndex index: Int) throws {
        try store.apply([.deleteItem(.indexPath(ItemIndexPath(section: 0, item: index)))], to: DataSet.name)
        try layout.prepare()
    }

    /// Resizes an item and compares the rows written with the elements of its band.
    func countRows() throws {
        let key = randomKey()
        let elements =
            try inspector.first(
                """
                SELECT b.element_count FROM item AS i
                CROSS JOIN lc_band AS b ON b.section_id = i.section_id AND b.first_position <= i.position
                WHERE i.key = ?1 ORDER BY b.first_position DESC LIMIT 1
                """,
                key, as: Int.self
            ) ?? 0
        try store.apply([.resizeItem(.key(key), width: nil, height: .points(randomHeight()))], to: DataSet.name)
        let written = try layout.prepare().elementsWritten
        mostRows = max(mostRows, written)
        mostRowsBeyondBand = max(mostRowsBeyondBand, written - elements)
    }

    private func randomResize() -> DatasetChange {
        .resizeItem(.key(randomKey()), width: nil, height: .points(randomHeight()))
    }

    private func randomKey() -> String {
        "K\(Int.random(in: 0..<items, using: &numbers))"
    }

    private func randomHeight() -> Double {
        Double(Int.random(in: 40 * 64...200 * 64, using: &numbers)) / 64
    }
}
