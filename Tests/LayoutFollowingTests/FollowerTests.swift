import LayoutCacheTools
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// Data sets that follow a table, against the table itself.
@Suite struct FollowerTests {
    @Test("A data set is what its source is after any statements of any shell", arguments: FollowerFuzz.all)
    func randomStatements(_ fuzz: FollowerFuzz) throws {
        try TestSettings.forEachSeed(rounds: 1) { try fuzz.run(seed: $0) }
    }

    @Test("A database is as it was when all is taken out again")
    func takingOut() throws {
        let photos = try PhotoDatabase(isFollowed: false)
        let before = try photos.schema()
        for (dataset, table) in [("photos", "Photo"), (nil, nil)] {
            try photos.follow()
            #expect(try photos.keys() == "Paris:2 Rome:3,1")
            #expect(try photos.app.first("PRAGMA application_id", as: Int.self) == 77)
            #expect(try photos.app.first("PRAGMA user_version", as: Int.self) == 5)
            let store = try photos.open()
            #expect(try store.followings() == [PhotoDatabase.following])
            #expect(try store.verify().problems == [])
            try store.indexItems(of: "photos")
            store.close()
            let removed = try LayoutStore.removeFollowers(at: photos.path, named: dataset, of: table.map { .table($0) })
            #expect(removed.datasets == ["photos"] && removed.isStoreRemoved)
            #expect(try photos.schema() == before)
        }
    }

    @Test("A table that lost a column, or is gone, detaches its follower alone, which follows again when it is back")
    func lostColumn() throws {
        let photos = try PhotoDatabase()
        let first = try photos.openWithWall()
        try first.prepare("wall")
        first.close()
        // As an app's own migration does it.
        try photos.app.execute(
            """
            CREATE TABLE other (id INTEGER PRIMARY KEY, album TEXT, w REAL, h REAL, a TEXT, b TEXT);
            INSERT INTO other SELECT id, album, w, h, a, b FROM photo; DROP TABLE photo;
            ALTER TABLE other RENAME TO photo;
            """)
        let store = try photos.open()
        try store.prepare("wall")
        #expect(try !store.isStale("wall") && store.layouts().map(\.name) == ["wall"])
        let lost = try store.detachedFollowers()
        #expect(lost.map(\.dataset) == ["photos"])
        #expect(lost.first?.reason?.message == "the order “taken_at”, character 1: there is no column “taken_at”")
        #expect(try store.verify().mistakes.map(\.remedy) == ["follow it again"])
        #expect(try photos.keys() == "Paris:2 Rome:3,1")
        // The column is back, with another order.
        try photos.app.execute("ALTER TABLE photo ADD COLUMN taken_at REAL; UPDATE photo SET taken_at = id")
        try store.prepare("wall")
        #expect(try photos.keys() == "Paris:2 Rome:1,3" && store.detachedFollowers().isEmpty)
        try photos.app.execute("DROP TABLE photo")
        store.close()
        let second = try photos.open()
        try second.prepare("wall")
        #expect(try photos.keys() == "Paris:2 Rome:1,3" && !second.isStale("wall"))
        second.close()
        #expect(try LayoutStore.removeFollowers(at: photos.path).isStoreRemoved)
    }

    @Test("A table that was made again without its triggers, or renamed, is followed on")
    func renewal() throws {
        let photos = try PhotoDatabase()
        let store = try photos.openWithWall()
        try store.prepare("wall")
        store.close()
        try photos.app.execute(
            """
            CREATE TABLE other AS SELECT * FROM photo; DROP TABLE photo;
            CREATE TABLE photo (id INTEGER PRIMARY KEY, album TEXT, taken_at REAL, w REAL, h REAL, a TEXT,
              b TEXT, more);
            INSERT INTO photo SELECT *, 1 FROM other; UPDATE photo SET album = 'Oslo' WHERE id = 1; DROP TABLE other;
            """)
        #expect(try photos.keys() == "Paris:2 Rome:3,1")
        try photos.bringUpToDate()
        #expect(try photos.keys() == "Oslo:1 Paris:2 Rome:3")
        try photos.app.execute("ALTER TABLE photo RENAME TO picture; ALTER TABLE picture RENAME album TO place")
        try photos.app.execute("UPDATE picture SET place = 'Rome' WHERE id = 1")
        let opened = try photos.open()
        #expect(try opened.followings().map(\.source) == [.table("picture")])
        try opened.bringFollowersUpToDate()
        #expect(try photos.keys() == "Paris:2 Rome:3,1")
        try photos.app.execute("DELETE FROM picture WHERE id = 3")
        try opened.bringFollowersUpToDate()
        #expect(try photos.keys() == "Paris:2 Rome:1")
        // A data set that was deleted in a shell does no harm.
        try photos.app.execute("DELETE FROM dataset; INSERT INTO picture (id) VALUES (9)")
        opened.close()
        try photos.open().close()
        #expect(try photos.app.names("SELECT name FROM sqlite_schema WHERE name LIKE 'layout_follow%'") == [])
    }

    @Test("Only what a statement touches becomes stale, what was measured stays, and following again writes nothing")
    func freshness() throws {
        let photos = try PhotoDatabase(isFollowed: false)
        let app = photos.app
        var measured = PhotoDatabase.following
        measured.width = nil
        measured.height = nil
        try photos.follow(measured)
        let store = try photos.openWithWall()
        try store.apply([.resizeItem(.key("3"), width: nil, height: .points(70))], to: "photos")
        try store.prepare("wall")
        try app.execute("UPDATE photo SET h = 900")
        #expect(try !store.isStale("wall"))
        try app.execute("UPDATE photo SET a = 'new' WHERE id = 3")
        #expect(try store.isStale("wall"))
        try store.bringFollowersUpToDate()
        #expect(try !store.isStale("wall"))
        let state = try app.first("PRAGMA data_version", as: Int.self)
        try store.follow(measured)
        #expect(try !store.isStale("wall") && app.first("PRAGMA data_version", as: Int.self) == state)
        #expect(try app.names("SELECT height || payload FROM item WHERE key = '3'") == [#"70.0{"a":"new","b":"q"}"#])
        try app.execute("INSERT INTO photo VALUES (4, 'Rome', 9, 1, 1, NULL, NULL)")
        #expect(try store.isStale("wall"))
        try store.bringFollowersUpToDate()
        #expect(try store.isStale("wall") && store.count("lc_run WHERE changes > 0") == 1)
        try store.removeDataset("photos")
        try app.execute("INSERT INTO photo VALUES (5, 'Rome', 9, 1, 1, NULL, NULL)")
        #expect(try store.followings() == [])
    }

    @Test(
        "Hundreds of rows that come or move between two equal ones leave the others where they are",
        arguments: [false, true])
    func equalRows(isMoving: Bool) throws {
        // Two equal rows far apart, and rows to put between them: new ones, or such that come from behind.
        let rows = """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
            INSERT INTO photo (id, album, taken_at) SELECT 2000 + i, 'Rome', \(isMoving ? 9 : 7) FROM n;
            """
        let photos = try PhotoDatabase(
            "INSERT INTO photo (id, album, taken_at) VALUES (1000, 'Rome', 7), (9000, 'Rome', 7);"
                + (isMoving ? rows : ""))
        let others = "SELECT position FROM item WHERE key IN ('1', '2', '3', '1000', '9000')"
        let before = try photos.app.names(others)
        try photos.app.execute(isMoving ? "UPDATE photo SET taken_at = 7 WHERE id BETWEEN 2001 AND 2150" : rows)
        try photos.bringUpToDate()
        #expect(try photos.app.names(others) == before)
        let sorted = try photos.app.names("SELECT id FROM photo WHERE album = 'Rome' ORDER BY taken_at, id")
        #expect(try photos.keys().hasSuffix("Rome:" + sorted.joined(separator: ",")))
    }
}
