import LayoutFollowing
import LayoutSQLite
import LayoutSchema
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore
@testable import LayoutRepair

/// The notes of changes in a followed data set.
@Suite struct FollowerJournalTests {
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

    @Test(
        "The source of a data set stands beside its counter, under another id too, and no longer than it is followed",
        arguments: [
            ("UPDATE dataset SET id = 70, name = 'moved' WHERE id = 2", "1: 3:1 70:1"),
            ("UPDATE dataset SET follows = NULL WHERE id = 2", "1: 2: 3:1"),
            ("REPLACE INTO dataset (id, name) VALUES (2, 'order 0')", "1: 2: 3:1"),
            // A record that is no JSON says nothing.
            ("UPDATE dataset SET follows = '{' WHERE id = 2", "1: 2: 3:1"),
        ])
    func noted(sql: String, expected: String) throws {
        let test = try makeStore(followers: 2)
        let noted = "SELECT dataset_id || ':' || ifnull(source_id, '') FROM lc_change ORDER BY dataset_id"
        #expect(try test.lines(noted) == ["1:", "2:1", "3:1"])
        try test.execute(sql)
        try test.store.pool.write { try DerivedSchema.rebuild($0) }
        #expect(try test.lines(noted).joined(separator: " ") == expected)
        _ = try test.store.pool.write { try Followers.mend($0) }
        #expect(try test.lines(noted).joined(separator: " ") == expected)
    }

    @Test("Followers of a deleted data set have lost it, whatever gets its id; a changed id keeps its followers")
    func lostSource() throws {
        let test = try makeStore(followers: 2)
        try test.store.define("sorted", #"{"layout":"table"}"#, 300, 400, dataset: "order 0")
        try test.store.prepare("sorted")
        try test.execute("UPDATE dataset SET id = 9 WHERE id = 1", "UPDATE item SET key = 'a' WHERE id = 130")
        try test.store.bringFollowersUpToDate()
        #expect(try order(test, of: "order 0").first == "130")
        #expect(try test.store.followings().map(\.source) == [.dataset("data"), .dataset("data")])
        try test.execute("DELETE FROM dataset WHERE id = 9")
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (9, 'stranger')",
            "INSERT INTO section (id, dataset_id) VALUES (1, 9)",
            "INSERT INTO item (id, section_id, key) VALUES (130, 1, 'stranger')")
        try test.store.prepare("sorted")
        #expect(try order(test, of: "order 0") == [] && !test.store.isStale("sorted"))
        #expect(try test.store.detachedFollowers().map { $0.reason?.code } == [.notFound, .notFound])
        #expect(try test.store.verify().mistakes.count == 2)
        try test.store.importItems(
            [SourceItem(section: "a", key: "z")], options: ImportOptions(dataset: "stranger", mode: .append))
        // Another one of that name is followed.
        try test.store.createDataset("data")
        try test.store.importItems([SourceItem(section: "a", key: "k")], options: ImportOptions(dataset: "data"))
        try test.store.prepare("sorted")
        #expect(try order(test, of: "order 0").count == 1 && test.store.detachedFollowers().isEmpty)
    }

    @Test("A filling has slices: others write in between, readers see it as stale, and the next one completes it")
    func turns() throws {
        var test = try makeStore(followers: 4)
        try test.store.define("sorted", #"{"layout":"table"}"#, 300, 400, dataset: "order 0")
        try test.store.prepare("sorted")
        let app = try Connection(path: test.store.path, mode: .readWrite)
        defer { app.close() }
        try app.execute("PRAGMA busy_timeout = 0")
        func compare() throws {
            for (index, terms) in ["key, id", "height DESC, id", "height DESC, id", "height DESC, id"].enumerated() {
                let expected = try test.lines("SELECT id FROM item WHERE original_id IS NULL ORDER BY \(terms)")
                #expect(try order(test, of: "order \(index)") == expected)
            }
        }
        let noted = "INSERT INTO lc_pending (source, kind, identity) VALUES (1, 2, 0)"
        try test.execute("UPDATE item SET key = -id", noted)
        var turns = 0
        while try !test.store.pool.write({
            try FollowerJournal($0, limit: 9).bringUpToDate(nil, isSpent: { _ in true })
        }) {
            turns += 1
            #expect(try test.store.isStale("sorted"))
            if turns < 20 { try app.execute("UPDATE item SET height = 200 - height WHERE id = \(100 + turns)") }
            // As after a kill: what the connection had sorted is lost.
            if turns == 5 { test = try test.reopened() }
        }
        #expect(turns > 28)
        try compare()
        // One that is cancelled has reported its progress.
        try test.execute("UPDATE item SET key = id", noted)
        var shares: [Double?] = []
        #expect(throws: LayoutError.self) {
            try test.store.prepareAll {
                if $0.step == .following { shares.append($0.fraction) }
                if shares.count == 3 { throw LayoutError(.cancelled, "enough") }
            }
        }
        #expect(shares.count == 3 && shares.contains { $0 ?? 0 > 0 } && shares.allSatisfy { $0 ?? 2 <= 1 })
        #expect(try test.store.isStale("sorted"))
        _ = try test.store.prepareAll()
        try compare()
    }

    @Test("A changed title of a section notes its items if they are few; otherwise the followers are filled in slices")
    func sections() throws {
        let test = try makeStore(followers: 1)
        func notes(after title: String) throws -> [String] {
            try test.execute("UPDATE section SET title = '\(title)' WHERE id = 1")
            _ = try test.store.pool.write { try FollowerJournal($0).bringUpToDate(nil, isSpent: { _ in true }) }
            return try test.lines("SELECT kind || ':' || count(*) FROM lc_pending GROUP BY kind")
        }
        #expect(try notes(after: "few") == ["0:20"])
        try test.store.bringFollowersUpToDate()
        try test.execute(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100) "
                + "INSERT INTO item (section_id) SELECT 1 FROM n")
        try test.store.bringFollowersUpToDate()
        #expect(try notes(after: "many") == ["3:1"])
    }

    @Test(
        "The column that tells rows apart stays when rows and indexes come, and is another one when it cannot stay",
        arguments: [
            "CREATE UNIQUE INDEX later ON number (c)", "DROP INDEX first",
            "DROP TRIGGER layout_followed_table_1_update",
            "INSERT INTO number VALUES (NULL, 'z', 7); CREATE INDEX later ON number (c)",
        ])
    func identity(change: String) throws {
        let photos = try PhotoDatabase(
            """
            CREATE TABLE number (a, b, c NOT NULL); INSERT INTO number VALUES (1, 'x', 5), (2, 'y', 6);
            CREATE UNIQUE INDEX other ON number (b); CREATE UNIQUE INDEX first ON number (a);
            """)
        for (name, order) in [("photos", "b"), ("second", "b DESC")] {
            try photos.follow(Following(table: "number", as: name, section: "'All'", order: order, key: "b"))
        }
        try photos.app.execute("\(change); UPDATE number SET b = 'A' WHERE c = 6; DELETE FROM number WHERE c = 5")
        try photos.bringUpToDate()
        #expect(try photos.keys() == "All:A")
        #expect(try LayoutStore.verify(at: photos.path).mistakes == [])
    }

    @Test("Followers with their own triggers, of an earlier version, are noted from the next opening on")
    func earlierVersion() throws {
        let photos = try PhotoDatabase()
        let ids = "SELECT key || ' ' || id || ' ' || section_id FROM item ORDER BY key"
        let before = try photos.app.names(ids)
        try photos.app.execute(
            """
            UPDATE dataset SET follows = json_remove(json_set(follows, '$.triggers', '16'), '$.journal');
            DROP TRIGGER layout_followed_rows_insert; DROP TRIGGER layout_followed_rows_update;
            DROP TRIGGER layout_followed_rows_delete; DROP TRIGGER layout_followed_rows_key;
            ALTER TABLE layout_followed_1 RENAME TO former;
            CREATE TABLE layout_followed_1 (
              row INTEGER PRIMARY KEY, item_id INTEGER NOT NULL, section_id INTEGER, key_1);
            INSERT INTO layout_followed_1 (row, item_id) SELECT row, item_id FROM former; DROP TABLE former;
            CREATE TABLE layout_followed_1_row (id INTEGER PRIMARY KEY); DELETE FROM lc_follower_section;
            CREATE TRIGGER layout_followed_1_after_insert AFTER INSERT ON photo BEGIN
              SELECT RAISE(ABORT, 'a trigger of an earlier version');
            END;
            UPDATE lc_schema SET checksum = 'other';
            """)
        try photos.bringUpToDate()
        try photos.app.execute("INSERT INTO photo VALUES (4, 'Rome', 9, 1, 1, NULL, NULL)")
        try photos.bringUpToDate()
        #expect(try photos.keys() == "Paris:2 Rome:3,1,4")
        #expect(try Array(photos.app.names(ids).prefix(3)) == before)
        #expect(try photos.app.names("SELECT name FROM sqlite_schema WHERE name GLOB 'layout_followed_1*'").count == 1)
        #expect(try LayoutStore.verify(at: photos.path).mistakes == [])
    }
}
