import Foundation
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// A store with a layout of each kind that has separate storage, prepared, to be damaged.
struct DamagedStore {
    let test: TestStore
    static let layouts = ["flow", "cards", "pages", "plan", "wall"]

    /// Made once: each test damages a copy.
    private static let whole = Result { try makeWhole() }

    /// Its elements while it is whole.
    static let prepared = Result { try DamagedStore().elements() }

    /// A store after ``prepareEverything()``.
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
        try test.fill(
            1...150, sections: 3, "id, section_id, position, key, width, height, x, y",
            "i, 1 + i % 3, i, 'k' || i, 32 * (1 + i % 2), 10 + i % 11 * 5, i % 13 * 40, i % 17 * 30")
        // In two steps, since no two sections may have one position.
        for position in ["position + 10", "id"] {
            try test.execute("UPDATE section SET title = 's' || id, position = \(position)")
        }
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
            try test.define(name, definition, 384, 480)
            try test.store.prepare(name)
        }
        test.store.close()
        return test
    }

    var store: LayoutStore { test.store }

    /// The path of its file.
    var path: String { store.path }

    /// One that is closed.
    static func closed() throws -> DamagedStore {
        let damaged = try DamagedStore()
        damaged.store.close()
        return damaged
    }

    /// Damages it through a separate connection, with the checks of tables off.
    func strike(_ statements: [String]) throws {
        try Connection.at(path) { connection in
            for statement in ["PRAGMA ignore_check_constraints = ON"] + statements { try connection.execute(statement) }
        }
    }

    /// The bytes of its file.
    func bytes() throws -> [UInt8] { Array(try test.directory.contents(of: "store.db")) }

    /// Replaces the bytes of its file, which has no log then.
    func write(_ bytes: [UInt8]) throws {
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    /// The texts of a query's first column, from its closed file.
    func names(_ sql: String) throws -> [String] { try Connection.at(path, .readOnly) { try $0.names(sql) } }

    /// Expects the report of a repair to be clean.
    @discardableResult
    func expectRepaired(deep: Bool = false, _ context: String = "", sourceLocation: SourceLocation = #_sourceLocation)
        throws -> VerificationReport
    {
        let report = try LayoutStore.verify(at: path, repair: true, deep: deep)
        #expect(report.isWhole, "\(context): \(report)", sourceLocation: sourceLocation)
        return report
    }

    /// All elements of all layouts.
    func elements() throws -> [String: [ElementRow]] {
        var elements: [String: [ElementRow]] = [:]
        for name in Self.layouts { elements[name] = try test.elements("element_frames", layout: name) }
        return elements
    }

    /// Reads everything that there is to read.
    func readEverything() throws {
        _ = try store.status()
        for name in Self.layouts {
            let layout = store.layout(name)
            let rect = LayoutRect(x: -100, y: -100, width: 2000, height: 4000)
            _ = try layout.layoutAttributesForElements(in: rect).count
            _ = try layout.layoutAttributesForItem(at: [1, 3])
            _ = try layout.contentSize()
        }
    }

    /// Lays out everything again: some items of each section change, the first time.
    func prepareEverything() throws {
        try test.execute("UPDATE item SET height = 77 WHERE id % 10 = 3")
        for name in Self.layouts { try store.prepare(name) }
    }
}
