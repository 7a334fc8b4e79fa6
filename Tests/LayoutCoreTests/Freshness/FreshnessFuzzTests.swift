import LayoutSQLite
import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutEngine

/// Stale flags against a layout that is made afresh, after everything that can happen to a store.
@Suite struct FreshnessFuzzTests {
    /// Changes of the layout and its data as a whole, beside edits of rows.
    private enum Event: CaseIterable {
        case edits, replace, redefine, contain, switchDataset, removeLayout, editByIndex, prepare, prepareSome, look
    }

    @Test("An element that is not marked as stale is the same as in a fresh layout", arguments: LayoutKind.allCases)
    func flagsAreRight(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 3) { seed in
            var random = SeededGenerator(seed: seed &* 67 &+ 11)
            let data = RandomDataSet(for: kind)
            let test = try TestStore()
            try test.execute(
                data.statements(sections: Int.random(in: 1...4, using: &random), items: 4...40, using: &random))
            try test.execute("INSERT INTO dataset (id, name) VALUES (2, 'other')")
            try test.store.pool.writeWithoutTransaction {
                try $0.execute("PRAGMA foreign_keys = \(seed % 2)")
                try $0.execute("PRAGMA recursive_triggers = \(seed / 2 % 2)")
            }
            try test.define("wall", RandomDefinition(kind, using: &random))
            var script = EditScript(test, data, "seed \(seed)", datasets: 2)
            for _ in 0..<24 {
                let event = Event.allCases.randomElement(using: &random) ?? .edits
                script.note("\(event)")
                try happen(event, kind, test, &script, &random)
                guard try flagsFit(test, kind, "\(script)") else { return }
            }
            try test.execute("UPDATE layout SET dataset_id = 1")
            try test.store.prepare("wall")
            try test.expectSameAsAfresh("\(script)")
        }
    }

    private func happen(
        _ event: Event, _ kind: LayoutKind, _ test: TestStore, _ script: inout EditScript,
        _ random: inout SeededGenerator
    ) throws {
        switch event {
        case .edits: try script.change(using: &random)
        case .replace:
            let items = (0..<Int.random(in: 1...30, using: &random)).map {
                SourceItem(section: "p\($0 % 3)", key: "r\($0)", width: 64, height: Double(32 << ($0 % 3)))
            }
            try test.store.importItems(items, options: ImportOptions(dataset: "data", mode: .replace))
        case .redefine: try test.define("wall", RandomDefinition(kind, using: &random))
        // Columns of other widths would scale sizes so that they no longer add exactly.
        case .contain where kind == .waterfall: break
        case .contain:
            try test.execute("UPDATE layout SET container_width = 200 + 64 * \(Int.random(in: 0...3, using: &random))")
        case .switchDataset: try test.execute("UPDATE layout SET dataset_id = 3 - dataset_id")
        case .removeLayout:
            try test.store.removeLayout("wall")
            try test.define("wall", RandomDefinition(kind, using: &random))
        case .editByIndex:
            let sections = try test.read { try ReferenceLayout.sections(of: 1, in: $0) }
            guard let section = sections.indices.randomElement(using: &random),
                let index = sections[section].items.indices.randomElement(using: &random)
            else { return }
            try test.store.resize(
                .indexPath(ItemIndexPath(section: section, item: index)), in: "data", height: .points(123.25))
            let hit = try test.lines("SELECT height FROM item WHERE id = \(sections[section].items[index].id)")
            #expect(hit == ["123.25"], "\(script)")
        case .prepare: try test.store.prepare("wall")
        case .prepareSome:
            struct Interruption: Error {}
            do { try test.store.prepare("wall") { _ in throw Interruption() } } catch is Interruption {}
        case .look:
            try test.store.layout("wall").prepare(
                in: LayoutRect(x: 0, y: random.exactLength(in: 0...1500), width: 400, height: 100))
        }
    }

    /// The items that come after a stale band's beginning in their section.
    private static let followers = """
        SELECT DISTINCT i.id FROM lc_preparation AS p CROSS JOIN lc_band AS b ON b.preparation_id = p.id
        CROSS JOIN lc_band_freshness AS f ON f.band_id = b.id AND f.is_stale
        CROSS JOIN item AS i ON i.section_id = b.section_id AND i.position >= b.first_position
        WHERE p.is_shown AND p.layout_id IS NOT NULL
        """

    /// Compares elements that are not stale with the same elements of a fresh layout. Only their places in their band
    /// may be moved by changes before them.
    private func flagsFit(_ test: TestStore, _ kind: LayoutKind, _ context: String) throws -> Bool {
        let reference = try test.reference("wall")
        let axis = reference.plan.traits.axis
        struct Key: Hashable { var kind: String; var elementKind: String?; var itemID: Int64? }
        struct Shape { var cross: Double; var width: Double; var height: Double }
        var afresh: [Key: [Shape]] = [:]
        // The effect of a change in one band on the next ones of its section is known when it is laid out. Examples are
        // the column of a waterfall's item, and the place of a flow's item in its line.
        let mayFollow =
            reference.sections.contains { reference.plan.restartInterval(in: $0.measure) != 1 }
            && !reference.plan.traits.isFree
        var followers: Set<Int64> = []
        for line in mayFollow ? try test.lines(Self.followers) : [] { followers.insert(try #require(Int64(line))) }
        // The size depends on the place if columns, the places of a group or lines have different ones. If edges are on
        // pixels, it depends on the place by one of them.
        let definition = try LayoutDefinition(json: test.first("SELECT definition FROM layout", as: String.self) ?? "")
        let stretches = definition.kind.definition(as: FlowDefinition.self)?.itemAlignment == .stretch
        let maySizeFollow = [.spreadsheet, .compositional, .justified].contains(kind) || stretches
        // Sheets are turned around in the width of the widest.
        let isTurned = reference.isRightToLeft && reference.plan.scrollsBothWays
        let pixel = mayFollow ? definition.scale.map { 1 / $0 } ?? 0 : 0
        func isSame(_ one: Shape, _ other: Shape, follows: Bool) -> Bool {
            let isAsLarge = abs(one.width - other.width) <= pixel && abs(one.height - other.height) <= pixel
            guard !follows else { return maySizeFollow || isAsLarge }
            return isAsLarge && (isTurned || abs(one.cross - other.cross) <= pixel)
        }
        func shape(_ frame: LayoutRect) -> Shape {
            Shape(cross: frame.min(axis.cross), width: frame.width, height: frame.height)
        }
        for row in reference.elements where row.itemID != nil {
            afresh[Key(kind: row.kind, elementKind: row.elementKind, itemID: row.itemID), default: []].append(
                shape(row.frame))
        }
        var stale = 0
        var wrong: [String] = []
        try test.read { connection in
            try connection.forEachRow(
                """
                SELECT kind, element_kind, item_id, x, y, width, height, stale FROM element_frames
                WHERE layout = 'wall' AND item_id IS NOT NULL
                """
            ) { row in
                guard !row.bool(7) else {
                    stale += 1
                    return
                }
                let key = Key(kind: row.stringOrEmpty(0), elementKind: row.string(1), itemID: row.int64(2))
                let own = shape(
                    LayoutRect(x: row.double(3), y: row.double(4), width: row.double(5), height: row.double(6)))
                let follows = key.itemID.map(followers.contains) ?? false
                // Whether an item has a badge or a separator, or is hidden with the last row, depends on its line and
                // group.
                if follows, key.kind != "cell" || kind == .justified, afresh[key] == nil { return }
                if afresh[key]?.contains(where: { isSame(own, $0, follows: follows) }) != true {
                    wrong.append("\(key) \(own)")
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(3)), \(context)")
        // The calls agree with the views.
        try test.execute("UPDATE viewport SET x = 0, y = 0, width = 400, height = 600")
        let rect = LayoutRect(x: 0, y: 0, width: 400, height: 600)
        let said = try test.store.layout("wall").layoutAttributesForElements(in: rect)
        // At their natural places others may be visible.
        let seen = Set(
            try test.lines(
                """
                SELECT kind, coalesce(element_kind, ''), coalesce(section, -1), item, lap, stale FROM visible
                WHERE layout = 'wall' AND placed = 'exact'
                """))
        let shown = Set(
            said.map { element in
                let row = ElementRow(element)
                let place = "\(row.section ?? -1)|\(row.item)|\(row.lap)|\(element.isStale ? 1 : 0)"
                return "\(row.kind)|\(row.elementKind ?? "")|\(place)"
            })
        #expect(seen.isSubset(of: shown), "\(seen.subtracting(shown)), \(context)")
        let isStale = try test.store.isStale("wall")
        #expect(stale == 0 || isStale, "\(context)")
        let sections = try test.read { try $0.first("SELECT stale_sections FROM layout_status", as: Int.self) ?? 0 }
        #expect(sections == 0 || isStale, "\(context)")
        return wrong.isEmpty
    }
}
