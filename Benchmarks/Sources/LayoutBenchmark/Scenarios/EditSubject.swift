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

    private let store: LayoutStore
    /// How many items the sections have, which are all alike.
    private let sectionLength: Int
    /// A table of the same items in a separate file, without triggers.
    private let bare: Connection
    private var numbers: SeededNumbers
    private var insertedKeys = 0

    init(_ dataSet: DataSet, numbers: SeededNumbers) throws {
        items = dataSet.shape.items
        store = dataSet.store
        layout = try dataSet.layout(.table)
        preparationSeconds = dataSet.preparationSeconds[LayoutSample.table.name] ?? .nan
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
            """)
    }

    deinit { bare.close() }

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

    /// Stores the measured sizes of a screen's cells, lays them out, and reads the visible part that keeps the first of
    /// them in place.
    func measureScreen(_ count: Int) throws {
        let start = Double.random(in: 0..<1, using: &numbers)
        let top = try layout.contentOffset(atFraction: start)
        guard let anchor = try layout.anchor(at: top) else { throw BenchmarkError("there is nothing to keep in place") }
        let sizes = (anchor.indexPath.item..<anchor.indexPath.item + count).map {
            ItemSize(.indexPath(ItemIndexPath(section: anchor.indexPath.section, item: $0)), height: randomHeight())
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

    /// Inserts an item near the middle of the first section and prepares.
    func insert(atIndex index: Int) throws {
        insertedKeys += 1
        let item = SourceItem(key: "inserted \(insertedKeys)", width: 100, height: randomHeight())
        try store.apply([.insertItem(item, at: ItemIndexPath(section: 0, item: index))], to: DataSet.name)
        try layout.prepare()
    }

    private func randomResize() -> DatasetChange {
        .resizeItem(.key(randomKey()), width: nil, height: .points(randomHeight()))
    }

    private func randomKey() -> String { "K\(Int.random(in: 0..<items, using: &numbers))" }

    private func randomHeight() -> Double { Double(Int.random(in: 40 * 64...200 * 64, using: &numbers)) / 64 }
}
