internal import LayoutCache
internal import LayoutEngine
internal import LayoutSQLite

/// A prepared layout whose items are changed: one operation is a change and all its consequences until the layout is
/// whole again.
final class EditSubject {
    let layout: StoredLayout
    /// How long it took to prepare everything.
    let preparationSeconds: Double
    var numbers: SeededNumbers

    private let items: Int
    /// How many items the sections have, which are all alike.
    private let sectionLength: Int
    private let store: LayoutStore
    /// A table of the same items in a separate file, without triggers.
    private let bare: Connection
    private let barePath: String
    private var insertedKeys = 0

    init(_ dataSet: DataSet, _ sample: LayoutSample, numbers: SeededNumbers) throws {
        (items, sectionLength) = (dataSet.shape.items, dataSet.shape.sectionLength)
        store = dataSet.store
        layout = try dataSet.layout(sample)
        preparationSeconds = dataSet.preparing(sample).value
        self.numbers = numbers
        barePath = store.path + ".bare"
        bare = try Connection(path: barePath, mode: .create)
        try bare.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        try bare.run("ATTACH ?1 AS store", store.path)
        try bare.execute(
            """
            CREATE TABLE item (id INTEGER PRIMARY KEY, section_id, position, key, width, height, x, y, payload);
            INSERT INTO item SELECT id, section_id, position, key, width, height, x, y, payload FROM store.item;
            DETACH store
            """)
    }

    deinit {
        bare.close()
        try? DatabaseFiles.remove(at: barePath)
    }

    /// Changes items and prepares.
    func edit(_ changes: [DatasetChange]) throws {
        try store.apply(changes, to: DataSet.name)
        try layout.prepare()
    }

    /// Resizes items at random places, one after the other, and prepares once.
    func resize(_ count: Int = 1) throws {
        try edit(
            (0..<count).map { _ in .resizeItem(randomItem(), width: nil, height: .points(randomHeight())) })
    }

    /// Stores the measured sizes of a screen's cells, lays them out, and reads the visible part that keeps the first of
    /// them in place.
    func measureScreen(_ count: Int) throws {
        let top = try layout.contentOffset(atFraction: Double.random(in: 0..<1, using: &numbers))
        guard let anchor = try layout.anchor(at: top) else { throw BenchmarkError("there is nothing to keep in place") }
        let sizes = (anchor.indexPath.item..<min(anchor.indexPath.item + count, sectionLength)).map {
            ItemSize(.indexPath(ItemIndexPath(section: anchor.indexPath.section, item: $0)), height: randomHeight())
        }
        let outcome = try layout.storeSizes(sizes, from: .user, keeping: anchor)
        _ = try layout.layoutAttributesForElements(
            in: LayoutRect(origin: outcome.contentOffset, size: LayoutSample.container))
    }

    /// The least that a change can cost: one statement by the item's id, and a commit.
    func updateBare(_ assignments: String = "height = ?2") throws {
        try bare.run(
            "UPDATE item SET \(assignments) WHERE id = ?1", Int64.random(in: 1...Int64(items), using: &numbers),
            randomHeight())
    }

    /// Inserts an item in the first section and prepares.
    func insert(atIndex index: Int) throws {
        insertedKeys += 1
        let item = SourceItem(key: "inserted \(insertedKeys)", width: 100, height: randomHeight())
        try edit([.insertItem(item, at: ItemIndexPath(section: 0, item: index))])
    }

    func randomItem() -> ItemReference { .key("K\(Int.random(in: 0..<items, using: &numbers))") }

    private func randomHeight() -> Double { numbers.length(in: 40...200) }
}
