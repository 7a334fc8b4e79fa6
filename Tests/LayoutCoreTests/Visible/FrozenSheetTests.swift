import LayoutSQLite
@testable import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// Sheets with frozen rows and columns, against the rule applied to each cell.
@Suite struct FrozenSheetTests {
    @Test("The visible cells of sheets with frozen rows and columns follow the rule")
    func frozenIsBruteForce() throws {
        try TestSettings.forEachSeed(rounds: 10) { seed in
            var random = SeededGenerator(seed: seed &* 11 &+ 1)
            let columns = Int.random(in: 1...9, using: &random)
            let layout = definition(columns: columns, &random)
            let test = try TestStore(limits: seed % 2 == 0 ? TestStore.tinyLimits : BandLimits())
            try test.execute(
                RandomDataSet().statements(
                    sections: Int.random(in: 0..<3, using: &random) == 0 ? Int.random(in: 2...4, using: &random) : 1,
                    items: 0...120, using: &random))
            if seed % 3 == 0 {
                try test.execute("UPDATE item SET span = 1 + id % 3, row_span = 1 + id % 2 WHERE id % 7 = 0")
            }
            try test.define("wall", layout)
            try test.store.prepare("wall")
            if seed % 2 == 0 {
                try test.execute("DELETE FROM item WHERE id % 5 = \(seed % 5)")
                try test.store.prepare("wall")
            }
            #expect(try test.store.verify(deep: true).isWhole, "seed \(seed), \(layout)")
            let reference = try test.reference("wall")
            let definition = try layout.definition
            let sheet = try #require(definition.kind.definition(as: SpreadsheetDefinition.self))
            let twin = SheetTwin(
                reference: reference, sheet: sheet, container: layout.container, isMirrored: definition.rightToLeft)
            for _ in 0..<10 {
                let rect = rect(reference, &random)
                let expected = twin.elements(in: rect)
                let context = "\(rect), seed \(seed), \(layout)"
                guard expectSameElements(try test.visible(in: rect, context), expected, context) else { return }
                let eye = self.rect(reference, &random)
                let moved = twin.elements(in: rect, visible: eye)
                let around = try test.wall.layoutAttributesForElements(in: rect, visible: eye)
                guard expectSameElements(around.map(ElementRow.init), moved, "eye \(eye), \(context)") else { return }
            }
        }
    }

    @Test("Each section may freeze other lines, and a preparation of what is visible finds them")
    func ownLines() throws {
        let test = try TestStore()
        try test.fill(0...599, sections: 2, "section_id, position", "1 + i / 300, i")
        try test.define(
            "wall", #"{"layout":"spreadsheet","columns":3,"rowHeight":10,"frozenTrailingRows":1}"#, 300, 100)
        let wall = test.wall
        func frames(_ y: Double) throws -> [Int: LayoutRect] {
            let found = try wall.layoutAttributesForElements(
                in: LayoutRect(x: 0, y: y, width: 90, height: 100), preparing: .visible)
            return Dictionary(uniqueKeysWithValues: found.filter { $0.item % 3 == 0 }.map { ($0.item / 3, $0.frame) })
        }
        // Nothing is laid out yet, and the last row shows.
        #expect(try frames(300)[99]?.y == 390)
        try test.execute(#"UPDATE section SET definition = '{"frozenRows":2,"frozenTrailingRows":0}' WHERE id = 1"#)
        let shown = try frames(300)
        #expect(shown[99] == nil && shown[0]?.y == 300 && shown[1]?.y == 310 && shown.count > 6)
        try test.execute("UPDATE section SET definition = NULL WHERE id = 1")
        try test.store.prepare("wall")
        #expect(try frames(300)[99]?.y == 390)
        #expect(try test.store.verify(deep: true).isWhole)
    }

    @Test("Mirrored sheets of unequal widths all end at the right edge of the widest, or of a container that is wider")
    func unequalWidths() throws {
        let test = try TestStore()
        try test.fill(0...5, sections: 3, "section_id, position", "1 + i % 3, i")
        try test.execute(#"UPDATE section SET definition = '{"columnWidths":[30,50],"columns":3}' WHERE id = 2"#)
        func check(_ expected: [Double], width: Double, _ visible: [Int: Double] = [:]) throws {
            let paths: [ItemIndexPath] = [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1]]
            #expect(try paths.compactMap { try test.cell($0)?.frame.x } == expected)
            #expect(try test.wall.contentSize().width == width)
            let rows = try test.visible(in: LayoutRect(x: 400, y: 0, width: 100, height: 100))
            let places = rows.filter { $0.item == 0 }.map { ($0.section ?? -1, $0.frame.x) }
            #expect(Dictionary(uniqueKeysWithValues: places) == visible)
            let natural = try test.elements("element_frames", layout: "wall").map(\.frame.x)
            #expect(natural.sorted() == expected.sorted())
            #expect(try test.store.verify(deep: true).isWhole)
        }
        let sheet = #""layout":"spreadsheet","columns":2,"columnWidth":100,"rowHeight":20"#
        try test.prepareWall("{\(sheet),\"rightToLeft\":true,\"frozenColumns\":1}", 300, 100)
        // The second is 30 + 50 + 100 wide, the others 200, and the container 300.
        try check([200, 100, 270, 220, 200, 100], width: 300)
        // Now the third is 500 wide, and all are laid out again.
        try test.execute(#"UPDATE section SET definition = '{"columns":5}' WHERE id = 3"#)
        #expect(try test.store.verify(deep: true).isWhole)
        try test.store.prepare("wall")
        try check([400, 300, 470, 420, 400, 300], width: 500, [0: 400, 1: 470, 2: 400])
        try test.prepareWall("{\(sheet)}", 300, 100)
        try check([0, 100, 0, 30, 0, 100], width: 500)
        try test.execute("UPDATE section SET inset_leading = 60 WHERE id = 3")
        try test.store.prepare("wall")
        try check([0, 100, 0, 30, 60, 160], width: 560)
    }

    private func definition(columns: Int, _ random: inout SeededGenerator) -> RandomDefinition {
        func lengths(_ most: Int, _ random: inout SeededGenerator) -> String {
            let count = Int.random(in: 0...most, using: &random)
            return "[" + (0..<count).map { _ in "\(random.exactLength(in: 0.5...90))" }.joined(separator: ",") + "]"
        }
        var members = [
            "\"layout\":\"spreadsheet\"", "\"columns\":\(columns)", "\"columnWidths\":\(lengths(columns, &random))",
            "\"rowHeights\":\(lengths(6, &random))",
        ]
        for (key, most) in [
            ("frozenRows", 8), ("frozenTrailingRows", 5), ("frozenColumns", min(columns, 3)),
            ("frozenTrailingColumns", min(columns, 2)),
        ] where Bool.random(using: &random) {
            members.append("\"\(key)\":\(Int.random(in: 0...most, using: &random))")
        }
        for key in ["columnSpacing", "rowSpacing", "sectionSpacing", "sectionInsets"] where Bool.random(using: &random)
        { members.append("\"\(key)\":\(random.exactLength(in: 0...9))") }
        for (key, value) in [
            ("sizesFromItems", "true"), ("rightToLeft", "true"), ("wraps", "true"),
            ("wrapsAxis", ["\"both\"", "\"horizontal\"", "\"vertical\""].randomElement(using: &random) ?? ""),
        ] where Int.random(in: 0..<3, using: &random) == 0 { members.append("\"\(key)\":\(value)") }
        return RandomDefinition(
            json: "{" + members.joined(separator: ",") + "}", container: LayoutSize(width: 320, height: 320))
    }

    private func rect(_ reference: ReferenceLayout, _ random: inout SeededGenerator) -> LayoutRect {
        let size = reference.contentSize
        let reach = reference.wraps ? 2 * size.height : 60
        return LayoutRect(
            x: random.exactLength(in: -60...size.width + 30), y: random.exactLength(in: -reach...size.height + reach),
            width: random.exactLength(in: 0...400), height: random.exactLength(in: 0...400))
    }
}
