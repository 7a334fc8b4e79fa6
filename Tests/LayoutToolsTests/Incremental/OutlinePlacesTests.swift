import LayoutEngine
import LayoutRepair
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutCacheTools
import LayoutShowing

/// The effect of collapsed items on anchors, snapshots, searches and rows, computed by hand.
@Suite struct OutlinePlacesTests {
    /// Sections of ten items that are 20 points high, at the levels 0 1 2 2 1 0 1 1 0 0.
    private func makeStore() throws -> TestStore {
        let test = try TestStore()
        try test.fill(
            0...19, sections: 2, "id, section_id, position, key, height, level",
            "100 + i, 1 + i / 10, i, 'k' || i, 20, nullif(substr('0122101100', 1 + i % 10, 1) + 0, 0)")
        try test.prepareWall(#"{"layout":"table","header":{"height":30},"footer":{"height":10}}"#)
        return test
    }

    private func collapse(_ test: TestStore, _ keys: String...) throws {
        try test.wall.collapse(keys.map(ItemReference.key))
        try test.store.prepare("wall")
    }

    private func expand(_ test: TestStore, _ keys: String...) throws {
        try test.wall.expand(keys.map(ItemReference.key))
        try test.store.prepare("wall")
    }

    private func shownKeys(_ snapshot: LayoutSnapshot) throws -> [[String]] {
        try (0..<snapshot.numberOfSections).map { section in
            let items = try (0..<snapshot.numberOfItems(inSection: section)).map { item in
                try #require(try snapshot.key(of: ItemIndexPath(section: section, item: item)))
            }
            #expect(try items.isEmpty || !snapshot.isCollapsed(section: section))
            return items
        }
    }

    @Test("A branch ends with its section, whose footer follows the collapsed item")
    func endOfSection() throws {
        let test = try makeStore()
        try test.execute("UPDATE item SET level = 1 WHERE id IN (108, 109)")
        try collapse(test, "k5")
        #expect(try shownKeys(test.wall.snapshot()).map(\.count) == [6, 10])
        #expect(try test.wall.contentSize().height == 400)
        // An item that comes to the end of the branch is hidden, and one that does not belong to it is not.
        try test.execute("INSERT INTO item (section_id, key, height, level) VALUES (1, 'in', 20, 3)")
        try test.store.prepare("wall")
        #expect(try shownKeys(test.wall.snapshot())[0].last == "k5")
        try test.execute("INSERT INTO item (section_id, key, height) VALUES (1, 'out', 20)")
        try test.store.prepare("wall")
        #expect(try shownKeys(test.wall.snapshot())[0].suffix(2) == ["k5", "out"])
        #expect(try test.store.verify(deep: true).isWhole)
    }

    @Test("A level that is left out nests by comparison alone, and a negative one is refused")
    func levels() throws {
        let test = try makeStore()
        try test.execute(
            "UPDATE item SET level = 0 WHERE id = 110", "UPDATE item SET level = 5 WHERE id = 111",
            "UPDATE item SET level = 3 WHERE id = 112", "UPDATE item SET level = NULL WHERE id > 112")
        try collapse(test, "k11")
        #expect(try shownKeys(test.wall.snapshot())[1].count == 10)
        try collapse(test, "k10")
        #expect(try shownKeys(test.wall.snapshot())[1].prefix(2) == ["k10", "k13"])
        #expect(throws: (any Error).self) { try test.execute("UPDATE item SET level = -1 WHERE id = 113") }
    }

    @Test("An anchor on a hidden item leads to the item that hides it, and back to it when it is shown")
    func anchors() throws {
        let test = try makeStore()
        try test.execute("UPDATE layout SET container_height = 50 WHERE name = 'wall'")
        try test.store.prepare("wall")
        let anchor = try #require(
            try test.wall.anchor(ofItemAt: ItemIndexPath(section: 0, item: 3), at: LayoutPoint(x: 0, y: 90)))
        #expect(anchor.itemID == 103 && anchor.distance == 0)
        try collapse(test, "k1")
        for known in [anchor, ScrollAnchor(edge: .start, itemID: 103), ScrollAnchor(edge: .start, key: "k3")] {
            let found = try test.wall.anchoredOffset(for: known)
            #expect(found.offset.y == 50 && !found.isEstimated, "\(known): \(found)")
        }
        try collapse(test, "k0")
        #expect(try test.wall.anchoredOffset(for: anchor).offset.y == 30)
        try expand(test, "k0", "k1")
        #expect(try test.wall.anchoredOffset(for: anchor).offset.y == 90)
    }

    @Test("A search finds hidden items, and says which item hides them")
    func search() throws {
        let test = try makeStore()
        try collapse(test, "k0")
        let hits = try test.wall.search("k3").hits
        #expect(hits.count == 1)
        let hit = try #require(hits.first)
        #expect(hit.isHidden && hit.section == 0 && hit.item == nil && hit.itemID == 103 && hit.hidingItemID == 100)
        #expect(hit.frame.y == 30 && hit.frame.height == 20)
    }

    @Test("Counts, ranks, places and rows of backgrounds leave out what is hidden, in Swift and in SQL")
    func counts() throws {
        let test = try makeStore()
        try test.define("wall", #"{"layout":"table","background":{},"header":{"height":30}}"#, 320, 480)
        try test.execute("UPDATE item SET level = 1 WHERE id IN (118, 119)")
        try collapse(test, "k0", "k15")
        #expect(try test.wall.snapshot().itemCounts() == [6, 6])
        #expect(try test.first("SELECT item_count FROM layout_status WHERE layout = 'wall'", as: Int.self) == 12)
        #expect(try test.count("element_frames WHERE layout = 'wall' AND item_id IS NOT NULL AND shown") == 12)
        #expect(try test.count("item_frames WHERE layout = 'wall' AND NOT shown AND item IS NULL AND y IS NULL") == 8)
        #expect(try test.wall.indexPath(of: .key("k5")) == ItemIndexPath(section: 0, item: 1))
        #expect(try test.wall.indexPath(of: .key("k3")) == nil)
        #expect(try test.wall.snapshot().rank(of: .key("k10")) == 6)
        #expect(try test.wall.snapshot().indexPath(atRank: 6) == ItemIndexPath(section: 1, item: 0))
        let cells = try test.wall.layoutAttributesForElements(in: LayoutRect(x: 0, y: 0, width: 320, height: 1000))
            .filter { $0.kind == .cell }
        #expect(cells.last?.itemID == 115 && cells.last?.rowPosition == .last)
        #expect(cells.first?.rowPosition == .first && cells[1].rowPosition == .middle)
    }

    @Test("A fold goes with its item and its layout, follows their names and ids, and is refused without them")
    func rowsOfFolds() throws {
        let test = try makeStore()
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (2, 'others')",
            "INSERT INTO section (id, dataset_id, position) VALUES (9, 2, 0)",
            "INSERT INTO item (id, section_id, position) VALUES (900, 9, 0)")
        for (layout, item) in [("none", 100), ("wall", 900), ("wall", 99)] {
            #expect(throws: (any Error).self, "\(layout) \(item)") {
                try test.execute("INSERT INTO collapsed_item (layout, item_id) VALUES ('\(layout)', \(item))")
            }
        }
        try test.execute(
            "INSERT INTO collapsed_item (layout, item_id) VALUES ('wall', 100), ('wall', 101), ('wall', 105)")
        #expect(throws: (any Error).self) { try test.execute("UPDATE collapsed_item SET item_id = 106") }
        func rows() throws -> [String] { try test.lines("SELECT layout, item_id FROM collapsed_item ORDER BY 1, 2") }
        try test.execute("DELETE FROM item WHERE id = 100")
        try test.execute("UPDATE item SET id = 107007 WHERE id = 101")
        try test.execute("UPDATE layout SET name = 'hall' WHERE name = 'wall'")
        #expect(try rows() == ["hall|105", "hall|107007"])
        try test.execute("REPLACE INTO item (id, section_id, position) VALUES (300, 1, 5)")
        #expect(try rows() == ["hall|107007"])
        try test.execute("DELETE FROM layout WHERE name = 'hall'")
        #expect(try rows().isEmpty)
    }

    @Test("A layout whose lines hold several items refuses a fold, and shows all where it becomes one")
    func otherKinds() throws {
        let test = try makeStore()
        try collapse(test, "k0")
        for definition in [#"{"layout":"flow"}"#, #"{"layout":"table","columns":2}"#, #"{"layout":"canvas"}"#] {
            try test.define("wall", definition, 320, 480)
            #expect(throws: LayoutError.self, "\(definition)") { try test.wall.collapse([.key("k5")]) }
            try test.store.prepare("wall")
            #expect(throws: (any Error).self, "\(definition)") {
                try test.execute("INSERT INTO collapsed_item (layout, item_id) VALUES ('wall', 105)")
            }
            #expect(try shownKeys(test.wall.snapshot()).map(\.count) == [10, 10], "\(definition)")
        }
        try test.define("wall", #"{"layout":"table"}"#, 320, 480)
        try test.store.prepare("wall")
        #expect(try shownKeys(test.wall.snapshot()).map(\.count) == [6, 10])
        #expect(throws: LayoutError.self) { try test.wall.collapse([.key("k5"), .key("none")]) }
        #expect(try test.count("collapsed_item") == 1)
    }

    @Test("Collapsing a large branch writes some rows and lays out two bands, and expanding it lays out nothing")
    func largeBranch() throws {
        let test = try TestStore(limits: BandLimits())
        try test.fill(
            0...39_999, "id, section_id, position, height, level",
            "1 + i, 1, i, 20 + i % 7, CASE WHEN i IN (0, 10000, 25000) THEN 0 ELSE 1 + i % 8 END")
        try test.prepareWall(#"{"layout":"table","header":{"height":30},"pinHeaders":true}"#)
        let full = try test.wall.contentSize()
        for round in 0..<3 {
            for isCollapsed in [true, false] {
                let item = ItemReference.id(10001)
                try isCollapsed ? test.wall.collapse([item]) : test.wall.expand([item])
                let before = try test.store.pool.write { $0.totalChanges }
                let report = try test.store.prepare("wall")
                let written = try test.store.pool.write { $0.totalChanges } - before
                // The first fold cuts bands, for which a new layout may have to make room.
                let isFirst = isCollapsed && round == 0
                #expect(
                    written < (isFirst ? 2000 : 100) && report.elementsWritten <= (isFirst ? 256 : 0),
                    "\(written) rows, \(report)")
                #expect(try test.wall.snapshot().numberOfItems(inSection: 0) == (isCollapsed ? 25001 : 40000))
            }
        }
        #expect(try test.wall.contentSize() == full)
        // Levels that were inserted by hand are read where a fold needs them.
        #expect(try test.count("lc_run WHERE least_level IS NULL") > 20)
        #expect(try test.store.verify(deep: true).isWhole)
    }
}
