import LayoutEngine
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutCacheTools
import LayoutRepair
import LayoutShowing

/// Anchors, snapshots, searches and other writers beside collapsed sections.
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

    @Test("A difference across a fold names the items that came and went, beside any other change")
    func differences() throws {
        try Self.expectDifferences(in: makeStore) { test, random in
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                try fold(test, [Int.random(in: 0..<3, using: &random)], collapses: Bool.random(using: &random))
            }
            guard Bool.random(using: &random) else { return }
            let id = Int.random(in: 100..<130, using: &random)
            try test.execute(
                "DELETE FROM item WHERE id = \(id)",
                "UPDATE item SET position = position + 0.0625 WHERE id = \(229 - id)")
            try test.store.prepare("wall")
        }
    }

    /// Expects the difference across each random change to lead from the items before it to those after it. A held
    /// snapshot stays as it was.
    static func expectDifferences(
        in makeStore: () throws -> TestStore, _ change: (TestStore, inout SeededGenerator) throws -> Void
    ) throws {
        try TestSettings.forEachSeed(rounds: 3) { seed in
            var random = SeededGenerator(seed: seed)
            let test = try makeStore()
            for round in 0..<8 {
                let former = try test.wall.snapshot()
                let known = try shownKeys(former)
                try change(test, &random)
                let present = try test.wall.snapshot()
                let difference = try present.difference(from: former)
                let context: Comment = "seed \(seed), round \(round): \(difference)"
                let now = try shownKeys(present)
                #expect(SnapshotModel.applying(difference, to: known, new: now) == now, context)
                #expect(try present.agrees(with: difference, from: former), context)
                #expect(try shownKeys(former) == known, context)
                former.close()
            }
        }
    }

    static func shownKeys(_ snapshot: LayoutSnapshot) throws -> [[String]] {
        try (0..<snapshot.numberOfSections).map { section in
            let items = try (0..<snapshot.numberOfItems(inSection: section)).map { item in
                try #require(try snapshot.key(of: ItemIndexPath(section: section, item: item)))
            }
            #expect(try items.isEmpty || !snapshot.isCollapsed(section: section))
            return items
        }
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

    @Test("Counts, ranks and places leave out what is hidden, in Swift and in SQL")
    func counts() throws {
        let test = try makeStore()
        try fold(test, [0])
        #expect(try test.wall.snapshot().itemCounts() == [0, 10, 10])
        #expect(try test.first("SELECT item_count FROM layout_status WHERE layout = 'wall'", as: Int.self) == 20)
        #expect(try test.count("element_frames WHERE layout = 'wall' AND item_id IS NOT NULL AND shown") == 20)
        #expect(try test.count("item_frames WHERE layout = 'wall' AND NOT shown AND item IS NULL AND y IS NULL") == 10)
        #expect(try test.wall.indexPath(of: .key("k10")) == ItemIndexPath(section: 1, item: 0))
        #expect(try test.wall.indexPath(of: .key("k3")) == nil)
    }

    @Test(
        "Another process collapses and expands while a preparation of the layout runs",
        .enabled(if: Shell.path != nil, "there is no sqlite3 shell"))
    func otherProcess() throws {
        let test = try makeStore()
        let shell = try ShellProcess(test.store.path)
        for round in 0..<6 {
            try test.execute("UPDATE item SET height = 20 + (id + \(round)) % 5")
            let section = 1 + round % 3
            var slices = 0
            try test.store.prepare("wall") { _ in
                slices += 1
                guard slices == 1 else { return }
                try shell.execute([
                    round < 4
                        ? "INSERT INTO collapsed VALUES ('wall', \(section)) ON CONFLICT DO NOTHING"
                        : "DELETE FROM collapsed WHERE section_id = \(section)"
                ])
            }
            // A fold that came after the last slice waits for this.
            try test.store.prepare("wall")
            #expect(slices > 0)
            let reference = try test.reference("wall")
            try expectSameElements(
                test.elements("element_frames", layout: "wall"), reference.elements, "round \(round)")
            let report = try test.store.verify(deep: true)
            #expect(report.isWhole, "\(report.problems)")
        }
        try shell.leave()
    }
}
