import Foundation
import LayoutSQLite
import LayoutTestSupport
@testable import LayoutCache

/// A store with a layout of each kind that has separate storage, prepared, to be damaged.
struct DamagedStore {
    let test: TestStore
    static let layouts = ["flow", "cards", "pages", "plan", "wall"]

    /// Made once: each test damages a copy.
    private static let whole = Result { try makeWhole() }

    /// Its elements while it is whole.
    static let prepared = Result { try DamagedStore().elements() }

    /// The same after ``prepareEverything()``.
    static let preparedAgain = Result {
        let store = try DamagedStore()
        try store.prepareEverything()
        return try store.elements()
    }

    init() throws {
        let whole = try Self.whole.get()
        let directory = try ScratchDirectory()
        try FileManager.default.copyItem(atPath: whole.store.path, toPath: directory.file("store.db"))
        test = TestStore(
            directory: directory, store: try LayoutStore(path: directory.file("store.db"), limits: TestStore.tinyLimits)
        )
    }

    private static func makeWhole() throws -> TestStore {
        let test = try TestStore()
        try test.execute("INSERT INTO dataset (id, name) VALUES (1, 'data')")
        for section in 1...3 {
            try test.execute(
                """
                INSERT INTO section (id, dataset_id, position, title)
                VALUES (\(section), 1, \(section), 's\(section)')
                """
            )
        }
        try test.execute(
            """
            INSERT INTO item (id, section_id, position, key, width, height, x, y)
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
            SELECT i, 1 + i % 3, i, 'k' || i, 32 * (1 + i % 2), 10 + i % 11 * 5, i % 13 * 40, i % 17 * 30 FROM n
            """)
        let container = LayoutSize(width: 384, height: 480)
        let definitions = [
            #"{"layout":"flow","header":{"height":20},"pinHeaders":true,"footer":{"height":5}}"#,
            #"{"layout":"card","itemPitch":40,"header":{"width":320,"height":50}}"#,
            """
            {"layout":"compositional","sections":[{"group":{"axis":"horizontal","size":{"width":200,"height":50},
            "subitems":[{"size":{"width":90,"height":40},
            "supplementaries":[{"elementKind":"badge","size":{"width":8,"height":8},
            "anchor":["top","trailing"]}]}]},"orthogonalScrolling":"continuous",
            "decorations":[{"elementKind":"background"}],
            "boundaryItems":[{"elementKind":"header","size":{"width":{"fractionalWidth":1},"height":20},
            "alignment":"top"}]}]}
            """,
            #"{"layout":"canvas"}"#,
            #"{"layout":"waterfall","columns":3,"columnSpacing":0,"itemSpacing":8,"wraps":true}"#,
        ]
        for (name, definition) in zip(layouts, definitions) {
            try test.store.defineLayout(
                name, dataset: "data", definition: LayoutDefinition(json: definition), container: container)
            try test.store.prepare(name)
        }
        test.store.close()
        return test
    }

    var store: LayoutStore { test.store }

    /// Damages it through a separate connection, with the checks of tables off.
    func strike(_ statements: [String]) throws {
        let connection = try Connection(path: store.path, mode: .readWrite)
        defer { connection.close() }
        try connection.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements { try connection.execute(statement) }
    }

    /// All elements of all layouts.
    func elements() throws -> [String: [ElementRow]] {
        var elements: [String: [ElementRow]] = [:]
        for name in Self.layouts { elements[name] = try test.elements("element_frames", layout: name) }
        return elements
    }

    /// Has everything read that there is to read.
    func readEverything() throws {
        _ = try store.status()
        for name in Self.layouts {
            let layout = store.layout(name)
            let rect = LayoutRect(x: -100, y: -100, width: 2000, height: 4000)
            let found = try layout.layoutAttributesForElements(in: rect)
            _ = try layout.layoutAttributesForItem(at: ItemIndexPath(section: 1, item: 3))
            _ = try layout.contentSize()
            _ = found.count
        }
    }

    /// Has everything laid out again: some items of each section change, the first time.
    func prepareEverything() throws {
        try test.execute("UPDATE item SET height = 77 WHERE id % 10 = 3")
        for name in Self.layouts { try store.prepare(name) }
    }
}
