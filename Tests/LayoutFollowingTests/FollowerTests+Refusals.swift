import LayoutSQLite
@testable import LayoutSources
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore
@testable import LayoutRepair

// Tables that cannot be followed, and the identity of rows.
extension FollowerTests {
    @Test("A data set that follows nothing cannot be removed, and followers are listed")
    func notFollowing() throws {
        let photos = try PhotoDatabase()
        let before = try photos.schema()
        for (dataset, table) in [("films", nil), (nil, "film"), ("photos", "film"), ("films", "photo")] {
            let error = refusal {
                try LayoutStore.removeFollowers(at: photos.path, named: dataset, of: table.map { .table($0) })
            }
            #expect(error?.withCode == "notFound: there is no such follower; “photos” follows the table “photo”")
        }
        #expect(try photos.schema() == before)
        // The data set alone leaves an empty store, which is removed too; a second removal fails.
        #expect(try LayoutStore.removeFollowers(at: photos.path, named: "photos").datasets == ["photos"])
        #expect(throws: LayoutError.self) { try LayoutStore.removeFollowers(at: photos.path, named: "photos") }
        // Of a store without followers removing all removes none, and a named one is not found.
        let test = try TestStore.ofTwoSections()
        test.store.close()
        let removed = try LayoutStore.removeFollowers(at: test.store.path)
        #expect(removed.datasets.isEmpty && !removed.isStoreRemoved)
        let error = refusal { try LayoutStore.removeFollowers(at: test.store.path, named: "data") }
        #expect(error?.withCode == "notFound: there is no such follower; no data set follows a source")
    }

    @Test("Names that are taken are listed, and nothing is changed")
    func takenNames() throws {
        let photos = try PhotoDatabase(
            "CREATE TABLE Item (a); CREATE VIEW visible AS SELECT 1; CREATE INDEX lc_band_id ON photo (a)",
            isFollowed: false)
        let before = try photos.schema()
        for call in [{ try photos.follow() }, { _ = try photos.open() }] {
            let error = refusal(call)
            #expect(error?.code == .exists && error?.message.contains("Item, lc_band_id, visible") == true)
            #expect(try photos.schema() == before)
        }
    }

    @Test(
        "A source that cannot be followed is refused before anything is made, with the reason and a remedy",
        arguments: [
            ("missing", nil, "notFound: there is no table “missing” / There are the tables “"),
            ("phot", nil, "notFound: there is no table “phot” / Did you mean “photo”?"),
            ("photo", "missing", "notFound: the section “missing”, character 1: there is no column “missing”"),
            ("some", nil, "it is a view, which cannot have the triggers that are needed"),
            ("words", nil, "it is a virtual table"),
            ("lowered", nil, "its unique index “by_lower” is over an expression"),
            ("pairs", nil, "the primary key has several columns / Add a column “id INTEGER PRIMARY KEY”, or a unique"),
            ("nameless", nil, "SQLite renumbers the rows of such a table"),
            ("bare", nil, "as VACUUM does / Add a column"),
        ] as [(String, String?, String)])
    func refusals(_ table: String, _ column: String?, _ message: String) throws {
        let photos = try PhotoDatabase(
            """
            CREATE VIEW some AS SELECT * FROM photo; CREATE TABLE pairs (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID;
            CREATE TABLE lowered (a); CREATE UNIQUE INDEX by_lower ON lowered (lower(a));
            CREATE VIRTUAL TABLE words USING fts5 (a);
            CREATE TABLE nameless (a TEXT UNIQUE, b); INSERT INTO nameless VALUES (NULL, 1); CREATE TABLE bare (a, b);
            """, isFollowed: false)
        let before = try photos.schema()
        let error = refusal { try photos.follow(Following(table: table, as: "d", section: column)) }
        #expect(error?.withAdvice.contains(message) == true, "\(error?.withAdvice ?? "")")
        #expect(try photos.schema() == before)
    }

    @Test(
        "Rows are distinguished by a key that stays what it is when SQLite renumbers them",
        arguments: [
            "id INTEGER PRIMARY KEY", "id TEXT PRIMARY KEY", "id INT UNIQUE NOT NULL", "id UNIQUE",
            "id INTEGER PRIMARY KEY DESC", "rowid TEXT, _rowid_ TEXT, oid TEXT, id INTEGER PRIMARY KEY",
            "id TEXT PRIMARY KEY COLLATE NOCASE",
        ], ["", "WITHOUT ROWID"])
    func keys(columns: String, ending: String) throws {
        guard ending.isEmpty || columns.contains("PRIMARY KEY") else { return }
        let photos = try PhotoDatabase(
            """
            CREATE TABLE one (\(columns), h) \(ending);
            INSERT INTO one (id, h) VALUES (3, 1), (7, 2), (11, 3), (200, 4);
            """, isFollowed: false)
        try photos.follow(Following(table: "one", as: "one", key: "id", height: "h"))
        func found() throws -> [String] {
            try photos.bringUpToDate()
            return try photos.app.names("SELECT key || '=' || CAST(height AS INTEGER) FROM item ORDER BY height")
        }
        let ids = try photos.app.names("SELECT id FROM item ORDER BY height")
        try photos.app.execute("DELETE FROM one WHERE id = 3; VACUUM; UPDATE one SET h = 5 WHERE id = 7")
        #expect(try found() == ["11=3", "200=4", "7=5"])
        try photos.app.execute("UPDATE one SET h = 6 WHERE id = 11; INSERT INTO one (id, h) VALUES (1, 9)")
        #expect(try found() == ["200=4", "7=5", "11=6", "1=9"])
        #expect(try photos.app.names("SELECT id FROM item ORDER BY height").prefix(3) == [ids[3], ids[1], ids[2]])
        #expect(try LayoutStore.verify(at: photos.path).mistakes == [])
    }

    @Test("A data set with its own sections is not made to follow a table")
    func occupied() throws {
        let store = try LayoutStore.inMemory()
        try store.importItems([SourceItem(section: "a", key: "k")], options: ImportOptions(dataset: "photos"))
        try store.pool.write { try $0.execute("CREATE TABLE photo (id INTEGER PRIMARY KEY)") }
        let error = refusal { try store.follow(Following(table: "photo", as: "photos")) }
        #expect(
            error?.withCode == "exists: the data set “photos” already has sections; use another name, "
                + "or remove it first")
        #expect(try store.datasets() == [DatasetStatus(name: "photos", sectionCount: 1, itemCount: 1)])
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
        for mode in [ImportMode.append, .replace, .upsert, .sync] {
            #expect(throws: LayoutError.self) {
                try store.importItems(
                    from: .bytes(Array("key,h\n1,2\n".utf8)),
                    options: ImportOptions(dataset: "photos", columns: .init(key: "key", height: "h"), mode: mode))
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

    @Test(
        "Verifying counts rows in which the data set differs from its table",
        arguments: [
            ("UPDATE item SET height = height + 1 WHERE key = '1'", "1 item"),
            ("UPDATE item SET key = 'x' || id", "3 items"), ("DELETE FROM item WHERE key <> '2'", "2 items"),
            ("INSERT INTO item (section_id) SELECT id FROM section", "2 items"),
            ("UPDATE item SET position = -position - 1", "1 item"),
            ("UPDATE item SET section_id = (SELECT max(id) FROM section), position = position + 10 * id", "1 item"),
            ("UPDATE section SET position = 90 - position", "2 items"),
        ])
    func differences(statement: String, items: String) throws {
        let photos = try PhotoDatabase("UPDATE photo SET a = char(7) || 'bell' WHERE id = 2")
        try photos.app.execute(statement)
        let report = try LayoutStore.verify(at: photos.path)
        #expect(report.isWhole)
        let message = "data set: “photos” follows the table “photo”, and differs from it in \(items)"
        #expect(report.mistakes.map(\.message) == [message], "\(report)")
        try photos.follow()
        #expect(try LayoutStore.verify(at: photos.path).mistakes == [])
    }
}
