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

    @Test("A statement compiles to the same program with and without followers")
    func compiledOnce() throws {
        let counts = try [0, 1, 20].map { count in
            let test = try makeStore(followers: count)
            let app = try Connection(path: test.store.path, mode: .readWrite)
            defer { app.close() }
            return try app.names("EXPLAIN UPDATE item SET height = 4 WHERE id = 100").count
        }
        #expect(Set(counts).count == 1 && counts[0] <= 700, "\(counts)")
    }

    @Test("A follower that comes, goes or is deleted in a shell leaves the others as they are")
    func comingAndGoing() throws {
        let test = try makeStore(followers: 3)
        try test.execute(
            "DELETE FROM dataset WHERE name = 'order 1'", "UPDATE item SET height = 99, key = 'a' WHERE id = 130")
        try test.store.bringFollowersUpToDate()
        #expect(try order(test, of: "order 0").first == "130" && order(test, of: "order 2").first == "130")
        try test.store.removeDataset("order 0")
        try test.execute("UPDATE item SET height = 0 WHERE id = 130", "DELETE FROM item WHERE id = 131")
        try test.store.bringFollowersUpToDate()
        let expected = try test.lines("SELECT id FROM item WHERE original_id IS NULL ORDER BY height DESC, id")
        #expect(try order(test, of: "order 2") == expected)
        try test.store.removeDataset("order 2")
        let names = try test.reopened().lines("SELECT name FROM sqlite_schema WHERE name GLOB 'layout_followed_*'")
        #expect(names == [])
    }

    @Test(
        "The source of a data set stands beside its counter, under another id too, and no longer than it is followed",
        arguments: [
            ("UPDATE dataset SET id = 70, name = 'moved' WHERE id = 2", [[1, 0], [3, 1], [70, 1]]),
            ("UPDATE dataset SET follows = NULL WHERE id = 2", [[1, 0], [2, 0], [3, 1]]),
            ("REPLACE INTO dataset (id, name) VALUES (2, 'order 0')", [[1, 0], [2, 0], [3, 1]]),
            ("UPDATE dataset SET follows = '{' WHERE id = 2", [[1, 0], [2, 0], [3, 1]]),
        ])
    func noted(sql: String, expected: [[Int]]) throws {
        let test = try makeStore(followers: 2)
        func noted(_ connection: Connection) throws -> [[Int]] {
            var rows: [[Int]] = []
            try connection.forEachRow("SELECT dataset_id, source_id FROM lc_change ORDER BY 1") {
                rows.append([$0.int(0), $0.int(1)])
            }
            return rows
        }
        try test.store.pool.write { connection in
            #expect(try noted(connection) == [[1, 0], [2, 1], [3, 1]])
            try connection.execute(sql)
            // A record that is no JSON says nothing.
            try DerivedSchema.rebuild(connection)
            #expect(try noted(connection) == expected)
            _ = try Followers.mend(connection)
            #expect(try noted(connection) == expected)
        }
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

    @Test("A source's item that is gone, and one that gets its id, are not shown in its place")
    func gone() throws {
        let test = try makeStore(followers: 1)
        try test.store.define("sorted", #"{"layout":"table"}"#, 300, 400, dataset: "order 0")
        try test.store.prepare("sorted")
        let keys = "SELECT key FROM element_frames WHERE layout = 'sorted' AND item_id = 130"
        #expect(try test.lines(keys) == ["k30"])
        try test.execute("DELETE FROM item WHERE id = 130")
        #expect(try test.lines(keys).allSatisfy { $0 == "" })
        try test.execute("INSERT INTO item (id, section_id, key) VALUES (130, 1, 'other')")
        #expect(try test.store.isStale("sorted") && order(test, of: "order 0").contains("130") == false)
        try test.store.prepare("sorted")
        #expect(try test.lines(keys) == ["other"])
    }

    @Test("An item that stands for another takes no size, and the rest of the statement is done")
    func standing() throws {
        let test = try makeStore(followers: 1)
        let definition = #"{"layout":"table","header":{"height":20},"pinHeaders":true}"#
        try test.store.define("sorted", definition, 300, 400, dataset: "order 0")
        try test.store.prepare("sorted")
        #expect(try test.store.verify(deep: true).problems == [])
        try test.execute("UPDATE item SET height = 70, key = 'k' || id")
        #expect(
            try test.lines("SELECT count(*) FROM item WHERE original_id IS NOT NULL AND height IS NOT NULL") == ["0"])
        #expect(try test.lines("SELECT count(*) FROM item WHERE height = 70") == ["60"])
        // Its layout follows the originals, also one by one.
        try test.execute("UPDATE item SET height = 90 WHERE key = 'k130'")
        try test.store.prepare("sorted")
        let heights = "SELECT sum(height) FROM element_frames WHERE layout = 'sorted' AND item_id IS NOT NULL"
        #expect(try test.lines(heights) == ["4220.0"])
        let report = try test.store.verify(deep: true)
        #expect(report.isWhole && report.mistakes == [], "\(report)")
    }

    @Test("The fold of a section stays with its value, however its rows and the sections are ordered")
    func folds() throws {
        let test = try makeStore(followers: 0)
        var following = Following(dataset: "data", as: "groups", section: "height % 5", order: "key")
        try test.store.follow(following)
        try test.store.define("groups", #"{"layout":"table","header":{"height":10}}"#, 300, 400, dataset: "groups")
        try test.store.layout("groups").collapse(sections: [3])
        let collapsed = """
            SELECT s.title FROM collapsed AS c LEFT JOIN section AS s ON s.id = c.section_id WHERE c.layout = 'groups'
            """
        #expect(try test.lines(collapsed) == ["3.0"])
        following.order = "key DESC"
        following.sectionOrder = "section DESC"
        try test.store.follow(following)
        #expect(try test.lines(collapsed) == ["3.0"])
        following.section = "height % 4"
        try test.store.follow(following)
        #expect(try test.lines(collapsed) == [])
    }

    private static let allNames = [
        "key", "width", "height", "x", "y", "payload", "id", "position", "section.title", "section.position",
    ].flatMap { name in ["section", "order", "where", "section DESC"].map { (name: name, part: $0) } }

    @Test(
        "Each name of a data set can be its section, its order, its condition and the order of its sections",
        arguments: TestSettings.drawn(14, of: allNames))
    func names(name: String, part: String) throws {
        let test = try makeStore(followers: 0)
        var following = Following(dataset: "data", as: "f")
        let isOwn = !name.contains("section") && name != "id"
        switch part {
        case "section": following.section = name
        case "order": following.order = "\(name) DESC"
        case "where": following.where = "\(name) IS NOT 17"
        default: (following.section, following.sectionOrder) = (name, part)
        }
        try test.store.follow(following)
        try test.store.follow(Following(dataset: "f", as: "g", section: following.section, order: "id"))
        try test.execute(
            "UPDATE item SET \(isOwn ? name : "height") = 3 + id WHERE id IN (107, 120)",
            "UPDATE section SET title = 'x' WHERE id = 2", "DELETE FROM item WHERE id = 110")
        try test.store.bringFollowersUpToDate()
        #expect(try test.store.verify().mistakes == [])
        #expect(try order(test, of: "f").count > 50)
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

    @Test("Sections are equal as their collation says, a constant is a section, and a title is that of the first row")
    func equalSections() throws {
        let photos = try PhotoDatabase(
            "INSERT INTO photo (id, album, taken_at) VALUES (7, 'ROME', 1)", isFollowed: false)
        var following = PhotoDatabase.following
        following.section = "album COLLATE NOCASE"
        try photos.follow(following)
        #expect(try photos.keys() == "Paris:2 ROME:7,3,1")
        try photos.app.execute(
            "INSERT INTO photo (id, album, taken_at) VALUES (8, 'rOME', 9); DELETE FROM photo WHERE id = 7")
        try photos.bringUpToDate()
        #expect(try photos.keys() == "Paris:2 Rome:3,1,8")
        #expect(try LayoutStore.verify(at: photos.path).mistakes == [])
        following.section = "'All'"
        try photos.follow(following)
        #expect(try photos.keys() == "All:2,3,1,8")
        try photos.app.execute(
            "CREATE TABLE number (id INTEGER PRIMARY KEY, n); INSERT INTO number VALUES (1, 1.0), (2, 1)")
        try photos.follow(Following(table: "number", as: "numbers", section: "n", key: "id"))
        let titles = "SELECT title FROM section WHERE dataset_id = (SELECT id FROM dataset WHERE name = 'numbers')"
        #expect(try photos.app.names(titles) == ["1.0"])
        try photos.app.execute("DELETE FROM number WHERE id = 1")
        try photos.bringUpToDate()
        #expect(try photos.app.names(titles) == ["1"])
    }

    @Test(
        "A type or a sign alone is a change, in sections, orders and conditions",
        arguments: [
            ("1", "1.0", "1.0"), ("1.0", "1", "1"), ("'1'", "1", "1"), ("'a'", "x'61'", "61"), ("x'61'", "'a'", "a"),
            ("0.0", "-0.0", "0.0"), ("-0.0", "0.0", "0.0"),
        ])
    func types(former: String, value: String, title: String) throws {
        let photos = try PhotoDatabase(
            "CREATE TABLE number (id INTEGER PRIMARY KEY, n); INSERT INTO number VALUES (1, \(former)), (2, 7)",
            isFollowed: false)
        // The angle to a negative number distinguishes the zeros.
        let kind = "typeof(n) || CASE WHEN typeof(n) = 'real' THEN atan2(n, -1) < 0 ELSE '' END"
        for (dataset, section, order) in [("titles", "n", "id"), ("kinds", kind, "id"), ("orders", nil, kind)] {
            try photos.follow(
                Following(
                    table: "number", as: dataset, section: section, order: order,
                    where: dataset == "kinds" ? "\(kind) <> 'text'" : nil, key: "id"))
        }
        try photos.app.execute("UPDATE number SET n = \(value) WHERE id = 1")
        try photos.bringUpToDate()
        let titles = try photos.app.names(
            "SELECT s.title FROM dataset AS d JOIN section AS s ON s.dataset_id = d.id WHERE d.name = 'titles'")
        #expect(Set(titles) == [title, "7"])
        // It compares sections, orders and conditions.
        #expect(try LayoutStore.verify(at: photos.path).mistakes == [])
    }

    @Test("Followers with their own triggers, of an earlier version, are noted from the next opening on")
    func earlierVersion() throws {
        let photos = try PhotoDatabase()
        let ids = "SELECT key || ' ' || id FROM item ORDER BY key"
        let before = try photos.app.names(ids)
        try photos.app.execute(
            """
            UPDATE dataset SET follows = json_remove(json_set(follows, '$.triggers', '16'), '$.journal');
            DROP TRIGGER layout_followed_table_1_insert; DROP TRIGGER layout_followed_table_1_update;
            DROP TRIGGER layout_followed_table_1_delete; DROP TRIGGER layout_followed_table_1_key;
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
