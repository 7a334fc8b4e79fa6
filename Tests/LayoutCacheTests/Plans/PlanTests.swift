import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// How SQLite goes about the queries, by `EXPLAIN QUERY PLAN`.
@Suite struct PlanTests {
    private func prepared(_ json: String = "{\"layout\":\"flow\",\"header\":{\"height\":20},\"pinHeaders\":true}") throws -> TestStore {
        let test = try TestStore()
        var random = SeededGenerator(seed: 1)
        try test.execute(RandomDataSet().statements(sections: 4, items: 40...60, using: &random))
        try test.define("wall", RandomDefinition(json: json, container: LayoutSize(width: 320, height: 480)))
        try test.store.prepare("wall")
        return test
    }

    private struct Step {
        var parent: Int
        var text: String

        /// What follows a word, up to the next blank.
        func name(after word: String) -> Substring? {
            text.hasPrefix(word + " ") ? text.dropFirst(word.count + 1).prefix { $0 != " " } : nil
        }
    }

    private func plan(_ sql: String, _ test: TestStore) throws -> [Step] {
        try test.store.pool.writeWithoutTransaction { connection in
            var steps: [Step] = []
            try connection.forEachRow("EXPLAIN QUERY PLAN \(sql)") { row in
                steps.append(Step(parent: row.int(1), text: row.stringOrEmpty(3)))
            }
            return steps
        }
    }

    /// What may be read from end to end: the bits, and what there is one of for each layout.
    private static let small: Set<Substring> = ["k", "p", "v", "l", "c", "lap", "step", "pass", "view_rect", "content", "CONSTANT"]

    /// Expects no table to be read from end to end but small ones. What a plan scans and has made
    /// itself, under the same parent, holds only what was asked for.
    private func expectNoScan(_ steps: [Step], _ statement: String) {
        for step in steps where !step.text.contains("VIRTUAL TABLE") {
            guard let name = step.name(after: "SCAN"), !Self.small.contains(name) else { continue }
            // A view that is scanned under a short name is made under its own.
            let names = [name, ["e": "lc_extent", "s": "lc_visible_section", "c": "lc_visible_block"][name] ?? name]
            let isMade = steps.contains { other in
                guard let made = other.name(after: "CO-ROUTINE") ?? other.name(after: "MATERIALIZE") else { return false }
                return other.parent == step.parent && names.contains(made)
            }
            #expect(isMade, "\(step.text) in \(statement)")
        }
    }

    @Test("The view goes from bands to blocks to rows", arguments: [false, true])
    func visible(isAnalyzed: Bool) throws {
        let test = try prepared()
        // Statistics must not talk the planner into another order.
        if isAnalyzed { try test.store.pool.writeWithoutTransaction { try $0.execute("ANALYZE") } }
        let steps = try plan("SELECT * FROM visible WHERE layout = 'wall'", test)
        // In the views, b is a band, a a row of attributes, r a block, i an item.
        expectNoScan(steps, "visible")
        let texts = steps.map(\.text)
        #expect(texts.contains { $0.hasPrefix("SEARCH b USING INDEX lc_band_order (preparation_id=? AND slot>? AND slot<?)") })
        #expect(texts.contains { $0.hasPrefix("SEARCH a USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)") })
        #expect(texts.contains { $0.hasPrefix("SEARCH i USING INTEGER PRIMARY KEY (rowid=?)") })
        // Six constraints: column 0 to 5 with < or > each (B is ≤, D is ≥).
        let trees = texts.filter { $0.hasPrefix("SCAN r VIRTUAL TABLE INDEX 2:") }
        #expect(!trees.isEmpty)
        for tree in trees {
            let constraints = tree.drop { $0 != ":" }.dropFirst()
            #expect(constraints.count == 12, "\(tree)")
            #expect(Set(stride(from: 1, to: 12, by: 2).map { Array(constraints)[$0] }) == Set("012345"), "\(tree)")
        }
    }

    @Test func `The statements of the program search the tables that grow`() throws {
        let test = try prepared()
        let statements = [
            "SELECT id FROM lc_band WHERE preparation_id = 1 AND slot > 3 ORDER BY slot",
            "SELECT id FROM lc_band WHERE section_id = 1 AND preparation_id = 1 AND first_position = -9e999",
            "SELECT id FROM lc_band WHERE section_id = 1 AND preparation_id = 1 ORDER BY first_position DESC LIMIT 1",
            "SELECT id, position, width, height FROM item WHERE section_id = 1 AND position >= 2 ORDER BY position",
            "SELECT id FROM section WHERE dataset_id = 1 AND position > 2 ORDER BY position LIMIT 64",
            "SELECT 1 FROM lc_stale AS t CROSS JOIN lc_band AS b ON b.id = t.band_id WHERE b.preparation_id = 1 LIMIT 1",
            "SELECT min(uniform) FROM lc_band WHERE section_id = 1 AND preparation_id = 1 AND uniform IS NOT NULL",
            "SELECT max(uniform) FROM lc_band WHERE section_id = 1 AND preparation_id = 1 AND uniform IS NOT NULL",
        ]
        for statement in statements {
            let steps = try plan(statement, test)
            #expect(steps.allSatisfy { $0.text.hasPrefix("SEARCH ") || $0.text == "SCAN t" }, "\(statement): \(steps)")
        }
    }
}
