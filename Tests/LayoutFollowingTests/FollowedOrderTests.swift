import LayoutEngine
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair
import LayoutShowing

/// Several orders of the same items, and the way from one to another.
@Suite struct FollowedOrderTests {
    private static let table = #"{"layout":"table","estimatedRowHeight":30}"#

    /// A store with the layouts “wall” and “sorted”, which show the same sixty items.
    private func makeStore(
        _ json: String = table, section: String? = nil, order: String? = "height DESC, key"
    ) throws -> TestStore {
        let test = try TestStore()
        try test.fill(
            0...59, sections: 3, "id, section_id, position, key, height, span, payload",
            "100 + i, 1 + i % 3, i, 'k' || i, 20 + i * 7 % 11, nullif(i % 4, 3), json_object('g', i % 5)")
        try test.prepareWall(json)
        try test.store.follow(Following(dataset: "data", as: "order", section: section, order: order))
        try test.store.define("sorted", json, 320, 480, dataset: "order")
        try test.store.prepare("sorted")
        return test
    }

    @Test(
        "A collection view that applies the difference goes from one order to the other",
        arguments: [nil, "payload ->> 'g'"])
    func difference(section: String?) throws {
        let test = try makeStore(section: section)
        let sorted = try test.lines("SELECT id FROM section WHERE dataset_id = 2 ORDER BY position").map {
            try test.lines(
                "SELECT o.key FROM item AS i JOIN item AS o ON o.id = i.original_id WHERE i.section_id = \($0) "
                    + "ORDER BY i.position")
        }
        let (own, other) = (try test.wall.snapshot(), try test.store.layout("sorted").snapshot())
        let there = try other.difference(from: own)
        // Sections of other titles come with their items.
        #expect(there.movedItems.isEmpty == (section != nil))
        #expect(SnapshotModel.applying(there, to: try test.keys(), new: sorted) == sorted)
        let back = try own.difference(from: other)
        #expect(SnapshotModel.applying(back, to: sorted, new: try test.keys()) == (try test.keys()))
    }

    @Test(
        "An anchor that was taken in one order is restored on the same item in another one", arguments: [40, 300, 700])
    func anchors(offset: Double) throws {
        let test = try makeStore()
        let sorted = test.store.layout("sorted")
        var anchor = try #require(try test.wall.anchor(at: LayoutPoint(x: 0, y: offset), edge: .start))
        anchor.key = nil
        let item = ItemReference.id(try #require(anchor.itemID))
        func frame(_ layout: StoredLayout) throws -> LayoutRect? {
            try layout.indexPath(of: item).flatMap { try layout.layoutAttributesForItem(at: $0)?.frame }
        }
        let (own, other) = (try #require(try frame(test.wall)), try #require(try frame(sorted)))
        let restored = try sorted.contentOffset(for: anchor)
        let limit = try sorted.contentSize().height - 480
        #expect(restored.y == min(max(0, other.y - (own.y - offset)), limit))
    }

    @Test("Items cover as many columns as the originals, and stick where these do, also after a change")
    func spans() throws {
        let test = try makeStore(
            #"{"layout":"waterfall","columns":3,"sticky":{}}"#, section: "section.position", order: nil)
        func frames(_ layout: String, from y: Double = 0) throws -> [LayoutRect] {
            try test.store.layout(layout).layoutAttributesForElements(
                in: LayoutRect(x: 0, y: y, width: 320, height: 1e6)
            ).map(\.frame)
        }
        let first = try frames("wall")
        #expect(try frames("sorted") == first && first.contains { $0.width > 200 })
        try test.execute("UPDATE item SET span = 2, sticky_level = 0 WHERE id = 107")
        for name in ["wall", "sorted"] { try test.store.prepare(name) }
        #expect(try frames("sorted") == frames("wall"))
        #expect(try frames("wall") != first)
        let stuck = try frames("wall", from: 600.5)
        #expect(try frames("sorted", from: 600.5) == stuck && stuck.contains { $0.y == 600.5 })
    }

    @Test("A size that is measured for an item in one order shows in each order with the same measure, and in no other")
    func measures() throws {
        let test = try makeStore(section: "payload ->> 'g'")
        for (name, dataset) in [("own", "data"), ("measured", "order")] {
            try test.store.define(name, Self.table, 320, 480, dataset: dataset, measure: "cells")
            try test.store.prepare(name)
        }
        func heights(_ key: String) throws -> [Double] {
            try ["own", "measured", "wall", "sorted"].map { name in
                let layout = test.store.layout(name)
                let place = try #require(try layout.indexPath(of: .key(key)))
                return try #require(try layout.layoutAttributesForItem(at: place, preparing: .visible)).frame.height
            }
        }
        #expect(try heights("k3") == [30, 30, 30, 30])
        let sizes = (3...40).map { ItemSize(.key("k\($0)"), height: 70 + Double($0)) }
        _ = try test.store.layout("measured").storeSizes(sizes)
        #expect(try heights("k3") == [73, 73, 30, 30])
        #expect(try heights("k40") == [110, 110, 25, 25])
        _ = try test.store.prepareAll()
        let report = try test.store.verify(deep: true)
        #expect(report.isWhole && report.mistakes == [])
    }
}
