import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

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
            // Any number is an id, 0 and the negative of another one among them.
            try test.execute("UPDATE section SET id = 2 - id")
            try fuzz.run(test, data, seed: seed, using: &random)
        }
    }

    /// A definition that keeps sections without items: else a collapsed one counts as one without.
    static func definition(_ kind: LayoutKind, using random: inout SeededGenerator) -> RandomDefinition {
        while true {
            let drawn = RandomDefinition(kind, using: &random)
            if !"\(drawn)".contains("\"emptySections\":\"hide\"") { return drawn }
        }
    }

    /// Collapses or expands some section.
    static func fold(_ test: TestStore, using random: inout SeededGenerator) throws -> String? {
        guard let id = try test.lines("SELECT id FROM section WHERE dataset_id = 1").randomElement(using: &random)
        else { return nil }
        return Bool.random(using: &random)
            ? "INSERT INTO collapsed (layout, section_id) VALUES ('wall', \(id)) ON CONFLICT DO NOTHING"
            : "DELETE FROM collapsed WHERE layout = 'wall' AND section_id = \(id)"
    }

    @Test("Collapsing a large section writes some rows and lays out nothing, and so does expanding it")
    func largeSection() throws {
        let test = try TestStore()
        try test.fill(0...2999, sections: 3, "section_id, position, height", "1 + i / 1000, i, 20 + i % 7")
        try test.prepareWall(#"{"layout":"table","header":{"height":30},"pinHeaders":true}"#)
        let full = try test.wall.contentSize()
        let inner = try test.wall.layoutAttributesForItem(at: ItemIndexPath(section: 2, item: 5))
        try test.wall.collapse(sections: [1])
        for isCollapsed in [true, false] {
            if !isCollapsed { try test.wall.expand(sections: [1]) }
            let before = try test.store.pool.write { $0.totalChanges }
            let report = try test.store.prepare("wall")
            let written = try test.store.pool.write { $0.totalChanges } - before
            #expect(written < 200 && report.elementsWritten < 2, "\(written) rows, \(report)")
            #expect(try test.lines("SELECT layout || section_id FROM collapsed") == (isCollapsed ? ["wall2"] : []))
            #expect(try test.wall.snapshot().numberOfItems(inSection: 1) == (isCollapsed ? 0 : 1000))
        }
        #expect(try test.wall.contentSize() == full)
        try test.define("plane", #"{"layout":"canvas"}"#, 320, 480)
        #expect(throws: LayoutError.self) { try test.store.layout("plane").collapse(sections: [0]) }
        #expect(try test.wall.layoutAttributesForItem(at: ItemIndexPath(section: 2, item: 5)) == inner)
    }

    @Test(
        "A collapsed section with a header is among those that take room, where empty ones take none",
        arguments: [
            "", #""separators":{"between":"sections"},"#,
            #""header":{"height":10},"separators":{"between":"sections"},"#,
            #""header":{"height":10},"separators":{"between":"sections"},"pinHeaders":true,"#,
        ])
    func besideHiddenSections(header: String) throws {
        let test = try TestStore()
        try test.fill(0...29, sections: 4, "section_id, position, height", "2 + i % 3, i, 20")
        try test.prepareWall(
            """
            {"layout":"table",\(header)"sectionSpacing":8,"emptySections":"hide","listFooter":{"height":5}}
            """)
        let headerHeight = header.contains("header") ? 10 : 0
        for collapsed in [[1], [1, 2], [2], [], [3], [1, 2, 3], [1, 3], [2, 3]] {
            try test.wall.expand(sections: [1, 2, 3])
            try test.wall.collapse(sections: collapsed)
            // Bands to lay out are shown until they are.
            if collapsed.count == 3 { try test.execute("UPDATE item SET height = 39 - height") }
            let rowHeight = try #require(try test.first("SELECT CAST(height AS INTEGER) FROM item", as: Int.self))
            try test.store.prepare("wall")
            var (y, places) = (0, [String]())
            for section in 1...3 where headerHeight > 0 || !collapsed.contains(section) {
                places += (y > 0 && !header.isEmpty ? ["\(y - 4)"] : []) + (headerHeight > 0 ? ["\(y)"] : [])
                y += headerHeight + (collapsed.contains(section) ? 0 : 10 * rowHeight) + 8
            }
            y = max(y - 8, 0)
            places.append("\(y)")
            let middles = """
                SELECT CAST(y + iif(element_kind = 'separator', height / 2, 0) AS INTEGER) FROM element_frames
                WHERE layout = 'wall' AND kind <> 'cell' ORDER BY y
                """
            #expect(try test.lines(middles) == places, "\(collapsed)")
            #expect(try test.wall.contentSize().height == Double(y + 5), "\(collapsed)")
            #expect(try test.lines("SELECT CAST(content_height AS INTEGER) FROM layout_status") == ["\(y + 5)"])
            #expect(try test.store.verify(deep: true).isWhole, "\(collapsed)")
        }
    }

    @Test("Of sections that collapse together, each has the header that its index gives")
    func definedOneByOne() throws {
        let sections = (0..<9).map { index in
            #"{"group":{"axis":"vertical","size":{"width":9,"height":9},"subitems":[{"size":{"width":9,"height":9}}]},"#
                + #""boundaryItems":[{"elementKind":"h","size":{"width":9,"height":\#(9 + index)},"alignment":"top"}]}"#
        }
        let test = try TestStore()
        try test.fill(0...8, sections: 9, "section_id, position", "1 + i, i")
        try test.prepareWall(#"{"layout":"compositional","sections":[\#(sections.joined(separator: ","))]}"#)
        try test.wall.collapse(sections: Array(1...6))
        try test.store.prepare("wall")
        #expect(try test.store.verify(deep: true).problems == [])
    }

    @Test("A store that was just opened knows which section was the first that takes room")
    func firstOfReopened() throws {
        var test = try TestStore()
        try test.fill(0...3, sections: 3, "section_id, position", "2 + i % 2, i")
        try test.prepareWall(#"{"layout":"table","emptySections":"hide","separators":{"between":"sections"}}"#)
        let edits = [("INSERT INTO item (section_id) VALUES (1)", "12"), ("DELETE FROM item WHERE id = 5", "2")]
        for (edit, separated) in edits {
            try test.execute(edit)
            test = try test.reopened().prepared()
            let sections = try test.lines("SELECT section FROM element_frames WHERE kind <> 'cell' ORDER BY 1")
            #expect(sections.joined() == separated)
        }
    }
}
