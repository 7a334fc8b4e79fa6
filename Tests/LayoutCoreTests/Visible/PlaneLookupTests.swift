import LayoutCore
import LayoutEngine
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing

/// Single items of a canvas, whose bands go by place.
struct PlaneLookupTests {
    @Test("Items of a canvas are found by index path and by id, also where they have moved since")
    func everyItem() throws {
        try TestSettings.forEachSeed(rounds: 4) { seed in
            var random = SeededGenerator(seed: seed)
            let items = seed % 2 == 0 ? 0...150 : 1100...1400
            let (test, _, _) = try TestStore.prepared(
                .canvas, seed, sections: 1...2, items: items, sliceDuration: .seconds(600), using: &random)
            let cells = try test.elements("item_frames", layout: "wall")
            try expectFound(cells, test, "seed \(seed), prepared")
            let (moved, reordered) = (Int.random(in: 1...4, using: &random), Int.random(in: 1...4, using: &random))
            try test.execute(
                "UPDATE item SET x = y, y = coalesce(x, 0) + 300 WHERE id % \(moved) = 0",
                "UPDATE item SET position = position + 1e6 WHERE id % \(reordered) = 0")
            try expectFound(cells, test, "seed \(seed), stale")
            try test.store.prepare("wall")
            try expectFound(test.elements("item_frames", layout: "wall"), test, "seed \(seed), prepared again")
        }
    }

    @Test("An item that has come into a long section since the canvas was laid out has no index path there")
    func otherSection() throws {
        let test = try TestStore.ofOneSection(
            items: 1200, width: "20", height: "20", definition: #"{"layout":"canvas"}"#)
        try test.execute(
            "INSERT INTO section (id, dataset_id, position) SELECT 2, dataset_id, 2 FROM section",
            "INSERT INTO item (id, section_id, position, width, height, x, y) VALUES (5000, 2, 1, 20, 20, 70, 80)")
        try test.store.prepare("wall")
        #expect(try test.wall.indexPath(of: .id(5000)) == ItemIndexPath(section: 1, item: 0))
        try test.execute("UPDATE item SET section_id = 1, position = 5000 WHERE id = 5000")
        #expect(try test.wall.indexPath(of: .id(5000)) == nil)
        try test.store.prepare("wall")
        #expect(try test.wall.indexPath(of: .id(5000)) == ItemIndexPath(section: 0, item: 1200))
    }

    private func expectFound(_ cells: [ElementRow], _ test: TestStore, _ comment: String) throws {
        let snapshot = try test.wall.snapshot()
        defer { snapshot.close() }
        for cell in stride(from: 0, to: cells.count, by: max(1, cells.count / 150)).map({ cells[$0] }) {
            let path = ItemIndexPath(section: try #require(cell.section), item: cell.item)
            let found = try snapshot.layoutAttributesForItem(at: path).map(ElementRow.init)
            #expect(found == cell, "\(comment), \(path)")
            #expect(try snapshot.indexPath(of: .id(try #require(cell.itemID))) == path, "\(comment), \(path)")
        }
    }
}
