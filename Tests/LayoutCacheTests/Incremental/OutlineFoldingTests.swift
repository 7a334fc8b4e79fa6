import LayoutEngine
import LayoutRepair
import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// Collapsed items of outlines, against layouts of data sets without what they hide.
@Suite struct OutlineFoldingTests {
    @Test("A collapsed item hides its branch, in any mix of nested folds, edits and preparations")
    func foldedIsWithoutItems() throws {
        try TestSettings.forEachSeed(rounds: 12) { seed in
            var random = SeededGenerator(seed: seed &* 47 &+ 5)
            let (test, _, data) = try TestStore.random(.table, sections: 1...4, items: 0...150, using: &random)
            try test.execute("UPDATE item SET level = CASE WHEN id % 5 THEN abs(random() % 4) END")
            let layout = Self.definition(using: &random)
            try test.define("wall", layout)
            var script = EditScript(test, data, "seed \(seed), \(layout)")
            for _ in 0..<12 {
                for _ in 0..<Int.random(in: 0...4, using: &random) { try fold(test, &script, using: &random) }
                if Bool.random(using: &random) {
                    try script.change(times: Int.random(in: 1...3, using: &random), using: &random)
                }
                switch Int.random(in: 0..<6, using: &random) {
                case 0:
                    let size = try test.wall.contentSize()
                    let rect = LayoutRect(
                        x: 0, y: Double.random(in: 0...max(1, size.height), using: &random), width: 300, height: 200)
                    script.note("prepare in \(rect)")
                    try test.wall.prepare(in: rect)
                case 1:
                    let other = Self.definition(using: &random)
                    script.note("redefine \(other)")
                    try test.define("wall", other)
                case 2:
                    script.note("prepare in slices, until one is interrupted")
                    do {
                        try test.store.prepare("wall") { _ in
                            try fold(test, &script, using: &random)
                            if Int.random(in: 0..<3, using: &random) == 0 { throw Interruption() }
                            if Bool.random(using: &random) { try script.change(using: &random) }
                            guard script.lines.count < 120 else { throw Interruption() }
                        }
                    } catch is Interruption {}
                default: break
                }
                script.note("prepare")
                try test.store.prepare("wall")
                guard try expectFolded(test, "\(script)", using: &random) else { return }
            }
            guard try expectFolded(test.reopened(), "\(script), reopened", using: &random) else { return }
        }
    }

    private struct Interruption: Error {}

    /// A table of one column, or at times another one, which shows all items.
    private static func definition(using random: inout SeededGenerator) -> RandomDefinition {
        while true {
            let drawn = RandomDefinition(.table, using: &random)
            if "\(drawn)".contains("\"emptySections\":\"hide\"") { continue }
            if !"\(drawn)".contains("\"columns\"") || Int.random(in: 0..<8, using: &random) == 0 { return drawn }
        }
    }

    /// Collapses or expands some item or section, or changes the level of an item.
    private func fold(_ test: TestStore, _ script: inout EditScript, using random: inout SeededGenerator) throws {
        let items = try test.lines(
            "SELECT i.id FROM item AS i JOIN section AS s ON s.id = section_id WHERE dataset_id = 1")
        let sections = try test.lines("SELECT id FROM section WHERE dataset_id = 1")
        guard let id = items.randomElement(using: &random), let section = sections.randomElement(using: &random) else {
            return
        }
        let sql =
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                "INSERT INTO collapsed_item (layout, item_id) VALUES ('wall', \(id)) ON CONFLICT DO NOTHING"
            case 5, 6:
                "DELETE FROM collapsed_item WHERE item_id IN (SELECT item_id FROM collapsed_item LIMIT 2)"
            case 7: "UPDATE item SET level = \(Int.random(in: 0...5, using: &random)) WHERE id = \(id)"
            case 8: "INSERT INTO collapsed (layout, section_id) VALUES ('wall', \(section)) ON CONFLICT DO NOTHING"
            default: "DELETE FROM collapsed WHERE layout = 'wall'"
            }
        script.note(sql)
        // A table of several columns refuses it.
        _ = try test.store.pool.write { try $0.executesUnlessRefused(sql) }
    }

    private func expectFolded(_ test: TestStore, _ context: String, using random: inout SeededGenerator) throws -> Bool
    {
        let reference = try test.reference("wall")
        let size = try test.wall.contentSize()
        #expect(size == reference.contentSize, "\(context)")
        let rects = [
            LayoutRect(x: -1000, y: -1000, width: size.width + 2000, height: size.height + 2000),
            LayoutRect(
                x: Double(Int.random(in: 0...Int(size.width), using: &random)),
                y: Double(Int.random(in: 0...Int(size.height), using: &random)), width: 200, height: 300),
        ]
        for rect in rects {
            let found = try test.wall.layoutAttributesForElements(in: rect).map(ElementRow.init)
            guard expectSameElements(found, reference.elements(in: rect), "\(rect), \(context)"),
                try test.expectVisible(in: rect, found, context)
            else { return false }
        }
        guard
            try expectSameElements(
                test.elements("element_frames", layout: "wall"), reference.elements, "element_frames, \(context)")
        else { return false }
        var paths: [Int64: ItemIndexPath] = [:]
        for element in reference.elements where element.kind == "cell" {
            if let id = element.itemID { paths[id] = element.indexPath }
        }
        let items = "SELECT i.id FROM item AS i JOIN section AS s ON s.id = i.section_id WHERE dataset_id = 1"
        for id in try test.lines(items).compactMap(Int64.init) {
            #expect(try test.wall.indexPath(of: .id(id)) == paths[id], "item \(id), \(context)")
        }
        let counts = try test.lines("SELECT item_count FROM section_frames WHERE layout = 'wall' ORDER BY section")
        #expect(counts == reference.sections.map { "\($0.items.count)" }, "\(context)")
        let verification = try test.store.verify(deep: true)
        #expect(verification.isClean, "\(verification.problems), \(context)")
        return size == reference.contentSize && verification.isClean
    }
}
