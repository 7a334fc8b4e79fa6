import LayoutFollowing
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore
import LayoutRepair

/// Rules of following, each with the smallest case that needs it.
@Suite struct FollowerRuleTests {
    private static let refilling = "INSERT INTO lc_pending (source, kind, identity) VALUES ('rows', 2, 0);"

    @Test("A filling in the middle of which another writer changed the items takes these, and begins once more")
    func disturbedFilling() throws {
        let photos = try PhotoDatabase()
        let stores = [try photos.open(), try photos.open()]
        defer { for store in stores { store.close() } }
        func step(_ store: LayoutStore) throws -> Bool {
            try store.pool.write { try FollowerJournal($0, limit: 2).bringUpToDate(nil, isSpent: { _ in true }) }
        }
        try photos.app.execute("INSERT INTO photo (id, album) VALUES (4, 'Rome'), (5, 'Rome');" + Self.refilling)
        // It is noted, begun and sorted, and two rows are taken.
        for _ in 0..<4 { #expect(try !step(stores[0])) }
        try photos.app.execute("UPDATE photo SET album = 'Oslo' WHERE id IN (3, 5)")
        while try !step(stores[1]) {}
        let ids = try photos.app.names("SELECT key || ' ' || id FROM item ORDER BY key")
        try photos.app.execute(Self.refilling)
        while try !step(stores[0]) {}
        #expect(try photos.keys() == "Oslo:5,3 Paris:2 Rome:4,1")
        #expect(try photos.app.names("SELECT key || ' ' || id FROM item ORDER BY key") == ids)
    }

    @Test("All followers of a table count its triggers, and these note what any of them needs")
    func otherFollowers() throws {
        let photos = try PhotoDatabase()
        // The last trigger is that of columns, which only one of the two needs.
        for (name, count) in [("other", 4), ("photos", 3), ("other", 3)] {
            try photos.follow(Following(table: "photo", as: name))
            let counts = try photos.app.names("SELECT trigger_count FROM lc_change ORDER BY dataset_id")
            #expect(counts == ["\(count)", "\(count)"], "\(name)")
        }
        try photos.follow()
        #expect(try photos.app.names("SELECT trigger_count FROM lc_change") == ["4", "4"])
    }

    @Test("Rows without a key are not shown until they have one, and are no error in any statement")
    func rowsWithoutKey() throws {
        let photos = try PhotoDatabase(
            """
            CREATE TABLE mark (id TEXT PRIMARY KEY, code UNIQUE, a);
            INSERT INTO mark VALUES ('x', 1, 2), (NULL, 2, 1), (NULL, NULL, 3);
            """)
        try photos.follow(Following(table: "mark", as: "photos", section: "'All'", order: "a", key: "id"))
        for (statements, keys) in [
            ("SELECT 1", "x"), ("INSERT INTO mark VALUES (NULL, 3, 0)", "x"),
            ("INSERT OR REPLACE INTO mark VALUES (NULL, 2, 7)", "x"),
            (Self.refilling.replacing("rows", with: "table_1"), "x"),
            ("UPDATE mark SET a = 5 WHERE id IS NULL; UPDATE mark SET id = 'y' WHERE code = 2", "x,y"),
            ("UPDATE mark SET id = NULL WHERE id = 'x'", "y"), ("DELETE FROM mark WHERE id IS NULL", "y"),
        ] {
            try photos.app.execute(statements)
            try photos.bringUpToDate()
            #expect(try photos.keys() == "All:\(keys)", "\(statements)")
        }
    }

    @Test(
        "A renamed table or column is followed under its new name, unless another has taken the table's name",
        arguments: [
            ("ALTER TABLE photo RENAME TO picture; DELETE FROM picture WHERE id = 1", "picture taken_at a", "Rome:3"),
            (
                "ALTER TABLE photo RENAME taken_at TO b2; ALTER TABLE photo RENAME a TO c; UPDATE photo SET b2 = id",
                "photo b2 c", "Rome:1,3"
            ),
            (
                "ALTER TABLE photo RENAME TO old; CREATE TABLE photo AS SELECT * FROM old WHERE id <> 3; "
                    + "CREATE UNIQUE INDEX by_id ON photo (id)", "photo taken_at a", "Rome:1"
            ),
        ])
    func renamed(statements: String, names: String, rome: String) throws {
        let photos = try PhotoDatabase()
        try photos.app.execute(statements)
        try photos.bringUpToDate()
        #expect(try photos.keys() == "Paris:2 " + rome)
        let record = "follows ->> 'table' || ' ' || (follows ->> 'order') || ' ' || (follows ->> '$.payload[0]')"
        #expect(try photos.app.names("SELECT \(record) FROM dataset") == [names])
        #expect(try LayoutStore.verify(at: photos.path).mistakes == [])
    }

    @Test(
        "A follower of a follower is brought up to date through it, and shows the originals' sizes and order",
        arguments: ["", refilling, "DROP TRIGGER layout_followed_rows_delete;"])
    func chain(statements: String) throws {
        let photos = try PhotoDatabase()
        let store = try photos.open()
        defer { store.close() }
        for part in ["key", "height"] {
            var own = Following(dataset: "photos", as: "copy")
            if part == "key" { own.key = "key" } else { own.height = "height" }
            #expect(refusal { try store.follow(own) }?.code == .invalidArgument)
        }
        try store.follow(Following(dataset: "photos", as: "copy", order: "key"))
        try store.follow(Following(dataset: "copy", as: "a chain", order: "height DESC, key"))
        for name in ["copy", "a chain"] {
            try store.define(name, #"{"layout":"table"}"#, 300, 400, dataset: name)
            try store.prepare(name)
        }
        try photos.app.execute("UPDATE photo SET h = 900 WHERE id = 3;" + statements)
        for name in ["a chain", "copy"] {
            try store.prepare(name)
            #expect(try store.layout(name).contentSize().height == 940)
        }
        let chain =
            "SELECT o.key FROM item AS i JOIN item AS o ON o.id = i.original_id WHERE i.section_id = "
            + "(SELECT max(s.id) FROM section AS s JOIN dataset AS d ON d.id = s.dataset_id AND d.name = 'a chain') "
        #expect(try photos.app.names(chain + "ORDER BY i.position") == ["3", "1", "2"])
        #expect(try store.count("item WHERE original_id IS NOT NULL AND coalesce(key, width, height) IS NOT NULL") == 0)
    }
}
