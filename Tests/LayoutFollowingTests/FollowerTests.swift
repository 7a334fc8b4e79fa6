import LayoutCacheTools
@testable import LayoutCore
import LayoutRepair
import LayoutSQLite
@testable import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing

/// Data sets that follow a table, against the table itself.
@Suite struct FollowerTests {
    @Test("A data set is what its source is after any statements of any shell", arguments: FollowerFuzz.all)
    func randomStatements(_ fuzz: FollowerFuzz) throws {
        try TestSettings.forEachSeed(rounds: 1) { try fuzz.run(seed: $0) }
    }

    @Test("A table that lost a column, or is gone, detaches its follower alone, which follows again when it is back")
    func lostColumn() throws {
        let photos = try PhotoDatabase()
        let store = try photos.openWithWall()
        try store.prepare("wall")
        // As an app's own migration does it.
        try photos.app.execute(
            """
            CREATE TABLE other (id INTEGER PRIMARY KEY, album TEXT, w REAL, h REAL, a TEXT, b TEXT);
            INSERT INTO other SELECT id, album, w, h, a, b FROM photo; DROP TABLE photo;
            ALTER TABLE other RENAME TO photo;
            """)
        try store.prepare("wall")
        #expect(try !store.isStale("wall"))
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
        try store.prepare("wall")
        #expect(try photos.keys() == "Paris:2 Rome:1,3" && !store.isStale("wall"))
        store.close()
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
        try photos.bringUpToDate()
        #expect(try photos.app.names("SELECT name FROM sqlite_schema WHERE name LIKE 'layout_follow%'") == [])
    }

    @Test(
        "A store that stays open reports a followed table that has lost its triggers, and preparing mends it",
        arguments: [
            // As sqlite-utils transforms a table.
            """
            CREATE TABLE new (id INTEGER PRIMARY KEY, album TEXT, taken_at REAL, w FLOAT, h FLOAT, a TEXT, b TEXT);
            INSERT INTO new SELECT * FROM photo; DROP TABLE photo; ALTER TABLE new RENAME TO photo;
            """, "DROP TRIGGER layout_followed_rows_insert;",
        ])
    func mendedWhileOpen(statements: String) throws {
        let photos = try PhotoDatabase()
        let store = try photos.openWithWall()
        defer { store.close() }
        try store.follow(Following(dataset: "photos", as: "copy"))
        try store.follow(Following(table: "photo", as: "second", key: "id"))
        try store.define("copy", #"{"layout":"table"}"#, 300, 400, dataset: "copy")
        _ = try store.prepareAll()
        try photos.app.execute(
            statements + "INSERT INTO photo VALUES (4, 'Rome', 4, 1, 2, 'x', 'y'), (5, 'Oslo', 1, 1, 2, 'x', 'y')")
        #expect(try photos.keys() == "Paris:2 Rome:3,1")
        for layout in ["wall", "copy"] {
            #expect(try store.layout(layout).preparationState() == .stale)
            #expect(try (store.status().first { $0.name == layout }?.staleSections ?? 0) > 0)
        }
        #expect(try store.verify().mistakes.count == 2)
        #expect(try store.detachedFollowers().map(\.dataset) == ["photos", "second"])
        try store.prepare("copy")
        #expect(try photos.keys() == "Oslo:5 Paris:2 Rome:3,1,4" && store.detachedFollowers().isEmpty)
        try photos.app.execute("DELETE FROM photo WHERE id = 5; UPDATE photo SET taken_at = 0 WHERE id = 4")
        _ = try store.prepareAll()
        #expect(try photos.keys() == "Paris:2 Rome:4,3,1")
        let report = try store.verify(deep: true)
        #expect(report.isWhole && report.mistakes == [])
    }

    @Test("Only what a statement touches becomes stale, what was measured stays, and following again writes nothing")
    func freshness() throws {
        let photos = try PhotoDatabase()
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

    @Test("Values from the table cannot be changed in the data set, and other values can")
    func refusedChanges() throws {
        let photos = try PhotoDatabase()
        let store = try photos.open()
        let item = ItemReference.key("1")
        let refused: [DatasetChange] = [
            .resizeItem(item, width: .points(3), height: nil), .resizeItem(item, width: nil, height: .unmeasured),
            .deleteItem(item), .moveItem(item, to: ItemIndexPath(section: 0, item: 0)),
            .insertItem(SourceItem(), at: ItemIndexPath(section: 0, item: 0)),
            .appendItems([SourceItem()], section: 0), .updateKey(item, "x"), .updatePayload(item, "{}"),
            .insertSection(title: "x", at: 0), .appendSection(title: nil), .updateTitle(section: 0, "x"),
            .deleteSection(0), .moveSection(0, to: 1),
        ]
        for change in refused {
            let error = refusal { try store.apply([change], to: "photos") }
            #expect(error?.code == .followsSource && error?.message.contains("the table “photo”") == true, "\(change)")
        }
        for name in ["own", "big"] {
            try store.define(
                name, #"{"layout":"table"}"#, 300, 400, dataset: "photos", measure: name == "big" ? name : nil)
        }
        #expect(throws: LayoutError.self) {
            try store.layout("own").storeSizes([ItemSize(item, height: 2)], from: .user)
        }
        for mode in [ImportMode.upsert, .sync] {
            let options = ImportOptions(dataset: "photos", columns: .init(key: "key"), mode: mode)
            #expect(throws: LayoutError.self) {
                try store.importItems(from: .bytes(Array("key\n1\n".utf8)), options: options)
            }
        }
        _ = try store.layout("big").storeSizes([ItemSize(item, height: 2)])
        // These have no expression.
        try store.apply(
            [
                .resizeHeader(section: 0, width: nil, height: .points(9)), .updateSpans(item, span: 2, rowSpan: nil),
                .updateSticky(item, level: 0, edge: nil), .updateDefinition(section: 0, "{}"),
            ], to: "photos")
        #expect(try store.verify().mistakes == [])
        #expect(try store.count("photo") == 3)
    }
}
