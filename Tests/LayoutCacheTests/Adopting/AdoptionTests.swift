import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// Data sets that follow a table, against the table itself.
@Suite struct AdoptionTests {
    private struct Setting: CustomStringConvertible {
        var recursive: Bool
        var foreignKeys: Bool
        var description: String { "recursive_triggers \(recursive), foreign_keys \(foreignKeys)" }
    }

    @Test(
        "The data set is what the table is after any statements, from any shell", arguments: AdoptionFuzz.Shape.allCases
    )
    func randomStatements(_ shape: AdoptionFuzz.Shape) throws {
        try TestSettings.forEachSeed(rounds: 2) { seed in
            var random = SeededGenerator(seed: seed &* 41 &+ 11)
            let fuzz = AdoptionFuzz(shape: shape)
            let scratch = try ScratchDirectory()
            let path = scratch.file("app.db")
            let app = try Connection(path: path, mode: .create)
            for sql in fuzz.creation { try app.execute(sql) }
            for _ in 0..<20 { try? app.execute(fuzz.statement(&random)) }
            let store = try LayoutStore(path: path, mode: .adopt, limits: TestStore.tinyLimits)
            try store.adopt(fuzz.adoption)
            #expect(try AdoptionFuzz.found(app) == fuzz.expected(app), "seed \(seed)")
            try store.defineLayout(
                "wall", dataset: "data", definition: try LayoutDefinition(json: #"{"layout":"table"}"#),
                container: LayoutSize(width: 300, height: 400))
            let setting = Setting(recursive: Bool.random(using: &random), foreignKeys: Bool.random(using: &random))
            try app.execute(
                """
                PRAGMA recursive_triggers = \(setting.recursive); PRAGMA foreign_keys = \(setting.foreignKeys);
                PRAGMA trusted_schema = OFF;
                """)
            for step in 0..<150 {
                if Int.random(in: 0..<20, using: &random) == 0 { try store.prepare("wall") }
                let ids = try self.ids(app)
                let statement = fuzz.statement(&random)
                do {
                    try app.transaction { try app.execute(statement) }
                } catch let error as SQLiteError where error.code.primary == .constraint {
                    // Refused by the table's own rules, and only by these.
                    #expect(error.message.contains("photo"), "\(error)")
                }
                let context = "seed \(seed), step \(step), \(setting): \(statement)"
                let expected = try fuzz.expected(app)
                let found = try AdoptionFuzz.found(app)
                #expect(found == expected, "\(context)")
                guard found == expected else { return }
                // A row that is still there is the same item.
                let now = try self.ids(app)
                if !statement.contains("REPLACE"), !statement.contains("SET \(shape == .textKey ? "id" : "rowid")") {
                    for (row, id) in ids { if let other = now[row] { #expect(other == id, "\(context)") } }
                }
            }
            #expect(try app.first("SELECT count(*) FROM pragma_foreign_key_check", as: Int.self) == 0)
            try store.prepare("wall")
            #expect(try store.pool.read { try StoreInvariants.problems($0) } == [], "seed \(seed)")
            #expect(try store.verify().problems == [], "seed \(seed)")
            #expect(try app.first("SELECT count(*) FROM layout_adopted_1_note", as: Int.self) == 0)
        }
    }

    private func ids(_ connection: Connection) throws -> [String: Int64] {
        var ids: [String: Int64] = [:]
        try connection.forEachRow("SELECT row, item_id FROM layout_adopted_1") {
            ids[$0.stringOrEmpty(0)] = $0.int64(1)
        }
        return ids
    }

    /// A database with a table of photos, and its schema as text.
    func database(_ scratch: ScratchDirectory) throws -> (path: String, app: Connection) {
        let path = scratch.file("app.db")
        let app = try Connection(path: path, mode: .create)
        try app.execute(
            """
            PRAGMA application_id = 77; PRAGMA user_version = 5;
            CREATE TABLE photo (id INTEGER PRIMARY KEY, album TEXT, taken_at REAL, w REAL, h REAL, a TEXT, b TEXT);
            CREATE TABLE tag (photo_id INTEGER REFERENCES photo (id) ON DELETE CASCADE, name TEXT);
            INSERT INTO photo VALUES (1, 'Rome', 3, 10, 20, 'x', 'y'), (2, 'Paris', 1, 10, 20, 'x', 'y'),
              (3, 'Rome', 2, 5, 5, 'p', 'q');
            """)
        return (path, app)
    }

    func schema(_ connection: Connection) throws -> [String] {
        try connection.names(
            "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema "
                + "UNION ALL SELECT application_id FROM pragma_application_id "
                + "UNION ALL SELECT user_version FROM pragma_user_version ORDER BY 1"
        )
    }

    let adoption = TableAdoption(
        table: "photo", dataset: "photos", section: "album", order: "taken_at", width: "w", height: "h", key: "id",
        payload: ["a", "b"])

    private func keys(_ connection: Connection) throws -> String? {
        try connection.first(
            """
            SELECT group_concat(title || ':' || keys, ' ') FROM (
              SELECT s.title AS title, (SELECT group_concat(key)
                FROM (SELECT key FROM item WHERE section_id = s.id ORDER BY position)) AS keys
              FROM section AS s ORDER BY s.position)
            """, as: String?.self) ?? nil
    }

    @Test("An adopted database is as it was when all is taken out again")
    func takingOut() throws {
        let scratch = try ScratchDirectory()
        let (path, app) = try database(scratch)
        let before = try schema(app)
        for isBare in [false, true] {
            try LayoutStore.adopt(adoption, at: path)
            #expect(try keys(app) == "Paris:2 Rome:3,1")
            #expect(try app.first("PRAGMA application_id", as: Int.self) == 77)
            #expect(try app.first("PRAGMA user_version", as: Int.self) == 5)
            let store = try LayoutStore(path: path, mode: .adopt)
            #expect(try store.adoptions() == [adoption])
            #expect(try store.verify().problems == [])
            store.close()
            let removed = try LayoutStore.removeAdoptions(
                at: path, of: isBare ? nil : "photos", table: isBare ? nil : "Photo")
            #expect(removed.datasets == ["photos"] && removed.isStoreRemoved)
            #expect(try schema(app) == before)
        }
    }

    @Test("A table that lost a column is reported at the next opening, and adopted again with another one")
    func lostColumn() throws {
        let scratch = try ScratchDirectory()
        let (path, app) = try database(scratch)
        try LayoutStore.adopt(adoption, at: path)
        let store = try LayoutStore(path: path, mode: .adopt)
        try store.defineLayout(
            "wall", dataset: "photos", definition: try LayoutDefinition(json: #"{"layout":"table"}"#),
            container: LayoutSize(width: 300, height: 400))
        store.close()
        // As an app's own migration does it.
        try app.execute(
            """
            CREATE TABLE other (id INTEGER PRIMARY KEY, album TEXT, w REAL, h REAL, a TEXT, b TEXT);
            INSERT INTO other SELECT id, album, w, h, a, b FROM photo; DROP TABLE photo;
            ALTER TABLE other RENAME TO photo;
            """)
        for mode in [LayoutStore.Mode.adopt, .readWrite, .create] {
            let error = #expect(throws: LayoutError.self) { try LayoutStore(path: path, mode: mode) }
            #expect(error?.code == .adoptedTableChanged)
            #expect(
                error?.message
                    == "the data set “photos” cannot follow its table any more: the table “photo” has no column "
                    + "“taken_at”")
            #expect(error?.advice == "Adopt the table again with the columns that it has, or remove the adoption.")
        }
        var changed = adoption
        changed.order = "w"
        try LayoutStore.adopt(changed, at: path)
        #expect(try keys(app) == "Paris:2 Rome:3,1")
        try app.execute("UPDATE photo SET w = 1 WHERE id = 1")
        #expect(try keys(app) == "Paris:2 Rome:1,3")
        let opened = try LayoutStore(path: path, mode: .adopt)
        #expect(try opened.layoutNames() == ["wall"])
        opened.close()
        try app.execute("DROP TABLE photo")
        #expect(throws: LayoutError.self) { try LayoutStore(path: path, mode: .adopt) }
        #expect(try LayoutStore.removeAdoptions(at: path).isStoreRemoved)
    }

    @Test("A table that was made again without its triggers, or renamed, is followed on from the next opening")
    func renewal() throws {
        let scratch = try ScratchDirectory()
        let (path, app) = try database(scratch)
        try LayoutStore.adopt(adoption, at: path)
        let store = try LayoutStore(path: path, mode: .adopt)
        try store.defineLayout(
            "wall", dataset: "photos", definition: try LayoutDefinition(json: #"{"layout":"table"}"#),
            container: LayoutSize(width: 300, height: 400))
        try store.prepare("wall")
        store.close()
        try app.execute(
            """
            CREATE TABLE other AS SELECT * FROM photo; DROP TABLE photo;
            CREATE TABLE photo (id INTEGER PRIMARY KEY, album TEXT, taken_at REAL, w REAL, h REAL, a TEXT,
              b TEXT, more);
            INSERT INTO photo SELECT *, 1 FROM other; UPDATE photo SET album = 'Oslo' WHERE id = 1; DROP TABLE other;
            """)
        #expect(try keys(app) == "Paris:2 Rome:3,1")
        try LayoutStore(path: path, mode: .adopt).close()
        #expect(try keys(app) == "Oslo:1 Paris:2 Rome:3")
        try app.execute("ALTER TABLE photo RENAME TO picture; UPDATE picture SET album = 'Rome' WHERE id = 1")
        #expect(try keys(app) == "Paris:2 Rome:3,1")
        let opened = try LayoutStore(path: path, mode: .adopt)
        #expect(try opened.adoptions().map(\.table) == ["picture"])
        try app.execute("DELETE FROM picture WHERE id = 3")
        #expect(try keys(app) == "Paris:2 Rome:1")
        // A data set that was deleted in a shell does no harm.
        try app.execute("DELETE FROM dataset; INSERT INTO picture (id) VALUES (9)")
        opened.close()
        try LayoutStore(path: path, mode: .adopt).close()
        #expect(try app.names("SELECT name FROM sqlite_schema WHERE name LIKE 'layout_adopt%'") == [])
    }

    @Test("Only what a statement touches becomes stale, what was measured stays, and adopting again writes nothing")
    func freshness() throws {
        let scratch = try ScratchDirectory()
        let (path, app) = try database(scratch)
        var measured = adoption
        measured.width = nil
        measured.height = nil
        try LayoutStore.adopt(measured, at: path)
        let store = try LayoutStore(path: path, mode: .adopt)
        try store.defineLayout(
            "wall", dataset: "photos", definition: try LayoutDefinition(json: #"{"layout":"table"}"#),
            container: LayoutSize(width: 300, height: 400))
        try store.apply([.resizeItem(.key("3"), width: nil, height: .points(70))], to: "photos")
        try store.prepare("wall")
        try app.execute("UPDATE photo SET a = 'new' WHERE id = 3; UPDATE photo SET h = 900")
        #expect(try !store.isStale("wall"))
        let state = try app.first("PRAGMA data_version", as: Int.self)
        try store.adopt(measured)
        #expect(try !store.isStale("wall") && app.first("PRAGMA data_version", as: Int.self) == state)
        #expect(
            try app.first("SELECT height || payload FROM item WHERE key = '3'", as: String.self)
                == #"70.0{"a":"new","b":"q"}"#)
        try app.execute("INSERT INTO photo VALUES (4, 'Rome', 9, 1, 1, NULL, NULL)")
        #expect(try store.isStale("wall"))
        #expect(try app.first("SELECT count(*) FROM lc_run WHERE changes > 0", as: Int.self) == 1)
        try store.removeDataset("photos")
        try app.execute("INSERT INTO photo VALUES (5, 'Rome', 9, 1, 1, NULL, NULL)")
        #expect(try store.adoptions() == [])
    }

    @Test(
        "Hundreds of rows that come or move between two equal ones leave the others where they are",
        arguments: ["id", "-id", "id * 7919 % 1009"], [false, true])
    func equalRows(order: String, isMoving: Bool) throws {
        let scratch = try ScratchDirectory()
        let (path, app) = try database(scratch)
        // Two equal rows far apart, and rows to put between them: new ones, or such that come from behind.
        try app.execute(
            """
            INSERT INTO photo (id, album, taken_at) VALUES (1000, 'Rome', 7), (9000, 'Rome', 7);
            CREATE TEMP TABLE more AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
            SELECT i AS id FROM n;
            """)
        let rows = "SELECT 2000 + id, 'Rome', \(isMoving ? 9 : 7) FROM more ORDER BY \(order)"
        if isMoving { try app.execute("INSERT INTO photo (id, album, taken_at) \(rows)") }
        try LayoutStore.adopt(adoption, at: path)
        let others = "SELECT group_concat(position) FROM item WHERE key IN ('1', '2', '3', '1000', '9000')"
        let before = try app.first(others, as: String.self)
        if isMoving {
            for id in try app.names("SELECT 2000 + id FROM more ORDER BY \(order)") {
                try app.execute("UPDATE photo SET taken_at = 7 WHERE id = \(id)")
            }
        } else {
            try app.execute("INSERT INTO photo (id, album, taken_at) \(rows)")
        }
        #expect(try app.first(others, as: String.self) == before)
        let sorted = try app.names("SELECT id FROM photo WHERE album = 'Rome' ORDER BY taken_at, id")
        #expect(try keys(app)?.hasSuffix("Rome:" + sorted.joined(separator: ",")) == true)
    }
}
