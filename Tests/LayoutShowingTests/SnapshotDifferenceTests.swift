import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore
@testable import LayoutShowing

/// The difference between two states of a data set.
@Suite struct SnapshotDifferenceTests {
    private func makeStore(sections: Int, items: Int) throws -> TestStore {
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
        let test = try makeStore(sections: 3, items: 30)
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

    @Test("Long runs of items that move, come and go are found among scattered changes")
    func longRuns() throws {
        let test = try makeStore(sections: 1, items: 1_000)
        let (old, former) = (try snapshot(test), try test.keys())
        try test.execute(
            "DELETE FROM item WHERE id % 97 = 5 OR id BETWEEN 700 AND 780",
            "UPDATE item SET position = position + 300.5 WHERE id BETWEEN 100 AND 299",
            "INSERT INTO item (section_id, position, key) SELECT 1, 850.1 + id / 1e3, 'n' || id FROM item WHERE id < 90"
        )
        let (new, present) = (try snapshot(test), try test.keys())
        let difference = try new.difference(from: old)
        #expect(SnapshotModel.applying(difference, to: former, new: present) == present)
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
        expected.deletedItems = [[1, 4]]
        expected.reloadedItems = [[0, 3]]
        #expect(difference == expected)
    }

    @Test("Five hundred changes of many items are found, in both forms")
    func large() async throws {
        let size = TestSettings.takesAll ? 800 : 100
        let test = try makeStore(sections: 4, items: 250 * size)
        let old = try test.wall.snapshot()
        try test.execute(
            "DELETE FROM item WHERE id % \(size) = 3",
            """
            INSERT INTO item (section_id, position, key)
            SELECT section_id, position + 0.5, 'n' || id FROM item WHERE id % \(size) = 7
            """)
        try await test.store.prepare("wall")
        let difference = try await test.wall.snapshot().difference(from: old)
        #expect(difference.deletedItems.count == 250 && difference.insertedItems.count == 250)
        #expect(difference.count == 500)
    }

    @Test("Sections have titles")
    func titles() throws {
        let test = try makeStore(sections: 3, items: 30)
        let found = try snapshot(test)
        #expect(try found.title(ofSection: 2) == "title 3" && found.title(ofSection: 3) == nil)
        #expect(try found.title(ofSection: -1) == nil)
    }
}
