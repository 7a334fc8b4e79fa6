import LayoutEngine
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing

import LayoutCore
import LayoutCacheTools

/// Going from hit to hit, in the order of the layout.
@Suite struct NextHitTests {
    /// Items whose ids are in another order than their places, in three sections.
    private func store(items: Int = 9000) throws -> TestStore {
        let test = try TestStore(limits: BandLimits())
        try test.fill(
            1...items, sections: 3, "id, section_id, position, key, height, payload",
            """
            i, 1 + i % 3, -i, 'k' || i, 20, json_object('title',
              CASE WHEN i % 500 = 7 THEN 'Wild basil ' || i ELSE 'Weed ' || i END)
            """)
        try test.prepareWall(#"{"layout":"table"}"#)
        return test
    }

    /// The items that a search finds altogether, in the order of the layout.
    private func all(_ layout: StoredLayout, _ text: String) throws -> [ItemIndexPath] {
        var (found, cursor): ([ItemIndexPath], SearchSlice.Cursor?) = ([], nil)
        repeat {
            let slice = try layout.search(text, after: cursor)
            found += slice.hits.compactMap { hit in hit.item.map { ItemIndexPath(section: hit.section, item: $0) } }
            cursor = slice.next
        } while cursor != nil
        return found.sorted()
    }

    private func walk(_ layout: StoredLayout, _ text: String, isBackward: Bool) throws -> [ItemIndexPath] {
        var found: [ItemIndexPath] = []
        while found.count < 100,
            let next = try layout.nextItem(
                holding: text, after: found.last.map(ItemReference.indexPath), isBackward: isBackward)
        { found.append(next) }
        return found
    }

    @Test("Hits follow one another in the order of the layout, both ways, without and with an index")
    func bothWays() throws {
        let test = try store()
        for isIndexed in [false, true] {
            if isIndexed {
                try test.store.indexItems(of: "data", fields: ["title"])
                // The index does not know them.
                try test.execute(
                    "UPDATE item SET payload = json_object('title', 'basil') WHERE id = 4000",
                    "UPDATE item SET payload = NULL WHERE id = 1507")
                try test.wall.prepare()
            }
            for text in TestSettings.drawn(2, of: ["basil", "BAS wild", "weed 8999", "k77", "weed", "nothing"]) {
                let hits = try all(test.wall, text)
                #expect(try walk(test.wall, text, isBackward: false) == Array(hits.prefix(100)), "\(text)")
                #expect(try walk(test.wall, text, isBackward: true) == Array(hits.reversed().prefix(100)), "\(text)")
            }
            #expect(try walk(test.wall, "basil", isBackward: false).count == 18)
        }
    }

    @Test("A search begins after an item, whether it is a hit or not")
    func start() throws {
        let test = try store()
        let hits = try all(test.wall, "basil")
        for path in [ItemIndexPath(section: 0, item: 0), ItemIndexPath(section: 1, item: 1500), hits[3]] {
            let next = try test.wall.nextItem(holding: "basil", after: .indexPath(path))
            #expect(next == hits.first { $0 > path })
            let before = try test.wall.nextItem(holding: "basil", after: .indexPath(path), isBackward: true)
            #expect(before == hits.last { $0 < path })
        }
        #expect(throws: LayoutError.self) { try test.wall.nextItem(holding: "basil", after: .key("none")) }
    }

    @Test("A long search reports how far it has come")
    func cancel() throws {
        let test = try store(items: 60_000)
        var counts: [Int] = []
        #expect(try test.wall.nextItem(holding: "missing", progress: { counts.append($0.count) }) == nil)
        #expect(counts == counts.sorted() && counts.last == 60_000)
        // A part takes a while: this one is cut short after one window.
        let first = try test.wall.searchPlace(of: .indexPath(ItemIndexPath(section: 0, item: 0)))
        let slice = try test.wall.nextHit(of: "missing", from: first, within: .zero)
        #expect(slice.count == 1024 && slice.hit == nil && slice.next != nil)
        #expect(SearchSlice.Place(slice.next?.text ?? "") == slice.next)
    }

    @Test("A search ends with its task")
    func cancellation() async throws {
        let wall = try store(items: 60_000).wall
        let search = Task { try await wall.nextItem(holding: "missing", isBackward: true) }
        search.cancel()
        await #expect(throws: LayoutError.self) { try await search.value }
    }

    @Test("A layout that was never laid out has hits once the search may lay it out")
    func unprepared() throws {
        let test = try store(items: 100)
        try test.define("new", #"{"layout":"table"}"#, 320, 480)
        let layout = test.store.layout("new")
        #expect(try layout.nextItem(holding: "basil") == nil)
        #expect(try layout.nextItem(holding: "basil", preparing: .visible) == test.wall.nextItem(holding: "basil"))
    }

    @Test("Hits of collapsed sections are passed over")
    func collapsed() throws {
        let test = try store()
        let hits = try all(test.wall, "basil")
        try test.execute("INSERT INTO collapsed (layout, section_id) VALUES ('wall', 2)")
        try test.wall.prepare()
        #expect(try walk(test.wall, "basil", isBackward: false) == hits.filter { $0.section != 1 })
    }
}
