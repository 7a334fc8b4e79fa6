import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// The difference between two states of a data set.
@Suite struct SnapshotDifferenceTests {
    private func makeStore(sections: Int, items: Int) throws -> TestStore {
        let test = try TestStore()
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (1, 'data')",
            """
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(sections - 1))
            INSERT INTO section (id, dataset_id, position, title) SELECT i, 1, i, 'title ' || i FROM n
            """,
            """
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(items - 1))
            INSERT INTO item (id, section_id, position, key) SELECT i, i % \(sections), i, 'k' || i FROM n
            """)
        try test.prepareWall(#"{"layout":"table","estimatedRowHeight":40}"#)
        return test
    }

    private func snapshot(_ test: TestStore) throws -> LayoutSnapshot {
        try test.store.prepare("wall")
        return try test.wall.snapshot()
    }

    /// Keys by section, as the tables have them.
    private func keys(_ test: TestStore) throws -> [[String]] {
        try test.lines("SELECT id FROM section WHERE dataset_id = 1 ORDER BY position").map {
            try test.lines("SELECT key FROM item WHERE section_id = \($0) ORDER BY position")
        }
    }

    /// The cells of a collection view after a difference: unnamed ones keep their order.
    private func applied(_ difference: DatasetDifference, to old: [[String]], filledBy new: [[String]]) -> [[String?]] {
        let leaving = Set(difference.deletedSections).union(difference.movedSections.map(\.from))
        var origins = Dictionary(uniqueKeysWithValues: difference.movedSections.map { ($0.to, $0.from) })
        var staying = old.indices.filter { !leaving.contains($0) }.makeIterator()
        let count = old.count - difference.deletedSections.count + difference.insertedSections.count
        for section in 0..<count where origins[section] == nil && !difference.insertedSections.contains(section) {
            origins[section] = staying.next()
        }
        let gone = Set(difference.deletedItems).union(difference.movedItems.map(\.from))
        return (0..<count).map { section -> [String?] in
            guard let origin = origins[section] else { return new[section].map { $0 } }
            var kept = old[origin].indices
                .filter { !gone.contains(ItemIndexPath(section: origin, item: $0)) }.map { old[origin][$0] }
                .makeIterator()
            var come: [Int: String] = [:]
            for path in difference.insertedItems where path.section == section {
                come[path.item] = new[section][path.item]
            }
            for move in difference.movedItems where move.to.section == section {
                come[move.to.item] = old[move.from.section][move.from.item]
            }
            let total = old[origin].count - gone.count { $0.section == origin } + come.count
            return (0..<total).map { come[$0] ?? kept.next() }
        }
    }

    private func edit(_ test: TestStore, _ step: Int, _ random: inout SeededGenerator) throws {
        let item = Int.random(in: 0..<60, using: &random)
        let section = Int.random(in: 0..<6, using: &random)
        let place = Double(Int.random(in: -5..<70, using: &random)) + Double(step) / 1e4
        let statements = [
            "DELETE FROM item WHERE id = \(item)",
            "UPDATE OR IGNORE item SET position = \(place) WHERE id = \(item)",
            """
            UPDATE OR IGNORE item
            SET section_id = (SELECT id FROM section WHERE id % 6 >= \(section) LIMIT 1), position = \(place)
            WHERE EXISTS (SELECT 1 FROM section WHERE id % 6 >= \(section)) AND id = \(item)
            """,
            """
            INSERT OR IGNORE INTO item (section_id, position, key)
            SELECT id, \(place), 'n\(step)' FROM section WHERE id % 6 = \(section) LIMIT 1
            """,
            "DELETE FROM section WHERE id = \(section)",
            "INSERT OR IGNORE INTO section (dataset_id, position, title) VALUES (1, \(place / 10), 'new \(step)')",
            """
            UPDATE OR IGNORE section SET position = \(place / 10)
            WHERE id % 6 = \(section) AND id = (SELECT max(id) FROM section)
            """,
        ]
        try test.execute(statements[Int.random(in: 0..<statements.count, using: &random)])
    }

    @Test("A collection view that applies the difference has the cells of the later state")
    func random() throws {
        try TestSettings.forEachSeed(rounds: 12) { seed in
            var random = SeededGenerator(seed: seed)
            let test = try makeStore(sections: 5, items: 60)
            for round in 0..<4 {
                let (old, former) = (try snapshot(test), try keys(test))
                for step in 0..<Int.random(in: 1...12, using: &random) {
                    try edit(test, round * 100 + step, &random)
                }
                let (new, present) = (try snapshot(test), try keys(test))
                let difference = try new.difference(from: old)
                #expect(
                    applied(difference, to: former, filledBy: present) == present.map { $0.map { $0 } },
                    "seed \(seed), round \(round): \(difference)")
                #expect(try CountCheck(old, new).disagreement(difference) == nil, "seed \(seed), round \(round)")
                #expect(try new.difference(from: new).isEmpty)
            }
        }
    }

    @Test("One item that goes to the front is one move, and one that goes with its section is not named")
    func smallest() throws {
        let test = try makeStore(sections: 3, items: 30)
        let old = try snapshot(test)
        try test.execute("UPDATE item SET position = -1 WHERE id = 27")
        let moved = try snapshot(test)
        var expected = DatasetDifference()
        expected.movedItems = [.init(from: ItemIndexPath(section: 0, item: 9), to: ItemIndexPath(section: 0, item: 0))]
        #expect(try moved.difference(from: old) == expected)
        try test.execute("DELETE FROM section WHERE id = 1")
        expected = DatasetDifference()
        expected.deletedSections = [1]
        #expect(try snapshot(test).difference(from: moved) == expected)
    }

    @Test("Long runs of items that move, come and go are found among scattered changes")
    func longRuns() throws {
        let test = try makeStore(sections: 1, items: 1_000)
        let (old, former) = (try snapshot(test), try keys(test))
        try test.execute(
            "DELETE FROM item WHERE id % 97 = 5 OR id BETWEEN 700 AND 780",
            "UPDATE item SET position = position + 300.5 WHERE id BETWEEN 100 AND 299",
            "INSERT INTO item (section_id, position, key) SELECT 0, 850.1 + id / 1e3, 'n' || id FROM item WHERE id < 90"
        )
        let (new, present) = (try snapshot(test), try keys(test))
        let difference = try new.difference(from: old)
        #expect(applied(difference, to: former, filledBy: present) == present.map { $0.map { $0 } })
        #expect(difference.movedItems.count < 250 && difference.insertedItems.count < 100)
    }

    @Test("A table that is imported again has the same items by their keys")
    func importedAnew() throws {
        let test = try makeStore(sections: 2, items: 40)
        let old = try snapshot(test)
        try test.execute(
            "CREATE TEMP TABLE former AS SELECT * FROM item", "DELETE FROM item",
            """
            INSERT INTO item (id, section_id, position, key, payload)
            SELECT id + 1000, section_id, position, key, CASE id WHEN 6 THEN '{"a":1}' END
            FROM temp.former WHERE id <> 9
            """)
        let difference = try snapshot(test).difference(from: old)
        var expected = DatasetDifference()
        expected.deletedItems = [ItemIndexPath(section: 1, item: 4)]
        expected.reloadedItems = [ItemIndexPath(section: 0, item: 3)]
        #expect(difference == expected)
    }

    @Test("Five hundred changes of two hundred thousand items are found, in both forms")
    func large() async throws {
        let test = try makeStore(sections: 4, items: 200_000)
        let old = try await test.wall.snapshot()
        try test.execute(
            "DELETE FROM item WHERE id % 800 = 3",
            """
            INSERT INTO item (section_id, position, key)
            SELECT section_id, position + 0.5, 'n' || id FROM item WHERE id % 800 = 7
            """)
        try await test.store.prepare("wall")
        let new = try await test.wall.snapshot()
        let clock = ContinuousClock()
        let start = clock.now
        let difference = try await new.difference(from: old)
        let duration = clock.now - start
        #expect(difference.deletedItems.count == 250 && difference.insertedItems.count == 250, "\(duration)")
        #expect(difference.count == 500)
        print("200,000 items with 500 changes: \(duration)")
    }

    @Test("Sections have titles")
    func titles() throws {
        let test = try makeStore(sections: 3, items: 30)
        let found = try snapshot(test)
        #expect(try found.title(ofSection: 2) == "title 2" && found.title(ofSection: 3) == nil)
        #expect(try found.title(ofSection: -1) == nil)
    }
}
