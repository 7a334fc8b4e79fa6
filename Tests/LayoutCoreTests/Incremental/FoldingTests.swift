import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// Collapsed sections, against layouts of data sets without what they hide.
@Suite struct FoldingTests {
    /// A canvas has no sections that could be collapsed.
    private static let kinds = LayoutKind.allCases.filter { $0 != .canvas }

    @Test("A collapsed section is its header, in any mix of folds, edits and preparations", arguments: kinds)
    func foldedIsWithoutItems(_ kind: LayoutKind) throws {
        let fuzz = FoldingFuzz(folds: 0...2, definition: { Self.definition(kind, using: &$0) }, fold: Self.fold)
        try TestSettings.forEachSeed(rounds: 2) { seed in
            var random = SeededGenerator(seed: seed &* 43 &+ 11)
            let (test, _, data) = try TestStore.random(kind, sections: 1...7, items: 0...90, using: &random)
            try fuzz.run(test, data, seed: seed, using: &random)
        }
    }

    /// A definition that keeps sections without items: else a collapsed one counts as one without.
    private static func definition(_ kind: LayoutKind, using random: inout SeededGenerator) -> RandomDefinition {
        while true {
            let drawn = RandomDefinition(kind, using: &random)
            if !"\(drawn)".contains("\"emptySections\":\"hide\"") { return drawn }
        }
    }

    /// Collapses or expands some section.
    private static func fold(_ test: TestStore, using random: inout SeededGenerator) throws -> String? {
        guard let id = try test.lines("SELECT id FROM section WHERE dataset_id = 1").randomElement(using: &random)
        else { return nil }
        return Bool.random(using: &random)
            ? "INSERT INTO collapsed (layout, section_id) VALUES ('wall', \(id)) ON CONFLICT DO NOTHING"
            : "DELETE FROM collapsed WHERE layout = 'wall' AND section_id = \(id)"
    }

    @Test("Collapsing a large section writes some rows and lays out nothing, and so does expanding it")
    func largeSection() throws {
        let test = try TestStore()
        try test.execute([
            "INSERT INTO dataset (id, name) VALUES (1, 'data')",
            "INSERT INTO section (id, dataset_id, position) VALUES (1, 1, 0), (2, 1, 1), (3, 1, 2)",
            """
            WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29999)
            INSERT INTO item (section_id, position, height) SELECT 1 + i / 10000, i, 20 + i % 7 FROM n
            """,
        ])
        try test.define("wall", #"{"layout":"table","header":{"height":30},"pinHeaders":true}"#, 320, 480)
        try test.store.prepare("wall")
        let full = try test.wall.contentSize()
        let inner = try test.wall.layoutAttributesForItem(at: ItemIndexPath(section: 2, item: 5))
        try test.wall.collapse(sections: [1])
        for isCollapsed in [true, false] {
            if !isCollapsed { try test.wall.expand(sections: [1]) }
            let before = try test.store.pool.write { $0.totalChanges }
            let report = try test.store.prepare("wall")
            let written = try test.store.pool.write { $0.totalChanges } - before
            #expect(written < 200 && report.elementsWritten < 2, "\(written) rows, \(report)")
            let collapsed = "SELECT coalesce(group_concat(section_id), '') FROM collapsed WHERE layout = 'wall'"
            #expect(try test.first(collapsed, as: String.self) == (isCollapsed ? "2" : ""))
            #expect(try test.wall.snapshot().numberOfItems(inSection: 1) == (isCollapsed ? 0 : 10000))
        }
        #expect(try test.wall.contentSize() == full)
        #expect(try test.wall.layoutAttributesForItem(at: ItemIndexPath(section: 2, item: 5)) == inner)
    }

    @Test("A fold goes with its section and its layout, follows their names and ids, and is refused without them")
    func rowsOfFolds() throws {
        let test = try TestStore()
        try test.execute([
            "INSERT INTO dataset (id, name) VALUES (1, 'data'), (2, 'others')",
            "INSERT INTO section (id, dataset_id, position) VALUES (1, 1, 0), (2, 1, 1), (3, 1, 2), (4, 2, 0)",
        ])
        try test.define("wall", #"{"layout":"table","header":{"height":30}}"#, 320, 480)
        for (layout, section) in [("none", 1), ("wall", 4), ("wall", 99)] {
            #expect(throws: (any Error).self, "\(layout) \(section)") {
                try test.execute("INSERT INTO collapsed (layout, section_id) VALUES ('\(layout)', \(section))")
            }
        }
        try test.execute("INSERT INTO collapsed (layout, section_id) VALUES ('wall', 1), ('wall', 2), ('wall', 3)")
        #expect(throws: (any Error).self) { try test.execute("UPDATE collapsed SET section_id = 4") }
        func rows() throws -> [String] { try test.lines("SELECT layout, section_id FROM collapsed ORDER BY 1, 2") }
        try test.execute("DELETE FROM section WHERE id = 1")
        try test.execute("UPDATE section SET id = 7 WHERE id = 2")
        try test.execute("UPDATE layout SET name = 'hall' WHERE name = 'wall'")
        #expect(try rows() == ["hall|3", "hall|7"])
        try test.execute("REPLACE INTO section (id, dataset_id, position) VALUES (9, 1, 2)")
        #expect(try rows() == ["hall|7"])
        try test.execute("DELETE FROM layout WHERE name = 'hall'")
        #expect(try rows().isEmpty)
        try test.define("plane", #"{"layout":"canvas"}"#, 320, 480)
        #expect(throws: LayoutError.self) { try test.store.layout("plane").collapse(sections: [0]) }
    }
}
