import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// The visible elements of contents that wrap, lap by lap.
extension VisibleTests {
    @Test("The laps of a right-to-left layout follow one another to the right as well")
    func mirroredLaps() throws {
        try TestSettings.forEachSeed(rounds: 4) { seed in
            var random = SeededGenerator(seed: seed)
            var layout = RandomDefinition(.compositional, using: &random)
            let start = #"{"layout":"compositional","axis":"horizontal","rightToLeft":true"#
            while !layout.json.hasPrefix(start) { layout = RandomDefinition(.compositional, using: &random) }
            if try !layout.definition.wraps { layout.json = "{\"wraps\":true," + layout.json.dropFirst() }
            let test = try TestStore()
            try test.execute(RandomDataSet().statements(sections: 3, items: 0...20, using: &random))
            try test.define("wall", layout)
            try test.store.prepare("wall")
            let reference = try test.reference("wall")
            for _ in 0..<16 {
                let rect = randomRect(reference, &random)
                guard try expectVisible(test, reference, rect, [:], "seed \(seed), \(layout)") else { return }
            }
        }
    }

    @Test(
        "Elements that stick out of a content that wraps show beside it, to the left and to the right",
        arguments: [false, true])
    func overhangOfContent(isRightToLeft: Bool) throws {
        let test = try TestStore.ofRandomRows(
            sections: 1, items: 9...9, seed: 1,
            """
            {"layout":"compositional","axis":"horizontal","wraps":true,"rightToLeft":\(isRightToLeft),
             "sections":[{"group":{"axis":"vertical","size":{"width":100,"height":{"fractionalHeight":1}},
              "repeating":{"size":{"width":{"fractionalWidth":1},"height":50}},"count":2}}],
             "boundaryItems":[{"elementKind":"prologue","size":{"width":50,"height":12},"alignment":"leading",
              "offset":[-6,0],"extendsBoundary":false,"pinToVisibleBounds":true}]}
            """, 256, 256
        ).prepared()
        let reference = try test.reference("wall")
        let end = reference.contentSize.width
        for x in [-4, end + 1, -end - 4, 0, end - 3] {
            _ = try expectVisible(
                test, reference, LayoutRect(x: x, y: 0, width: 3, height: 256), [:], "at \(x) of \(end)")
        }
    }

    @Test("Beside an element that is longer than a thousand laps the view shows all others")
    func elementOfManyLaps() throws {
        let test = try TestStore.ofOneSection(
            items: 20, width: "CASE i WHEN 7 THEN 4e6 ELSE 40 END", height: "50",
            definition: #"{"layout":"card","axis":"horizontal","wraps":true}"#
        ).prepared()
        let rect = LayoutRect(x: -2000, y: 0, width: 300, height: 400)
        let found = try test.wall.layoutAttributesForElements(in: rect).map(ElementRow.init)
        let others = found.filter { $0.frame.width < 4e6 }
        try test.look(at: rect)
        let rows = try test.elements("visible", layout: "wall").filter { $0.frame.width < 4e6 }
        #expect(!others.isEmpty)
        expectSameElements(rows, others, "beside a long one")
    }

    @Test("A rectangle over a billion laps is refused; the view shows a thousand of a content that became shorter")
    func manyLaps() throws {
        let test = try TestStore.ofTable()
        try test.define("wheel", #"{"layout":"table","wraps":true}"#, 300, 400)
        try test.store.prepare("wheel")
        let long = LayoutRect(x: 0, y: 0, width: 10, height: 1.2e12)
        let error = refusal { try test.store.layout("wheel").layoutAttributesForElements(in: long) }
        #expect(error?.code == .invalidArgument)
        // Sixty rows of twenty points.
        let refused = refusal { try test.execute("UPDATE viewport SET height = 1200001 WHERE layout = 'wheel'") }
        #expect(refused?.message.contains("longer than 1000 times its content") == true)
        try test.execute(
            "UPDATE viewport SET height = 1e15, y = -1e300 WHERE layout = 'wall'",
            "UPDATE viewport SET height = 1200000 WHERE layout = 'wheel'", "DELETE FROM item WHERE id > 1")
        try test.store.prepare("wheel")
        let rows = try test.first("SELECT count(*) FROM visible WHERE layout = 'wheel'", as: Int.self)
        // The last one begins where the thousandth lap ends.
        #expect(rows == 1001)
    }
}
