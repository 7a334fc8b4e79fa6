import LayoutSQLite
import LayoutSchema
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// Followed tables, and the store's own, that another program makes again.
@Suite struct RebuiltTableTests {
    /// As sqlite-utils transforms a table.
    private static let transformed = """
        CREATE TABLE photo_new (id INTEGER PRIMARY KEY, album TEXT, taken_at REAL, w FLOAT, h FLOAT, a TEXT, b TEXT);
        INSERT INTO photo_new SELECT * FROM photo; DROP TABLE photo; ALTER TABLE photo_new RENAME TO photo;
        """

    @Test(
        "A store that stays open reports a followed table that has lost its triggers; preparing or a repair mends it",
        arguments: [transformed, "DROP TRIGGER layout_followed_table_1_insert;"], [false, true])
    func mendedWhileOpen(statements: String, isRepaired: Bool) throws {
        let photos = try PhotoDatabase()
        let store = try photos.openWithWall()
        defer { store.close() }
        try store.follow(Following(dataset: "photos", as: "copy"))
        try store.follow(Following(table: "photo", as: "second", key: "id"))
        try store.define("copy", #"{"layout":"table"}"#, 300, 400, dataset: "copy")
        _ = try store.prepareAll()
        let wall = store.layout("wall")
        #expect(try wall.preparationState() == .current)
        try photos.app.execute(
            statements + "INSERT INTO photo VALUES (4, 'Rome', 4, 1, 2, 'x', 'y'), (5, 'Oslo', 1, 1, 2, 'x', 'y')")
        #expect(try photos.keys() == "Paris:2 Rome:3,1")
        for layout in ["wall", "copy"] {
            #expect(try store.layout(layout).preparationState() == .stale)
            #expect(try (store.status().first { $0.name == layout }?.staleSections ?? 0) > 0)
        }
        let remedy = "prepare a layout, or repair the store"
        #expect(try store.verify().mistakes.map(\.remedy) == [remedy, remedy])
        #expect(try store.detachedFollowers().map(\.dataset) == ["photos", "second"])
        if isRepaired {
            let report = try store.verify(repair: true)
            #expect(report.repairs.first == "made the triggers on the table “photo” again, and “photos” equal to it")
        } else {
            try store.prepare("copy")
        }
        #expect(try photos.keys() == "Oslo:5 Paris:2 Rome:3,1,4")
        #expect(try store.detachedFollowers().isEmpty)
        try photos.app.execute("DELETE FROM photo WHERE id = 5; UPDATE photo SET taken_at = 0 WHERE id = 4")
        try store.bringFollowersUpToDate()
        #expect(try photos.keys() == "Paris:2 Rome:4,3,1")
        _ = try store.prepareAll()
        let report = try store.verify(deep: true)
        #expect(report.isWhole && report.mistakes == [])
    }

    @Test("A new file has the tables of the user in the texts with which every opening compares them")
    func ownTexts() throws {
        let test = try TestStore()
        #expect(UserSchema.texts.count == UserSchema.objects.count { $0.kind == .table })
        for (table, text) in UserSchema.texts {
            #expect(try test.first("SELECT sql FROM sqlite_schema WHERE name = '\(table)'", as: String.self) == text)
        }
    }

    @Test("Columns that the user adds and tables that are renamed and back lose nothing of their declarations")
    func ownColumns() throws {
        let test = try TestStore.ofTable().prepared()
        for table in ["item", "section", "dataset", "layout"] {
            try test.execute(
                "ALTER TABLE \(table) ADD COLUMN mine TEXT DEFAULT 'x)' CHECK (mine <> '')",
                "ALTER TABLE \(table) RENAME TO other", "ALTER TABLE other RENAME TO \(table)")
        }
        let report = try test.reopened().store.verify()
        #expect(report.isWhole && report.mistakes == [])
    }
}
