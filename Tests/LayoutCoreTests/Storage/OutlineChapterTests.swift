import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore
@testable import LayoutRepair

/// Ranks and beginnings by chapters, beside plain counts of the items.
@Suite struct OutlineChapterTests {
    @Test("Chapters count what the items are, after any edits, and none is long")
    func chapters() throws {
        try TestSettings.forEachSeed(rounds: 6) { seed in
            var random = SeededGenerator(seed: seed &* 17 &+ 3)
            let test = try TestStore.ofRandomRows(
                sections: 2, items: 150...300, seed: seed, #"{"layout":"table"}"#, 300, 400)
            try test.store.prepare("wall")
            #expect(try test.count("lc_run WHERE chapter_count IS NOT NULL") > 6, "seed \(seed)")
            var script = EditScript(test, RandomDataSet(), "seed \(seed)")
            for round in 0..<12 {
                try script.change(times: Int.random(in: 1...3, using: &random), using: &random)
                // Half of the questions are put while runs lack their counts.
                try compare(test, using: &random, "round \(round), \(script)")
                guard Bool.random(using: &random) else { continue }
                try test.store.prepare("wall")
                try compare(test, using: &random, "after round \(round), \(script)")
                try expectChapters(test, "after round \(round), \(script)")
                #expect(try test.store.verify().problems == [], "seed \(seed)")
            }
        }
    }

    @Test("A short section has no chapters, and loses those that it had")
    func short() throws {
        let test = try TestStore()
        try test.store.createDataset("data")
        func append(_ count: Int) throws {
            let items = (0..<count).map { _ in SourceItem(height: 5) }
            try test.store.apply([.appendItems(items, section: 0)], to: "data")
        }
        try test.store.apply([.appendSection(title: "a")], to: "data")
        try append(20)
        try test.prepareWall(#"{"layout":"table"}"#, 300, 400)
        #expect(try test.count("lc_run WHERE chapter_count IS NOT NULL") == 0)
        try append(200)
        try test.store.prepare("wall")
        #expect(try test.count("lc_run WHERE chapter_count IS NOT NULL") > 4)
        try test.execute("DELETE FROM item WHERE position > 10")
        try test.store.prepare("wall")
        #expect(try test.count("lc_run WHERE chapter_count IS NOT NULL") == 0)
    }

    /// Puts the same questions to the outline and to the table of items.
    private func compare(_ test: TestStore, using random: inout SeededGenerator, _ context: String) throws {
        try test.read { connection in
            let outline = Outline(connection: connection, limits: TestStore.tinyLimits)
            for id in try connection.rows("SELECT id FROM section", read: { $0.int64(0) }) {
                let positions = try connection.rows(
                    "SELECT position FROM item WHERE section_id = ?1 ORDER BY position", id
                ) { $0.double(0) }
                let isCounted = try !connection.has(
                    "SELECT 1 FROM lc_run WHERE section_id = ?1 AND item_count IS NULL", id)
                if isCounted { #expect(try outline.itemCount(ofSection: id) == positions.count, "\(context)") }
                guard !positions.isEmpty else { continue }
                for _ in 0..<8 {
                    let from = Bool.random(using: &random) ? 0 : Int.random(in: 0..<positions.count, using: &random)
                    let start = from == 0 ? -Double.infinity : positions[from]
                    let wanted = Int.random(in: from..<positions.count, using: &random)
                    let rank = try outline.rank(of: positions[wanted], inSection: id, from: start)
                    #expect(rank == wanted - from, "\(context)")
                    guard let found = try outline.beginning(before: wanted - from, inSection: id, from: start) else {
                        // No run begins between.
                        continue
                    }
                    #expect(found.rank <= wanted - from, "\(context)")
                    #expect(positions[from...].count { $0 < found.position } == found.rank, "\(context)")
                    let isLast = try !connection.has(
                        "SELECT 1 FROM lc_run WHERE section_id = ?1 AND first_position > ?2 AND first_position <= ?3",
                        id, found.position, positions[wanted])
                    #expect(isLast || !isCounted, "\(context): not the last run before item \(wanted)")
                }
            }
        }
    }

    /// Each chapter counts the items up to the next one.
    private func expectChapters(_ test: TestStore, _ context: String) throws {
        let wrong = try test.lines(
            """
            SELECT section_id, first_position FROM (
              SELECT section_id, first_position, chapter_count,
                lead(first_position, 1, 9e999) OVER (PARTITION BY section_id ORDER BY first_position) AS next
              FROM lc_run WHERE chapter_count IS NOT NULL) AS c
            WHERE chapter_count <> (SELECT count(*) FROM item AS i WHERE i.section_id = c.section_id
              AND i.position >= c.first_position AND i.position < c.next) OR chapter_count > 24
            """)
        #expect(wrong == [], "\(context)")
        let lacking = try test.lines(
            """
            SELECT section_id FROM lc_run GROUP BY section_id
            HAVING sum(item_count) > 24 AND sum(first_position = -1e301 AND chapter_count IS NOT NULL) = 0
            """)
        #expect(lacking == [], "\(context)")
    }
}
