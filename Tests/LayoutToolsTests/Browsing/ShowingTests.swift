import LayoutCacheTools
import LayoutEngine
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// A layout of some items alone.
@Suite struct ShowingTests {
    @Test("It lays out the items as a data set of them alone would be", arguments: LayoutKind.allCases)
    func likeTheirOwn(kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 3) { seed in
            var random = SeededGenerator(seed: seed)
            let (test, _, _) = try TestStore.prepared(kind, seed, sections: 1...5, items: 0...30, using: &random)
            let chosen = try test.lines("SELECT id FROM item").compactMap(Int64.init)
                .filter { _ in Bool.random(using: &random) }
            let shown = try test.wall.showing(ids: chosen + [-77, .max])
            // The same store with everything else deleted is the oracle.
            let list = chosen.map(String.init).joined(separator: ",")
            try test.execute(
                "DELETE FROM item WHERE id NOT IN (\(list))",
                "DELETE FROM section WHERE id NOT IN (SELECT section_id FROM item)")
            try test.store.prepare("wall")
            try shown.prepare()
            let everything = LayoutRect(x: -1e6, y: -1e6, width: 2e6, height: 2e6)
            func elements(_ layout: StoredLayout) throws -> [String] {
                try layout.layoutAttributesForElements(in: everything).map {
                    "\($0.kind) \($0.itemID ?? -1) \($0.section ?? -1)/\($0.item) \($0.frame) \($0.zIndex)"
                }.sorted()
            }
            if try !test.wall.hasWrap { #expect(try elements(shown) == elements(test.wall), "seed \(seed)") }
            #expect(try shown.contentSize() == test.wall.contentSize(), "seed \(seed)")
        }
    }

    @Test("It keeps keys, payloads and measured sizes, and leaves the store as it was")
    func contents() throws {
        let test = try TestStore()
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (1, 'data')",
            "INSERT INTO section (id, dataset_id, position, title) VALUES (1, 1, 0, 'a'), (2, 1, 1, 'b')",
            """
            INSERT INTO item (id, section_id, position, key, height, payload)
            VALUES (1, 1, 0, 'x', 10, '{"title":"X"}'), (2, 2, 0, 'y', 10, NULL), (3, 2, 1, 'z', 10, NULL)
            """,
            "INSERT INTO measurement VALUES ('large', 3, NULL, 77)",
            "INSERT INTO section_measurement VALUES ('large', 1, NULL, NULL, NULL, 5), ('other', 2, NULL, 9, NULL, 9)")
        try test.store.define("wall", #"{"layout":"table"}"#, 320, 480, measure: "large")
        let wall = test.wall
        let shown = try wall.showing(ids: [3, 1, 3])
        let screen = LayoutRect(x: 0, y: 0, width: 320, height: 480)
        let elements = try shown.layoutAttributesForElements(in: screen, preparing: .visible)
        let cells = elements.filter { $0.kind == .cell }.compactMap(\.itemID)
        #expect(cells.sorted() == [1, 3])
        #expect(elements.first { $0.itemID == 3 }?.frame == LayoutRect(x: 0, y: 15, width: 320, height: 77))
        #expect(try shown.search("x").hits.first?.title == "X")
        #expect(try wall.preparationState() == .never)
        #expect(try wall.showing(ids: []).contentSize(preparing: .everything).height == 0)
        #expect(throws: LayoutError.self) { try test.store.layout("none").showing(ids: [1]) }
    }
}

extension StoredLayout { fileprivate var hasWrap: Bool { get throws { try read { $0.traits.wraps } } } }
