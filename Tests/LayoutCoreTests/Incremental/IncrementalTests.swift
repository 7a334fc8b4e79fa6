import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// Frames after changes, against frames of the same rows laid out afresh.
@Suite struct IncrementalTests {
    @Test("Laying out what changed gives what laying out everything gives", arguments: LayoutKind.allCases)
    func incrementalIsFull(_ kind: LayoutKind) throws {
        try TestSettings.forEachSeed(rounds: 6) { seed in
            var random = SeededGenerator(seed: seed &* 31 &+ 7)
            let data = RandomDataSet(for: kind)
            let layout = RandomDefinition(kind, using: &random)
            let test = try TestStore()
            if seed % 3 == 0 {
                try test.store.pool.writeWithoutTransaction { try $0.execute("PRAGMA recursive_triggers = ON") }
            }
            let rows = data.statements(sections: Int.random(in: 1...4, using: &random), items: 0...50, using: &random)
            try test.execute(rows)
            let measure = seed % 4 > 1 ? "m" : nil
            // Beside a layout with a measure, one with another and one without.
            let others = measure == nil ? [] : ["n", nil]
            for (name, other) in zip(["other", "plain"], others) {
                try test.store.define(name, TestStore.tableDefinition, 320, 480, measure: other)
            }
            try test.define("wall", layout, measure: measure)
            _ = try test.store.prepareAll()
            let kinds = measure == nil ? RandomEdit.Kind.ofRows : RandomEdit.Kind.allCases + [.measure, .measure]
            var script = EditScript(test, data, "")
            var batches: [[String]] = []
            for batch in 0..<(TestSettings.takesAll ? 32 : 16) {
                batches.append(try script.change(kinds, times: Int.random(in: 1...3, using: &random), using: &random))
                let context = "seed \(seed), batch \(batch), \(layout)\n\(batches[batch].joined(separator: ";\n"))"
                if batch % 8 == 1 {
                    // A band to be laid out is no damage.
                    let verification = try test.store.verify(deep: true)
                    #expect(verification.isWhole, "\(verification.problems), \(context)")
                }
                _ = try test.store.prepareAll()
                guard try expectFresh(test, batch: batch, context) else {
                    let least = EditScript.shrunk(batches) { Self.fails($0, on: rows, layout, measure) }
                    Issue.record("\(rows.joined(separator: ";\n"))\n\(least.map { $0.joined(separator: ";\n") })")
                    return
                }
                for name in batch % 4 == 0 ? ["other", "plain"].prefix(others.count) : [] {
                    guard try test.expectSameAsAfresh("\(name), \(context)", layout: name) else { return }
                }
            }
        }
    }

    @Test("A look that ends before a band with hardly any items may take the last of them", arguments: 0...2)
    func looksBeforeUsedUpBands(left: Int) throws {
        // Two items make a row, and eight a band.
        let test = try TestStore.ofOneSection(
            items: 32,
            definition: """
                {"layout":"compositional","sections":[{"group":{"axis":"horizontal",
                 "size":{"width":{"fractionalWidth":1},"height":10},
                 "subitems":[{"size":{"width":{"fractionalWidth":0.5},"height":10}}]}}]}
                """)
        try test.store.prepare("wall")
        // The second band, which the run goes through as well, lacks an item for its last row.
        try test.execute("DELETE FROM item WHERE id = 3 OR id BETWEEN \(17 + left) AND 24")
        let seen = try test.wall.layoutAttributesForElements(
            in: LayoutRect(x: 0, y: 0, width: 320, height: 15), preparing: .visible)
        #expect(seen.compactMap(\.itemID).sorted() == [1, 2, 4, 5])
        try test.store.prepare("wall")
        try test.expectWhole("\(left) left")
    }

    @Test("Lines that whole items end are a grid's while all other items have one size, wherever one differs")
    func endsLinesBySizes() throws {
        let test = try TestStore.ofOneSection(
            items: 60, width: "30", height: "20", definition: #"{"layout":"flow"}"#,
            container: LayoutSize(width: 200, height: 480))
        try test.execute("UPDATE item SET span = 0 WHERE id % 7 = 0")
        for heights in ["iif(id = 59, 30, 20)", "iif(id = 10, 30, 20)", "20", "iif(id = 45, 30, 20)"] {
            try test.execute("UPDATE item SET height = \(heights)")
            // A line that waits for others is no damage.
            #expect(try test.store.verify(deep: true).isWhole, "\(heights)")
            try test.store.prepare("wall")
            try test.expectWhole(heights)
        }
    }

    /// Whether batches of statements, each prepared, leave other frames than the rows have.
    private static func fails(_ batches: [[String]], on rows: [String], _ layout: RandomDefinition, _ measure: String?)
        -> Bool
    {
        do {
            let test = try TestStore()
            try test.execute(rows)
            try test.define("wall", layout, measure: measure)
            for batch in [[]] + batches {
                try test.execute(batch)
                try test.store.prepare("wall")
            }
            return try test.elements("element_frames", layout: "wall").sorted()
                != test.reference("wall").elements.sorted()
        } catch {
            return false
        }
    }

    private func expectFresh(_ test: TestStore, batch: Int, _ context: String) throws -> Bool {
        let reference = try test.reference("wall")
        let stored = try test.elements("element_frames", layout: "wall")
        guard expectSameElements(stored, reference.elements, context) else { return false }
        let layout = test.wall
        let size = try layout.contentSize()
        #expect(size == reference.contentSize, "\(context)")
        let problems = try test.read { try StoreInvariants.problems($0) }
        #expect(problems.isEmpty, "\(context)")
        _ = try test.expectKnownSums("wall", context)
        guard problems.isEmpty, size == reference.contentSize else { return false }
        guard batch % 8 == 0 else { return true }
        let rect = LayoutRect(x: 10, y: 10, width: size.width / 3, height: size.height / 3)
        return expectSameElements(
            try layout.layoutAttributesForElements(in: rect).map(ElementRow.init), reference.elements(in: rect),
            "\(rect), \(context)")
    }
}
