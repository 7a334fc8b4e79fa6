import LayoutRepair
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// Collapsed items of outlines, against layouts of data sets without what they hide.
@Suite struct OutlineFoldingTests {
    @Test("A collapsed item hides its branch, in any mix of nested folds, edits and preparations")
    func foldedIsWithoutItems() throws {
        let fuzz = FoldingFuzz(folds: 0...4, definition: Self.definition, fold: Self.fold)
        try TestSettings.forEachSeed(rounds: 12) { seed in
            var random = SeededGenerator(seed: seed &* 47 &+ 5)
            let (test, _, data) = try TestStore.random(.table, sections: 1...4, items: 0...150, using: &random)
            let shift = Int.random(in: 0..<97, using: &random)
            try test.execute("UPDATE item SET level = CASE WHEN id % 5 THEN (id * 7919 + \(shift)) % 97 % 4 END")
            try fuzz.run(test, data, seed: seed, using: &random)
        }
    }

    @Test("Collapsing thousands of branches at once writes some rows for each")
    func manyBranches() throws {
        let test = try TestStore(limits: BandLimits())
        try test.fill(0...19_999, "section_id, position, height, level", "1, i, 20 + i % 7, i % 4")
        try test.prepareWall(#"{"layout":"table"}"#)
        try test.wall.collapse(stride(from: 1, to: 20000, by: 4).map { ItemReference.id(Int64($0)) })
        let before = try test.store.pool.write { $0.totalChanges }
        try test.store.prepare("wall")
        let written = try test.store.pool.write { $0.totalChanges } - before
        #expect(try test.wall.snapshot().numberOfItems(inSection: 0) == 5000)
        // Two bands, and what belongs to them.
        #expect(written < 40 * 5000, "\(written) rows")
        #expect(try test.store.verify(deep: true).isWhole)
    }

    @Test("An item that stands for another one is collapsed by either id", arguments: ["id", "original_id"])
    func standIns(id: String) throws {
        let test = try TestStore.ofTable(items: 4)
        try test.store.follow(Following(dataset: "data", as: "tree"))
        try test.execute("UPDATE item SET level = original_id > 1 WHERE original_id IS NOT NULL")
        try test.store.defineLayout("tree", dataset: "tree", definition: .table(), container: TestStore.tableContainer)
        try test.execute("INSERT INTO collapsed_item SELECT 'tree', \(id) FROM item WHERE original_id = 1")
        try test.store.prepare("tree")
        #expect(try test.lines("SELECT item_id FROM element_frames WHERE layout = 'tree'") == ["1"])
        #expect(try test.store.layout("tree").snapshot().isCollapsed(.indexPath([0, 0])))
        #expect(try test.store.verify(deep: true).isWhole)
        try test.execute("DELETE FROM lc_band WHERE slot > (SELECT slot FROM lc_band WHERE hidden_until IS NOT NULL)")
        #expect(try test.store.verify().problems.contains { $0.contains("does not hide") })
        try test.store.layout("tree").expand([.id(1)])
        #expect(try test.count("collapsed_item") == 0)
    }

    /// A table of one column, or at times another one, which shows all items.
    private static func definition(using random: inout SeededGenerator) -> RandomDefinition {
        while true {
            let drawn = FoldingTests.definition(.table, using: &random)
            if !"\(drawn)".contains("\"columns\"") || Int.random(in: 0..<8, using: &random) == 0 { return drawn }
        }
    }

    /// Collapses or expands some item or section, or changes the level of an item.
    static func fold(_ test: TestStore, using random: inout SeededGenerator) throws -> String? {
        let items = try test.lines(
            "SELECT i.id FROM item AS i JOIN section AS s ON s.id = section_id WHERE dataset_id = 1")
        let sections = try test.lines("SELECT id FROM section WHERE dataset_id = 1")
        guard let id = items.randomElement(using: &random), let section = sections.randomElement(using: &random) else {
            return nil
        }
        return switch Int.random(in: 0..<10, using: &random) {
        case 0..<5: "INSERT INTO collapsed_item (layout, item_id) VALUES ('wall', \(id)) ON CONFLICT DO NOTHING"
        case 5, 6: "DELETE FROM collapsed_item WHERE item_id IN (SELECT item_id FROM collapsed_item LIMIT 2)"
        case 7: "UPDATE item SET level = \(Int.random(in: 0...5, using: &random)) WHERE id = \(id)"
        case 8: "INSERT INTO collapsed (layout, section_id) VALUES ('wall', \(section)) ON CONFLICT DO NOTHING"
        default: "DELETE FROM collapsed WHERE layout = 'wall'"
        }
    }
}
