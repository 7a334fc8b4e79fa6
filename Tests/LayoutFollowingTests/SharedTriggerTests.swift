import LayoutFollowing
import LayoutSQLite
import LayoutSchema
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore
@testable import LayoutRepair

/// The triggers that all followers of a data set share.
@Suite struct SharedTriggerTests {
    /// A store with sixty items, and followers of them in two orders.
    private func makeStore(followers: Int) throws -> TestStore {
        let test = try TestStore()
        try test.fill(
            0...59, sections: 3, "id, section_id, position, key, height", "100 + i, 1 + i % 3, i, 'k' || i, i")
        for index in 0..<followers {
            try test.store.follow(
                Following(dataset: "data", as: "order \(index)", order: index == 0 ? "key" : "height DESC"))
        }
        return test
    }

    private func order(_ test: TestStore, of dataset: String) throws -> [String] {
        try test.lines(
            """
            SELECT i.original_id FROM dataset AS d JOIN section AS s ON s.dataset_id = d.id
              JOIN item AS i ON i.section_id = s.id
            WHERE d.name = '\(dataset)' ORDER BY s.position, i.position
            """)
    }

    @Test("A statement compiles them once for all followers")
    func compiledOnce() throws {
        let counts = try [1, 20].map { count in
            let test = try makeStore(followers: count)
            let app = try Connection(path: test.store.path, mode: .readWrite)
            defer { app.close() }
            return try app.names("EXPLAIN UPDATE item SET key = 'k' WHERE id = 100").count
        }
        #expect(counts[1] * 4 < counts[0] * 5, "\(counts)")
    }

    @Test("A follower that comes, goes or is deleted in a shell leaves the others as they are")
    func comingAndGoing() throws {
        let test = try makeStore(followers: 3)
        try test.execute(
            "DELETE FROM dataset WHERE name = 'order 1'", "UPDATE item SET height = 99, key = 'a' WHERE id = 130")
        #expect(try order(test, of: "order 0").first == "130" && order(test, of: "order 2").first == "130")
        try test.store.removeDataset("order 0")
        try test.execute("UPDATE item SET height = 0 WHERE id = 130", "DELETE FROM item WHERE id = 131")
        let expected = try test.lines("SELECT id FROM item WHERE original_id IS NULL ORDER BY height DESC, id")
        #expect(try order(test, of: "order 2") == expected)
        try test.store.removeDataset("order 2")
        let names = try test.reopened().lines("SELECT name FROM sqlite_schema WHERE name GLOB 'layout_followed_*'")
        #expect(names == [])
    }

    @Test("A reader misses each of them, also one that a single follower needs")
    func missing() throws {
        let test = try makeStore(followers: 2)
        let names = try test.lines(
            "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'layout_followed_*'")
        #expect(names.contains { $0.hasSuffix("_key") } && names.contains { $0.hasSuffix("_height") }, "\(names)")
        let app = try Connection(path: test.store.path, mode: .readWrite)
        defer { app.close() }
        for name in names {
            try app.execute("BEGIN; DROP TRIGGER \(name)")
            #expect(try app.first("SELECT count(*) FROM lc_detached", as: Int.self) == 2, "\(name)")
            try app.execute("ROLLBACK")
        }
    }

    @Test(
        "The source of a data set stands beside its counter, under another id too, and no longer than it is followed",
        arguments: [
            ("UPDATE dataset SET id = 70, name = 'moved' WHERE id = 2", [[1, 0, 0], [3, 1, 1], [70, 1, 1]]),
            ("UPDATE dataset SET follows = NULL WHERE id = 2", [[1, 0, 0], [2, 0, 0], [3, 1, 1]]),
            ("REPLACE INTO dataset (id, name) VALUES (2, 'order 0')", [[1, 0, 0], [2, 0, 0], [3, 1, 1]]),
            ("UPDATE dataset SET follows = '{' WHERE id = 2", [[1, 0, 0], [2, 0, 0], [3, 1, 1]]),
        ])
    func noted(sql: String, expected: [[Int]]) throws {
        let test = try makeStore(followers: 2)
        func noted(_ connection: Connection) throws -> [[Int]] {
            var rows: [[Int]] = []
            try connection.forEachRow("SELECT dataset_id, source_id, trigger_count > 0 FROM lc_change ORDER BY 1") {
                rows.append([$0.int(0), $0.int(1), $0.int(2)])
            }
            return rows
        }
        try test.store.pool.write { connection in
            #expect(try noted(connection) == [[1, 0, 0], [2, 1, 1], [3, 1, 1]])
            try connection.execute(sql)
            // A record that is no JSON says nothing.
            try DerivedSchema.rebuild(connection)
            #expect(try noted(connection) == expected)
            _ = try Followers.mend(connection)
            #expect(try noted(connection) == expected)
        }
    }

    @Test("A data set that follows nothing any more is not taken for one without its triggers")
    func unfollowing() throws {
        let test = try makeStore(followers: 2)
        try test.execute("UPDATE dataset SET follows = NULL WHERE id = 2")
        let reopened = try test.reopened()
        #expect(try reopened.store.detachedFollowers() == [])
        #expect(try reopened.lines("SELECT count(source_id), count(trigger_count) FROM lc_change") == ["1|1"])
    }

    @Test("Followers with their own triggers, of an earlier version, share them from the next opening on")
    func earlierVersion() throws {
        let test = try makeStore(followers: 2)
        try test.execute(
            "CREATE TABLE layout_followed_2_row (id INTEGER PRIMARY KEY)",
            """
            CREATE TRIGGER layout_followed_2_after_insert AFTER INSERT ON item BEGIN
              SELECT RAISE(ABORT, 'two triggers of one follower');
            END
            """, "DROP TABLE layout_followed_of_1_row", "DROP TRIGGER layout_followed_of_1_after_insert")
        let reopened = try test.reopened()
        try reopened.execute("INSERT INTO item (section_id, key, height) VALUES (1, 'a', 1000)")
        #expect(try order(reopened, of: "order 0").first == order(reopened, of: "order 1").first)
        #expect(try reopened.lines("SELECT name FROM sqlite_schema WHERE name GLOB 'layout_followed_2_*'") == [])
        #expect(try reopened.store.verify().mistakes == [])
    }
}
