import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// The leftovers that preparing removes, and the obstacles that do not stop it.
@Suite struct PreparingTests {
    @Test("A rectangle without an area has nothing laid out, and the smallest one what it touches")
    func smallRectangles() throws {
        for kind in ["table", "flow"] {
            for (size, isSeen) in [
                (LayoutSize(width: 0, height: 10), false), (LayoutSize(width: 10, height: 0), false),
                (LayoutSize(width: 0.5, height: 0.5), true), (LayoutSize(width: 1, height: 1), true),
            ] {
                let test = try TestStore.ofOneSection(
                    items: 300, width: "30", height: "20", definition: #"{"layout":"\#(kind)"}"#,
                    container: TestStore.tableContainer)
                let rect = LayoutRect(x: 5, y: 5, width: size.width, height: size.height)
                let report = try test.wall.prepare(in: rect)
                #expect((report.elementsWritten > 0) == isSeen && report.elementsWritten < 100, "\(kind), \(size)")
                let shown = try isSeen ? test.wall.layoutAttributesForElements(in: rect) : []
                #expect(shown.map(\.item) == (isSeen ? [0] : []) && shown.allSatisfy { !$0.isStale })
            }
        }
    }

    @Test("The leftovers of a replaced, half redefined or last layout are removed with the next preparation")
    func leftovers() throws {
        let test = try TestStore.ofTable().prepared()
        try test.execute(
            "REPLACE INTO layout (name, dataset_id, definition, container_width, container_height) "
                + "SELECT name, dataset_id, definition, container_width, container_height FROM layout")
        try test.store.prepare("wall")
        try test.expectInvariants("replaced")
        struct Interruption: Error {}
        try test.execute("UPDATE layout SET definition = '{\"layout\":\"flow\"}'")
        #expect(throws: Interruption.self) { try test.store.prepare("wall") { _ in throw Interruption() } }
        try test.execute("UPDATE layout SET definition = '\(TestStore.tableDefinition)'")
        try test.store.prepare("wall")
        try test.expectInvariants("half redefined")
        try test.store.removeLayout("wall")
        _ = try test.store.prepareAll()
        for table in ["preparation", "band", "block WHERE id <> 0", "detail WHERE id > 15", "sum", "rtree"] {
            #expect(try test.count("lc_\(table)") == 0, "\(table)")
        }
    }

    @Test("A layout that cannot be laid out does not stop the other ones, and verifying names it")
    func oneFailure() throws {
        let test = try TestStore.ofTable()
        try test.execute(
            "INSERT INTO layout (dataset_id, name, definition, container_width, container_height) "
                + "VALUES (1, 'broken', '{\"layout\":\"tabel\"}', 10, 10)")
        let results = try test.store.prepareAll()
        #expect(results.map(\.name) == ["broken", "wall"])
        #expect(throws: (any Error).self) { try results[0].result.get() }
        #expect(try results[1].result.get().elementsWritten == 60)
        let report = try test.store.verify()
        #expect(report.isWhole && report.problems == [])
        #expect(report.mistakes.map(\.layout) == ["broken"])
    }

    @Test(
        "A place of a flow that was never prepared is exact within reach of its section's beginning, else provisional",
        arguments: [(300, false), (4200, false), (8300, false), (11_900, false), (17_000, true), (39_000, true)])
    func reach(item: Int, isProvisional: Bool) throws {
        let test = try TestStore.ofOneSection(
            items: item + 1500, width: "40 + i % 97", height: "20 + i % 31", definition: #"{"layout":"flow"}"#,
            container: LayoutSize(width: 390, height: 844), limits: BandLimits())
        let layout = test.wall
        let frame = try #require(try layout.layoutAttributesForItem(at: [0, item], preparing: .visible)?.frame)
        let rect = LayoutRect(x: 0, y: frame.y - 200, width: 390, height: 844)
        let seen = try layout.layoutAttributesForElements(in: rect, preparing: .visible)
        #expect(seen.contains { $0.item == item } && seen.count > 50)
        #expect(seen.contains { $0.isStale } == isProvisional)
        #expect(try layout.layoutAttributesForItem(at: [0, item])?.isStale == isProvisional)
        if isProvisional { return }
        try layout.prepare()
        let settled = try layout.layoutAttributesForElements(in: rect)
        let frames = Dictionary(uniqueKeysWithValues: settled.map { ($0.item, $0.frame) })
        #expect(seen.count == settled.count && seen.allSatisfy { frames[$0.item] == $0.frame })
        #expect(!settled.contains { $0.isStale })
    }

    @Test(
        "In the middle of a section that was never prepared shows what pins or spans in it, as its definition has it",
        arguments: [
            #"{"layout":"table","background":{}}"#,
            #"{"layout":"table","emptySections":"hide","header":{"height":20},"pinHeaders":true}"#,
            #"{"layout":"flow","emptySections":"hide","footer":{"height":20},"pinFooters":true,"background":{}}"#,
            #"{"layout":"compositional","sections":[{"group":\#(group(3))},{"group":\#(group(2)),"#
                + #""decorations":[{"elementKind":"card"}],"boundaryItems":[{"elementKind":"title","size":"#
                + #"{"width":99,"height":20},"alignment":"top","pinToVisibleBounds":true}]}]}"#,
            #"{"layout":"compositional","sections":[{"group":\#(group(3))},"#
                + #"{"group":\#(group(2)),"orthogonalScrolling":"continuous"}]}"#,
        ])
    func middle(json: String) throws {
        let test = try TestStore()
        try test.fill(1...800, sections: 3, "section_id, position", "2 + i % 2, i")
        try test.define("wall", json, 300, 200)
        let layout = test.wall
        // Beyond a section's end is nothing to lay out.
        #expect(try layout.layoutAttributesForItem(at: [1, 400], preparing: .visible) == nil)
        #expect(try test.count("lc_block WHERE id <> 0") == 0)
        func seen() throws -> Set<String> {
            let frame = try #require(try layout.layoutAttributesForItem(at: [1, 203], preparing: .visible)?.frame)
            let rect = LayoutRect(x: 0, y: frame.y - 80, width: 300, height: 200)
            let elements = try layout.layoutAttributesForElements(in: rect, preparing: .visible)
            return Set(elements.map { "\($0.elementKind ?? "cell") \($0.section ?? -1)" })
        }
        let before = try seen()
        try layout.prepare()
        #expect(try seen() == before)
        try test.expectWhole(json)
    }

    /// A group of some columns.
    private static func group(_ columns: Int) -> String {
        #"{"axis":"horizontal","size":{"width":{"fractionalWidth":1},"height":40},"count":\#(columns),"#
            + #""repeating":{"size":{"width":{"fractionalWidth":0.25},"height":40}}}"#
    }

    @Test(
        "A look at an item of a layout that was never prepared makes no band without items",
        arguments: ["table", "flow"],
        TestSettings.drawn(2, of: [0, 3, 5, 15, 17, 100, 9000, 16_390, 16_394, 16_460, 19_999]))
    func narrowing(kind: String, item: Int) throws {
        // Runs of the outline are longer than bands, so that a band cannot be cut where a run of it begins.
        let limits = BandLimits(target: 4, maximum: 8, minimum: 1, slice: 40, run: 64)
        let test = try TestStore.ofOneSection(
            items: 20_000, width: "90", height: "20 + i", definition: #"{"layout":"\#(kind)"}"#, limits: limits)
        let seen = try #require(try test.wall.layoutAttributesForItem(at: [0, item], preparing: .visible))
        #expect(seen.frame.height == Double(20 + item))
        #expect(try test.count("lc_band WHERE item_count = 0") == 0)
    }

    @Test("Items are in their section's order, after any earlier query", arguments: ["table", "flow", "waterfall"])
    func indices(kind: String) throws {
        try TestSettings.forEachSeed(rounds: 2) { seed in
            var random = SeededGenerator(seed: seed &* 7 &+ 5)
            // A run of the outline ends elsewhere than a band, and places are beyond the reach of the beginning.
            let limits = BandLimits(target: 4, maximum: 8, minimum: 1, slice: 40, run: 61)
            let test = try TestStore.ofOneSection(
                items: 25_000, width: "90", height: "20 + i % 7", definition: #"{"layout":"\#(kind)"}"#, limits: limits)
            let layout = test.wall
            var asked: [Int] = []
            for _ in 0..<20 {
                // Often near a place that was looked at before, whose band was left in two.
                let near = asked.randomElement(using: &random).map { $0 + Int.random(in: -90...600, using: &random) }
                let item =
                    near.flatMap { (0..<25_000).contains($0) && Bool.random(using: &random) ? $0 : nil }
                    ?? Int.random(in: 0..<25_000, using: &random)
                asked.append(item)
                let seen = try layout.layoutAttributesForItem(at: [0, item], preparing: .visible)
                #expect(seen?.itemID == Int64(item + 1), "item \(item) after \(asked), seed \(seed)")
                guard seen?.itemID == Int64(item + 1) else { return }
                let counted = try test.first("SELECT sum(item_count) FROM lc_band", as: Int.self)
                #expect(counted == 25_000, "after \(asked), seed \(seed)")
            }
        }
    }

    @Test("Each of several hundred sections is laid out by a separate definition", arguments: [1, 12])
    func manyDefinitions(items: Int) throws {
        // Those with one item are laid out with the outline.
        let test = try TestStore(limits: items == 1 ? TestStore.wholeLimits : TestStore.tinyLimits)
        let rows = (0..<200).map { section in
            let size = #"{"width": {"fractionalWidth": 1}, "height": \#(10 + section % 7)}"#
            return #"{"group": {"axis": "horizontal", "size": \#(size), "subitems": [{"size": \#(size)}]}}"#
        }
        try test.fill(0...(200 * items - 1), sections: 200, "section_id, position", "1 + i % 200, i")
        try test.prepareWall(#"{"layout": "compositional", "sections": [\#(rows.joined(separator: ","))]}"#)
        var top = 0.0
        let expected = (0..<200 * items).map { place in
            let height = Double(10 + place / items % 7)
            defer { top += height }
            return LayoutRect(x: 0, y: top, width: 320, height: height)
        }
        #expect(try test.elements("element_frames", layout: "wall").map(\.frame).sorted { $0.y < $1.y } == expected)
        #expect(try test.wall.contentSize().height == top)
        let proof = try test.store.verify(deep: true)
        #expect(proof.isWhole && proof.uncomparedBands == 0, "\(proof)")
    }
}
