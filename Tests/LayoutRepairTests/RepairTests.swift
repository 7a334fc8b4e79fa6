import LayoutSQLite
@testable import LayoutSchema
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
@testable import LayoutCore
@testable import LayoutRepair

/// Repairs of files that cannot be opened, and of objects that the user and other programs have put into them.
@Suite struct RepairTests {
    /// Damages a store that is closed, and repairs it by its path.
    private func repair(_ statements: String...) throws -> (report: VerificationReport, damaged: DamagedStore) {
        let damaged = try DamagedStore.closed()
        try damaged.strike(statements)
        return (try damaged.expectRepaired(deep: true), damaged)
    }

    private static let photos =
        "CREATE TABLE Photo (id INTEGER PRIMARY KEY, Height REAL) STRICT; INSERT INTO Photo VALUES (1, 2)"

    /// Executes statements while the text of a table's creation is another one.
    private static func with(_ text: String, of table: String, _ statements: String) -> String {
        """
        CREATE TEMP TABLE kept AS SELECT sql FROM sqlite_schema WHERE name = '\(table)';
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = \(text) WHERE name = '\(table)';
        PRAGMA writable_schema = RESET;
        \(statements);
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = (SELECT sql FROM kept) WHERE name = '\(table)';
        """
    }

    private static let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT"

    @Test(
        "A store without something of ours is refused with advice, and repaired",
        arguments: TestSettings.drawn(
            7,
            of: [
                "DROP TABLE lc_sum", "DROP TABLE lc_schema", "DROP TABLE lc_rtree", "DROP TABLE lc_run",
                "DROP VIEW visible", "DROP VIEW lc_freshness", "DROP TRIGGER lc_item_after_resize",
                "DROP INDEX lc_band_stale", "DROP INDEX item_order", "DROP TABLE section_offset", "DROP TABLE item",
                "DROP TABLE schema_migration; PRAGMA user_version = 4", "DELETE FROM schema_migration WHERE number = 7",
                "PRAGMA legacy_alter_table = ON; ALTER TABLE lc_band RENAME TO lc_band_old",
                "PRAGMA legacy_alter_table = ON; ALTER TABLE lc_rtree RENAME TO lc_rtree_old",
                "PRAGMA writable_schema = ON; PRAGMA legacy_alter_table = ON; "
                    + "ALTER TABLE lc_sum RENAME COLUMN items TO item", "DELETE FROM lc_schema",
                "DROP TABLE lc_sum; CREATE VIEW lc_sum AS \(endless) i FROM n",
                "DROP TABLE lc_rtree_parent; "
                    + "CREATE VIEW lc_rtree_parent AS \(endless) i AS nodeno, i AS parentnode FROM n",
                "DROP VIEW layout_status; CREATE VIEW layout_status AS \(endless) i FROM n",
                "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'lc_rtree'",
                "PRAGMA writable_schema = ON; "
                    + "UPDATE sqlite_schema SET sql = 'CREATE TABLE lc_sum (' WHERE name = 'lc_sum'",
                "DELETE FROM lc_rtree_node WHERE nodeno = 1", "UPDATE lc_rtree_node SET data = zeroblob(3)",
            ]))
    func missing(_ statement: String) throws {
        let (report, damaged) = try repair(statement)
        #expect(!report.problems.isEmpty, "\(report)")
        let test = try damaged.test.reopened()
        for name in DamagedStore.layouts { try test.expectSameAsAfresh(name, layout: name) }
    }

    @Test(
        "A table that the list of objects calls something else keeps its rows",
        arguments: zip(["layout", "viewport", "section", "item"], ["view", "tAble", "tAble", "view"]))
    func otherType(table: String, type: String) throws {
        let (_, damaged) = try repair(
            "PRAGMA writable_schema = ON", "UPDATE sqlite_schema SET type = '\(type)' WHERE name = '\(table)'")
        let counts = ["layout", "viewport", "section", "item"].map { "SELECT count(*) FROM \($0)" }
        #expect(try damaged.names(counts.joined(separator: " UNION ALL ")) == ["5", "5", "3", "150"])
    }

    @Test("A file that cannot be opened is reported with a remedy, and without SQL")
    func advice() throws {
        let damaged = try DamagedStore.closed()
        try damaged.strike(["DROP TABLE lc_sum"])
        for mode in [LayoutStore.Mode.readOnly, .readWrite, .create] {
            let error = refusal { try LayoutStore(path: damaged.path, mode: mode) }
            #expect(error?.code == .corrupt && error?.message.contains("the table lc_sum is missing") == true)
        }
        #expect(try LayoutStore.verify(at: damaged.path).problems == ["schema: the table lc_sum is missing"])
    }

    @Test("A row that its key does not find ends a preparation with a word, not never, and is repaired")
    func lostRow() throws {
        let damaged = try DamagedStore.closed()
        try damaged.strike([
            "INSERT INTO lc_measured (measure, item_id) VALUES ('measure-a', 1), ('measure-b', 2), ('measure-c', 3)",
            "PRAGMA wal_checkpoint(TRUNCATE)",
        ])
        // The first of three is the last by its key now.
        var bytes = try damaged.bytes()
        let name = try #require(bytes.firstRange(of: Array("measure-a".utf8)))
        bytes[name.upperBound - 1] = UInt8(ascii: "z")
        try damaged.write(bytes)
        let store = try LayoutStore(path: damaged.path)
        let error = refusal { try store.prepare("flow") }
        #expect(
            error?.code == .corrupt && error?.message.contains("lc_measured") == true, "\(String(describing: error))")
        #expect(try !store.verify().isWhole)
        #expect(try store.verify(repair: true).isWhole)
        try store.prepare("flow")
        store.close()
    }

    @Test("Scroll positions that cannot be read do not stop a repair: every layout is shown from its beginning")
    func places() throws {
        let (report, damaged) = try repair(
            Self.photos,
            Self.with(
                "replace(sql, ') STRICT', ')')", of: "viewport",
                "DROP TRIGGER lc_viewport_after_update; UPDATE viewport SET x = 'no number', y = 77"),
            "DROP TABLE lc_sum")
        #expect(report.repairs.contains { $0.contains("“viewport”") }, "\(report)")
        let places = try damaged.names("SELECT x || ' ' || y || ' ' || width FROM viewport")
        #expect(places == Array(repeating: "0.0 0.0 384.0", count: 5))
    }

    @Test(
        "A value from a misplaced page is stored in its column's declared type, and that is reported",
        arguments: [
            ("dataset", "name", "TEXT", "SET name = 42", "text", "'42'"),
            ("item", "height", "REAL", "SET height = '42.5' WHERE id = (SELECT min(id) FROM item)", "numbers", "42.5"),
            // A user's table, whose columns are named as its owner wrote them.
            ("Photo", "Height", "REAL", "SET Height = '42.5'", "numbers", "42.5"),
        ])
    func misplacedValues(
        _ table: String, _ column: String, _ type: String, _ change: String, _ word: String, _ stored: String
    ) throws {
        let (report, damaged) = try repair(
            Self.photos,
            Self.with(
                "replace(replace(sql, ') STRICT', ')'), '\(column) \(type)', '\(column)')", of: table,
                "UPDATE \(table) \(change)"))
        let repaired = "stored 1 value of “\(table)” as \(word), as its column “\(column)” is declared"
        #expect(report.repairs.contains(repaired), "\(report)")
        #expect(try damaged.names("SELECT quote(\(column)) FROM \(table) ORDER BY id LIMIT 1") == [stored])
    }

    @Test(
        "A text of a table of places that is damaged is replaced by our own, and rows that do not fit are made again",
        arguments: [
            ("section_offset", "offset", "offsev"), ("viewport", "REAL", "REAM"), ("section_offset", "TEXT", "REAL"),
            ("section_offset", "layout", "layouu"),
        ])
    func damagedPlaces(_ table: String, _ word: String, _ other: String) throws {
        let (report, damaged) = try repair(
            "PRAGMA writable_schema = ON",
            "UPDATE sqlite_schema SET sql = replace(sql, '\(word)', '\(other)') WHERE name = '\(table)'")
        #expect(report.repairs.contains { $0.contains("the table \(table) again") }, "\(report)")
        #expect(try damaged.names("SELECT name FROM pragma_table_info('section_offset')").contains("offset"))
        #expect(report.repairs.contains { $0.contains("from its beginning") } == (other != "REAL"))
    }

    @Test("Rows at the place of another one are moved to the end, and that is reported")
    func samePlaces() throws {
        let (report, damaged) = try repair(
            "DROP INDEX item_order", "DROP INDEX section_order",
            """
            UPDATE item SET position = 3
            WHERE id IN (SELECT id FROM item WHERE section_id = 2 ORDER BY position LIMIT 3)
            """,
            "UPDATE section SET position = 1 WHERE id IN (1, 2)")
        #expect(report.repairs.contains { $0.hasPrefix("moved") && $0.contains("items to the ends of their sections") })
        #expect(
            report.repairs.contains(
                "moved 1 section to the end of its data set, because its position was missing or taken"))
        #expect(
            try damaged.names("SELECT id FROM section ORDER BY position").last == "2"
                && damaged.names("SELECT position FROM section WHERE id = 1") == ["1.0"])
        #expect(try damaged.names("SELECT 1 FROM item GROUP BY section_id, position HAVING count(*) > 1") == [])
    }

    @Test("The user's own tables, indexes, views and triggers survive a repair, and none of them runs")
    func ownObjects() throws {
        let (report, damaged) = try repair(
            "CREATE TABLE lc_note (text)", "INSERT INTO lc_note (rowid, text) VALUES (7, 'mine')",
            """
            CREATE TABLE "odd "" name" (rowid TEXT, b BLOB, c AS (b || '!'), PRIMARY KEY (rowid, b))
            WITHOUT ROWID
            """,
            "INSERT INTO \"odd \"\" name\" VALUES ('r', x'00ff')",
            "CREATE TABLE numbered (id INTEGER PRIMARY KEY AUTOINCREMENT, t)",
            "INSERT INTO numbered (t) VALUES ('a'), ('b')", "DELETE FROM numbered WHERE id = 2",
            "CREATE VIRTUAL TABLE words USING fts5 (text)", "INSERT INTO words VALUES ('some words')",
            "CREATE INDEX lc_own ON item (height)", "CREATE VIEW tall AS SELECT * FROM item WHERE height > 20",
            "CREATE TRIGGER audit AFTER UPDATE ON item BEGIN INSERT INTO lc_note VALUES ('ran'); END",
            """
            CREATE TRIGGER evil AFTER INSERT ON lc_band
            BEGIN INSERT INTO lc_note VALUES ('ran'); DELETE FROM item; END
            """,
            "DROP VIEW visible", "CREATE TABLE visible (own)", "INSERT INTO visible VALUES ('also mine')",
            "DELETE FROM lc_sum")
        let removed = try #require(report.repairs.first { $0.contains("“evil”") })
        #expect(removed.hasPrefix("removed the trigger") && removed.contains("INSERT INTO lc_note VALUES ('ran')"))
        #expect(report.problems.contains("schema: the trigger evil on lc_band is not part of the store"))
        #expect(try damaged.names("SELECT rowid || text FROM lc_note") == ["7mine"])
        let odd = try damaged.names(#"SELECT rowid || hex(b) || c FROM "odd "" name""#)
        #expect(odd.count == 1 && odd[0].hasPrefix("r00FF"))
        #expect(try damaged.names("SELECT seq FROM sqlite_sequence") == ["2"])
        #expect(try damaged.names("SELECT text FROM words WHERE words MATCH 'some'") == ["some words"])
        #expect(try damaged.names("SELECT own FROM visible_1") == ["also mine"])
        let names = "SELECT name FROM sqlite_schema WHERE name IN ('lc_own', 'tall', 'audit', 'evil') ORDER BY 1"
        #expect(try damaged.names(names) == ["audit", "lc_own", "tall"])
        #expect(try damaged.names("PRAGMA integrity_check") == ["ok"])
        let notes = try LayoutStore.verify(at: damaged.path).notes
        #expect(notes == ["the trigger audit on item is not part of the store: it runs with statements on that table"])
    }

    @Test(
        "Indexes, tables, views, triggers and statistics of the user's survive a repair, in place if they can",
        arguments: [
            ("UPDATE lc_band SET length = length + 1", true), ("DELETE FROM lc_sum", true),
            ("DROP VIEW visible", true), ("DROP TABLE lc_sum", true), ("DROP TRIGGER lc_item_after_resize", true),
            ("DELETE FROM lc_rtree WHERE id = (SELECT min(id) FROM lc_rtree)", true),
            ("UPDATE lc_rtree_rowid SET nodeno = nodeno + 1", true),
            ("DROP INDEX item_order", false), ("CREATE INDEX bands ON lc_band (length); DELETE FROM lc_sum", false),
        ])
    func besideTheRows(_ damage: String, isInPlace: Bool) throws {
        let objects = [
            "CREATE INDEX titles ON item (payload ->> 'title')", "CREATE INDEX tall ON item (height) WHERE height > 20",
            "CREATE TABLE note (data TEXT, title AS (data ->> 'title') STORED, CHECK (data ->> 'a' IS NULL))",
            "CREATE VIEW heads AS SELECT payload ->> 'title' AS title FROM item",
            "CREATE TRIGGER audit AFTER DELETE ON item BEGIN SELECT 1; END",
        ]
        let (report, damaged) = try repair(
            "UPDATE item SET payload = json_object('title', key)", objects.joined(separator: ";"),
            #"INSERT INTO note (data) VALUES ('{"title":"mine"}')"#, "ANALYZE", damage)
        #expect(report.repairs.contains(StoreRebuild.inPlace) == isInPlace, "\(report)")
        let kept = try damaged.names("SELECT sql FROM sqlite_schema")
        for sql in objects { #expect(kept.contains(sql), "\(kept)") }
        #expect(try damaged.names("SELECT title FROM note") == ["mine"])
        #expect(try damaged.names("SELECT stat FROM sqlite_stat1 WHERE idx = 'titles'") == ["150 1"])
        #expect(try damaged.names("SELECT id FROM item WHERE payload ->> 'title' = 'k7'") == ["7"])
        #expect(try damaged.names("PRAGMA user_version") == DamagedStore().names("PRAGMA user_version"))
    }

    @Test("An object of the user's that could not be made again stops a repair, and the report has its text")
    func obstacles() throws {
        let sql = "CREATE INDEX own ON item (of_the_app(height))"
        let other = "CREATE INDEX words ON item (key COLLATE of_the_app)"
        let damaged = try DamagedStore.closed()
        try damaged.strike([
            "CREATE INDEX own ON item (height); CREATE INDEX words ON item (key)", "PRAGMA writable_schema = ON",
            "UPDATE sqlite_schema SET sql = '\(sql)' WHERE name = 'own'",
            "UPDATE sqlite_schema SET sql = '\(other)' WHERE name = 'words'",
        ])
        // What SQLite cannot check without the function is no damage.
        let whole = try LayoutStore.verify(at: damaged.path)
        #expect(whole.isWhole && whole.notes.contains { $0.contains("the table item cannot be checked") }, "\(whole)")
        let store = try LayoutStore(path: damaged.path)
        let error = refusal {
            try store.layout("flow").storeSizes([ItemSize(.key("k7"), width: 5, height: 5)], from: .user)
        }
        #expect(error?.code == .sqlite && error?.message.contains("of_the_app") == true, "\(String(describing: error))")
        store.close()
        try damaged.strike(["DELETE FROM lc_sum"])
        #expect(try damaged.expectRepaired().repairs.contains(StoreRebuild.inPlace))
        try damaged.strike(["DROP TABLE section_offset"])
        let bytes = try damaged.bytes()
        let report = try LayoutStore.verify(at: damaged.path, repair: true)
        #expect(!report.isWhole && report.repairs == [] && report.mistakes.count == 2, "\(report)")
        for text in [sql, other] { #expect(report.mistakes.contains { $0.remedy.hasSuffix(text) }, "\(report)") }
        #expect(try damaged.bytes() == bytes)
        // Nothing is thrown away for it either, and the store can be read.
        let refused = refusal { try LayoutStore.openOrRecreate(path: damaged.path) }
        #expect(refused?.code == .corrupt && refused?.advice?.contains("DROP INDEX") == true)
        #expect(try damaged.bytes() == bytes)
        // The remedy is followed.
        try damaged.strike(["DROP INDEX own; DROP INDEX words"])
        try damaged.expectRepaired()
    }

    @Test(
        "A repair changes nothing if a table or column has another name, and the statement that it reports heals",
        arguments: [
            "ALTER TABLE item RENAME COLUMN height TO \"the height\"",
            "PRAGMA legacy_alter_table = ON; ALTER TABLE item RENAME COLUMN payload TO data",
            "ALTER TABLE item RENAME TO t", "PRAGMA legacy_alter_table = ON; ALTER TABLE layout RENAME TO layouts",
            "PRAGMA legacy_alter_table = ON; ALTER TABLE item RENAME TO t; CREATE VIEW item AS SELECT * FROM t",
        ])
    func renamed(_ statement: String) throws {
        let damaged = try DamagedStore.closed()
        try damaged.strike([statement])
        let bytes = try damaged.bytes()
        let report = try LayoutStore.verify(at: damaged.path, repair: true)
        #expect(!report.isWhole && report.repairs == [], "\(report)")
        #expect(refusal { try LayoutStore.openOrRecreate(path: damaged.path) }?.code == .corrupt)
        #expect(try damaged.bytes() == bytes)
        let remedy = try #require(report.mistakes.first { $0.remedy.contains("ALTER") }?.remedy, "\(report)")
        try damaged.strike([remedy])
        #expect(try LayoutStore.verify(at: damaged.path, deep: true).problems == [])
        let test = try damaged.test.reopened()
        for name in DamagedStore.layouts { try test.expectSameAsAfresh(name, layout: name) }
    }

    @Test("A preparation and a repair bring back a viewport that was deleted")
    func deletedViewports() throws {
        let test = try DamagedStore().test.reopened()
        let count = try test.count("visible")
        for isRepaired in [false, true] {
            try test.execute("DELETE FROM viewport")
            #expect(try test.count("visible") == 0)
            if isRepaired {
                let report = try test.store.verify(repair: true)
                #expect(report.isWhole, "\(report)")
            } else {
                for name in DamagedStore.layouts { try test.store.prepare(name) }
            }
            #expect(try test.count("visible") == count && count > 0)
        }
    }

    @Test(
        "A changed mark of a store's owner or version is named with the statement that restores it",
        arguments: ["application_id", "user_version"])
    func changedMark(_ name: String) throws {
        let damaged = try DamagedStore.closed()
        try damaged.strike(["PRAGMA \(name) = 777"])
        let bytes = try damaged.bytes()
        for mode in [LayoutStore.Mode.readOnly, .readWrite, .create, .adopt] {
            let error = refusal { try LayoutStore(path: damaged.path, mode: mode) }
            #expect(error?.code == .notAStore && error?.message.contains("777") == true, "\(String(describing: error))")
        }
        #expect(try damaged.bytes() == bytes)
        let advice = try #require(refusal { try LayoutStore(path: damaged.path) }?.advice)
        let statement = try #require(advice.split(whereSeparator: { "“”".contains($0) }).dropFirst().first)
        try damaged.strike([String(statement)])
        #expect(try LayoutStore.verify(at: damaged.path, deep: true).problems == [])
    }

    @Test("Damage in any page that is not the user's is repaired")
    func pages() throws {
        let damaged = try DamagedStore.closed()
        let names = UserSchema.objects.filter { $0.kind == .table }.map(\.name) + ["sqlite_schema", "schema_migration"]
        let others = "name NOT IN (\(names.map { "'\($0)'" }.joined(separator: ", ")))"
        let pages = try damaged.names("SELECT pageno FROM dbstat WHERE pageno > 1 AND \(others) ORDER BY pageno")
        let whole = try damaged.bytes()
        var random = SeededGenerator(seed: TestSettings.firstSeed)
        for page in pages.compactMap({ Int($0) }).shuffled(using: &random).prefix(TestSettings.takesAll ? 24 : 6) {
            var bytes = whole
            for index in (page - 1) * 4096..<page * 4096 { bytes[index] = UInt8.random(in: 0...255, using: &random) }
            try damaged.write(bytes)
            try damaged.expectRepaired(deep: true, "page \(page)")
        }
    }

    @Test("Damage in the user's own rows is named in one line, and the file is not changed")
    func ownDamage() throws {
        let damaged = try DamagedStore.closed()
        let leaves = "SELECT pageno FROM dbstat WHERE name = 'item' AND pagetype = 'leaf' ORDER BY pageno"
        let page = try #require(try damaged.names(leaves).first.flatMap { Int($0) })
        var bytes = try damaged.bytes()
        for index in (page - 1) * 4096..<page * 4096 { bytes[index] = 0xA5 }
        try damaged.write(bytes)
        let error = refusal { try LayoutStore.verify(at: damaged.path, repair: true) }
        #expect(
            error?.code == .corrupt && error?.message.contains("“item” cannot be read to its end") == true
                && error?.message.contains("--repair") == false)
        #expect(try damaged.bytes() == bytes)
    }

    @Test("A preparation that is being removed is no damage, wherever its removal ends")
    func halfRemoved() throws {
        var random = SeededGenerator(seed: 5)
        let test = try TestStore.random(.flow, sections: 30...30, items: 5...9, using: &random).test
        try test.define("wall", #"{"layout":"flow","header":{"height":20},"pinHeaders":true}"#, 100, 200)
        try test.store.prepare("wall")
        try test.execute("UPDATE lc_preparation SET layout_id = NULL, is_shown = 0")
        var isDone = false
        while !isDone {
            isDone = try test.store.pool.write { try Bands.Removal.removeSlice($0) { $0 < 1 } }
            #expect(try test.store.verify().problems == [])
        }
    }

    @Test(
        "Elements of sections and kinds that are gone are noticed without solving anything again",
        arguments: ["lc_section_element", "lc_frozen_lines", "lc_element_kind", "lc_detail"])
    func rowsGone(_ table: String) throws {
        let test = try TestStore()
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (1, 'data')",
            "INSERT INTO section (id, dataset_id, position) VALUES (1, 1, 0)",
            "INSERT INTO item (section_id, position, height, width) VALUES (1, 0, 10, 10), (1, 1, 10, 10), (1, 2, 9, 9)"
        )
        let definition =
            table == "lc_frozen_lines"
            ? #"{"layout":"spreadsheet","columns":2,"frozenRows":1}"#
            : #"{"layout":"flow","header":{"height":20},"pinHeaders":true,"footer":{"height":5}}"#
        try test.define("wall", definition, 100, 200)
        try test.store.prepare("wall")
        #expect(try test.store.verify().problems == [])
        try test.execute("DELETE FROM \(table)")
        #expect(try test.store.verify().problems != [])
    }
}
