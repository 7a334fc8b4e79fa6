import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore
@testable import LayoutShowing

/// Differences between two states of a data set, which are found by the revisions of runs.
@Suite struct SnapshotDifferenceTests {
    /// A state, and the ids of its items as its data set has them.
    private struct State {
        let snapshot: LayoutSnapshot
        let items: [[Int64]]

        /// - Parameter isPrepared: Whether the layout says which items are shown; else all are.
        init(_ test: TestStore, isPrepared: Bool) throws {
            snapshot = try test.wall.snapshot()
            let sections = try test.lines("SELECT id FROM section WHERE dataset_id = 1 ORDER BY position")
            let snapshot = snapshot
            items = try sections.enumerated().map { index, id in
                guard isPrepared else {
                    return try test.lines("SELECT id FROM item WHERE section_id = \(id) ORDER BY position")
                        .compactMap { Int64($0) }
                }
                return try (0..<snapshot.numberOfItems(inSection: index)).map {
                    try #require(try snapshot.itemID(of: ItemIndexPath(section: index, item: $0)))
                }
            }
        }
    }

    private func expectDifference(from old: State, to new: State, _ context: Comment) throws {
        let difference = try new.snapshot.difference(from: old.snapshot)
        func texts(_ state: State) -> [[String]] { state.items.map { $0.map(String.init) } }
        #expect(SnapshotModel.applying(difference, to: texts(old), new: texts(new)) == texts(new), context)
        if [old, new].allSatisfy(\.snapshot.freshness.isCounted) {
            #expect(try new.snapshot.agrees(with: difference, from: old.snapshot), context)
        }
    }

    /// A store with sections of several runs, some of them with chapters.
    private func makeStore(_ seed: UInt64, _ random: inout SeededGenerator) throws -> (TestStore, EditScript) {
        let data = RandomDataSet()
        let test = try TestStore()
        try test.execute(data.statements(sections: 4, items: 0...60, using: &random))
        try test.execute("INSERT INTO dataset (id, name) VALUES (2, 'other')", "UPDATE item SET key = NULL")
        try test.prepareWall(#"{"layout":"table","estimatedRowHeight":40}"#)
        return (test, EditScript(test, data, "seed \(seed)"))
    }

    /// Kinds that leave items without keys, by which they would be known again.
    private static let kinds = RandomEdit.Kind.ofRows.filter { $0 != .describe }

    /// Edits the rows as a program that knows nothing of the library; some of it is rolled back.
    private func edit(_ test: TestStore, _ script: inout EditScript, _ random: inout SeededGenerator) throws {
        var drawing = RandomEdit(RandomDataSet())
        drawing.conflicts = ["", "OR REPLACE ", "OR IGNORE ", "OR ABORT ", "OR FAIL "]
        drawing.datasets = 2
        try Connection.at(test.store.path) { connection in
            try connection.execute("PRAGMA recursive_triggers = \(Bool.random(using: &random))")
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let isKept = Int.random(in: 0..<4, using: &random) > 0
                script.note(isKept ? "committed" : "rolled back")
                try connection.execute("BEGIN IMMEDIATE")
                try drawing.look(connection)
                let kind = Self.kinds.randomElement(using: &random) ?? .swap
                for statement in drawing.statements(kind, using: &random) {
                    script.note(statement)
                    guard try connection.executesUnlessRefused(statement) else { break }
                }
                try connection.execute(isKept ? "COMMIT" : "ROLLBACK")
            }
        }
    }

    @Test("Differences between random states of a data set that two programs edit lead from each to each")
    func random() throws {
        try TestSettings.forEachSeed(rounds: 40) { seed in
            var random = SeededGenerator(seed: seed)
            var (test, script) = try makeStore(seed, &random)
            var states = [try State(test, isPrepared: false)]
            for round in 0..<8 {
                if Bool.random(using: &random) {
                    try script.change(Self.kinds, times: Int.random(in: 1...3, using: &random), using: &random)
                } else {
                    try edit(test, &script, &random)
                }
                // A state with marks is compared as well as one whose outline was counted.
                if Bool.random(using: &random) {
                    script.note("prepared")
                    try test.store.prepare("wall")
                }
                let new = try State(test, isPrepared: false)
                let context: Comment = "\(script), round \(round)"
                for old in states {
                    try expectDifference(from: old, to: new, context)
                    try expectDifference(from: new, to: old, context)
                }
                states.append(new)
                if states.count > 4 { states.remove(at: Int.random(in: 0..<4, using: &random)).snapshot.close() }
            }
        }
    }

    @Test("Of runs in which one item went, that item alone is read")
    func spread() throws {
        let test = try TestStore()
        try test.fill(1...600, "section_id, position, height", "1, i, 20")
        try test.prepareWall(#"{"layout":"table"}"#)
        let old = try State(test, isPrepared: false)
        try test.execute("DELETE FROM item WHERE id % 60 = 7")
        for isPrepared in [false, true] {
            if isPrepared { try test.store.prepare("wall") }
            let new = try State(test, isPrepared: false)
            #expect(try size(old.snapshot, new.snapshot) == 20)
            try expectDifference(from: old, to: new, "prepared: \(isPrepared)")
            try expectDifference(from: new, to: old, "prepared: \(isPrepared)")
        }
    }

    @Test("Differences between states with other folds lead from each to each")
    func folds() throws {
        try TestSettings.forEachSeed(rounds: 12) { seed in
            var random = SeededGenerator(seed: seed)
            var (test, script) = try makeStore(seed, &random)
            try test.execute("UPDATE item SET level = abs(random()) % 3")
            try test.store.prepare("wall")
            var states = [try State(test, isPrepared: true)]
            for round in 0..<8 {
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let statement =
                        [
                            "INSERT OR IGNORE INTO collapsed SELECT 'wall', id FROM section WHERE dataset_id = 1 "
                                + "AND id % 4 = \(Int.random(in: 0..<4, using: &random))",
                            "DELETE FROM collapsed WHERE section_id % 2 = \(Int.random(in: 0..<2, using: &random))",
                            "INSERT OR IGNORE INTO collapsed_item SELECT 'wall', i.id FROM item AS i "
                                + "JOIN section AS s ON s.id = section_id "
                                + "WHERE dataset_id = 1 AND i.id % 9 = \(Int.random(in: 0..<9, using: &random))",
                            "DELETE FROM collapsed_item WHERE item_id % 3 = \(Int.random(in: 0..<3, using: &random))",
                        ].randomElement(using: &random) ?? ""
                    script.note(statement)
                    try test.execute(statement)
                }
                if Bool.random(using: &random) { try edit(test, &script, &random) }
                try test.store.prepare("wall")
                let new = try State(test, isPrepared: true)
                for old in states {
                    try expectDifference(from: old, to: new, "\(script), round \(round)")
                    try expectDifference(from: new, to: old, "\(script), round \(round)")
                }
                states.append(new)
                if states.count > 3 { states.removeFirst().snapshot.close() }
            }
        }
    }

    @Test("Copies of a file that were edited separately differ where they were edited, and what they share is not read")
    func copies() throws {
        try TestSettings.forEachSeed(rounds: 12) { seed in
            var random = SeededGenerator(seed: seed)
            var (test, script) = try makeStore(seed, &random)
            try test.store.pool.copy(to: test.directory.file("copy.db")) { _, _ in }
            let copy = TestStore(
                directory: test.directory,
                store: try LayoutStore(path: test.directory.file("copy.db"), limits: TestStore.tinyLimits))
            let (first, second) = (try State(test, isPrepared: false), try State(copy, isPrepared: false))
            #expect(try size(first.snapshot, second.snapshot) == 0)
            for round in 0..<4 {
                // As many changes of each.
                for one in [test, copy] { try edit(one, &script, &random) }
                let (old, new) = (try State(test, isPrepared: false), try State(copy, isPrepared: false))
                try expectDifference(from: old, to: new, "\(script), round \(round)")
            }
            copy.store.close()
        }
    }

    @Test(
        "The items of a few runs are read after one change of two hundred thousand items, whatever became of the runs")
    func price() throws {
        let test = try TestStore(limits: BandLimits())
        try test.fill(
            0...199_999, sections: 3, "id, section_id, position, height",
            "i, CASE WHEN i < 100000 THEN 1 ELSE 2 + i % 2 END, i, 20 + i % 3")
        try test.prepareWall(#"{"layout":"table"}"#)
        var old = try test.wall.snapshot()
        for edit in [
            "INSERT INTO item (section_id, position) VALUES (1, 50000.5)", "DELETE FROM item WHERE id = 120000",
            "UPDATE item SET section_id = 3, position = 4.5 WHERE id = 70000",
            "DELETE FROM item WHERE id BETWEEN 30000 AND 30600",
            "UPDATE section SET position = 100 WHERE id = 1", "UPDATE item SET height = 7 WHERE id % 64 = 3",
        ] {
            try test.execute(edit)
            for isSettled in [false, true] {
                if isSettled { try test.store.prepare("wall") }
                let new = try test.wall.snapshot()
                #expect(try size(old, new) <= 8 * 256, "\(edit)")
                let difference = try new.difference(from: old)
                #expect(!difference.isEmpty || edit.contains("height"), "\(edit)")
                if isSettled {
                    old.close()
                    old = new
                } else {
                    new.close()
                }
            }
        }
        // Nothing is known of an outline that was made again.
        try test.execute(
            "DELETE FROM lc_run",
            "INSERT INTO lc_run (section_id, first_position, changes) SELECT id, -1e301, 3 FROM section")
        #expect(try size(old, test.wall.snapshot()) > 190_000)
    }

    private func size(_ old: LayoutSnapshot, _ new: LayoutSnapshot) throws -> Int {
        try SnapshotDifference(from: SnapshotItems(old), to: SnapshotItems(new)).size
    }

    // MARK: Items with keys

    private func makeKeyed(sections: Int, items: Int) throws -> TestStore {
        let test = try TestStore()
        try test.fill(
            0...items - 1, sections: sections, "id, section_id, position, key", "i, 1 + i % \(sections), i, 'k' || i")
        try test.execute("UPDATE section SET title = 'title ' || id")
        try test.prepareWall(#"{"layout":"table","estimatedRowHeight":40}"#)
        return test
    }

    private func snapshot(_ test: TestStore) throws -> LayoutSnapshot {
        try test.store.prepare("wall")
        return try test.wall.snapshot()
    }

    @Test("One item that goes to the front is one move, and one that goes with its section is not named")
    func smallest() throws {
        let test = try makeKeyed(sections: 3, items: 30)
        let old = try snapshot(test)
        try test.execute("UPDATE item SET position = -1 WHERE id = 27")
        let moved = try snapshot(test)
        var expected = DatasetDifference()
        expected.movedItems = [.init(from: [0, 9], to: [0, 0])]
        #expect(try moved.difference(from: old) == expected)
        try test.execute("DELETE FROM section WHERE id = 2")
        expected = DatasetDifference()
        expected.deletedSections = [1]
        #expect(try snapshot(test).difference(from: moved) == expected)
    }

    @Test("A table that is imported again has the same items by their keys")
    func importedAnew() throws {
        let test = try makeKeyed(sections: 2, items: 40)
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
        expected.deletedItems = [[1, 4]]
        expected.reloadedItems = [[0, 3]]
        #expect(difference == expected)
    }
}
