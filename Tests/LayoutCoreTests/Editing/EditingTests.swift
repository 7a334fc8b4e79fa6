import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore

/// Changes of a data set by a store's calls, against the same changes of arrays.
@Suite struct EditingTests {
    enum Preparation: String, CaseIterable, Sendable { case never, always, sometimes }

    @Test("A data set after random changes is what arrays are after them", arguments: Preparation.allCases)
    func randomChanges(_ preparing: Preparation) throws {
        try TestSettings.forEachSeed(rounds: 5) { seed in
            var random = SeededGenerator(seed: seed &* 17 &+ 3)
            let test = try TestStore()
            try test.execute(
                RandomDataSet().statements(
                    sections: Int.random(in: 0...6, using: &random), items: 0...60, using: &random))
            let kind: LayoutKind = [.table, .flow, .canvas].randomElement(using: &random) ?? .table
            let layout = RandomDefinition(kind, using: &random)
            try test.define("wall", layout)
            var model = try EditModel(test)
            for batch in 0..<24 {
                if preparing == .always || preparing == .sometimes && Bool.random(using: &random) {
                    try test.store.prepare("wall")
                }
                let changes = (0..<Int.random(in: 1...4, using: &random)).map { _ in model.change(using: &random) }
                let context = "seed \(seed), batch \(batch), \(layout), \(changes)"
                try test.store.apply(changes, to: "data")
                let found = try EditModel(test)
                #expect(found == model, "\(context)")
                let counted = DatasetStatus(
                    name: "data", sectionCount: model.sections.count,
                    itemCount: model.sections.reduce(0) { $0 + $1.items.count })
                #expect(try test.store.datasets() == [counted], "\(context)")
                guard found == model else { return }
            }
            try test.prepared().expectSameAsAfresh("seed \(seed), \(layout)")
        }
    }

    @Test("Items of a table in columns take other spans and stick, and a section overrides the definition")
    func traits() throws {
        let test = try TestStore.ofTwoSections()
        try test.prepareWall(#"{"layout":"table","columns":2,"sticky":{"rule":"push"}}"#, 300, 400)
        try test.store.apply(
            [
                .updateSpans(.key("k1"), span: 0, rowSpan: 3), .updateSticky(.key("k0"), level: 2, edge: .end),
                .updateDefinition(section: 1, #"{"columns":1}"#),
            ], to: "data")
        #expect(try test.store.isStale("wall"))
        let traits = "SELECT id, span, row_span, sticky_level, sticky_edge FROM item"
        #expect(
            try test.lines(traits + " WHERE coalesce(span, sticky_level) IS NOT NULL ORDER BY id")
                == ["1|NULL|NULL|2|end", "2|0|3|NULL|NULL"])
        try test.prepared().expectSameAsAfresh("spans, sticky levels and definitions")
        // k0 alone in its row, k1 across both columns, k2 alone, and the second section in one column.
        #expect(try test.lines("SELECT width FROM element_frames") == ["150.0", "300.0", "150.0", "300.0"])
        try test.store.apply(
            [
                .updateSpans(.key("k1"), span: nil, rowSpan: nil), .updateSticky(.key("k0"), level: nil, edge: nil),
                .updateDefinition(section: 1, nil),
            ], to: "data")
        try test.store.prepare("wall")
        #expect(try test.lines("SELECT width FROM element_frames") == ["150.0", "150.0", "150.0", "150.0"])
        #expect(try test.lines(traits) == (1...4).map { "\($0)|NULL|NULL|NULL|NULL" })
    }
}
