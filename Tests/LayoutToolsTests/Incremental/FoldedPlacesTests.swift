import LayoutEngine
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutCacheTools
import LayoutRepair
import LayoutShowing

/// Anchors, snapshots and searches beside collapsed sections.
@Suite struct FoldedPlacesTests {
    /// Three sections of ten items that are 20 points high, each below a header of 30 points.
    private func makeStore() throws -> TestStore {
        let test = try TestStore()
        try test.fill(
            0...29, sections: 3, "id, section_id, position, key, height", "100 + i, 1 + i / 10, i, 'k' || i, 20")
        try test.execute("UPDATE section SET title = 'title ' || id")
        try test.prepareWall(#"{"layout":"table","header":{"height":30},"pinHeaders":true}"#)
        return test
    }

    private func fold(_ test: TestStore, _ sections: [Int], collapses: Bool = true) throws {
        try collapses ? test.wall.collapse(sections: sections) : test.wall.expand(sections: sections)
        try test.store.prepare("wall")
    }

    @Test("An anchor on a hidden item leads to the header that hides it, and back to the item when it is shown")
    func anchors() throws {
        let test = try makeStore()
        let anchor = try #require(
            try test.wall.anchor(ofItemAt: ItemIndexPath(section: 1, item: 4), at: LayoutPoint(x: 0, y: 340)))
        #expect(anchor.itemID == 114 && anchor.distance == 0)
        try fold(test, [0, 1])
        // A container as high as the content would not scroll at all.
        try test.execute("UPDATE layout SET container_height = 50 WHERE name = 'wall'")
        try test.store.prepare("wall")
        for known in [
            anchor, ScrollAnchor(edge: .start, itemID: 114), ScrollAnchor(edge: .start, key: "k14"),
            ScrollAnchor(edge: .start, indexPath: ItemIndexPath(section: 1, item: 4)),
        ] {
            let found = try test.wall.anchoredOffset(for: known)
            #expect(found.offset.y == 30 && !found.isEstimated, "\(known): \(found)")
        }
        let bottom = try test.wall.anchoredOffset(for: ScrollAnchor(edge: .end, key: "k14", distance: -5))
        #expect(bottom.offset.y == 60 + 5 - 50)
        try fold(test, [1], collapses: false)
        #expect(try test.wall.anchoredOffset(for: anchor).offset.y == 30 + 30 + 80)
    }

    @Test("Two layouts that collapse different sections of the same length differ in their items")
    func twoLayouts() throws {
        let test = try makeStore()
        try test.define("hall", #"{"layout":"flow"}"#, 320, 480)
        try test.store.layout("hall").collapse(sections: [1])
        try test.wall.collapse(sections: [0])
        for name in ["wall", "hall"] { try test.store.prepare(name) }
        let (wall, hall) = (try test.wall.snapshot(), try test.store.layout("hall").snapshot())
        #expect(!wall.hasSameData(as: hall))
        let difference = try hall.difference(from: wall)
        #expect(difference.insertedItems.map(\.section) == Array(repeating: 0, count: 10))
        #expect(difference.deletedItems.map(\.section) == Array(repeating: 1, count: 10))
    }

    @Test("A search finds hidden items, and says which section hides them")
    func search() throws {
        let test = try makeStore()
        try fold(test, [1])
        let hits = try test.wall.search("k1").hits
        #expect(hits.contains { $0.key == "k1" && $0.item == 1 && !$0.isHidden })
        let hidden = hits.filter(\.isHidden)
        #expect(hidden.map(\.key) == (10...19).map { "k\($0)" })
        #expect(hidden.allSatisfy { $0.section == 1 && $0.item == nil && $0.frame.y == 230 && $0.frame.height == 30 })
    }
}
