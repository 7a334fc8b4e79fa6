import LayoutCore
import LayoutEngine
import LayoutTestSupport
import Testing

/// Single items of a canvas, whose bands go by place.
struct PlaneLookupTests {
    @Test("Items of a canvas are found by index path and by id, also where they have moved since")
    func everyItem() throws {
        try TestSettings.forEachSeed(rounds: 4) { seed in
            var random = SeededGenerator(seed: seed)
            // Short sections are searched block by block, and long ones by the R*Tree.
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
