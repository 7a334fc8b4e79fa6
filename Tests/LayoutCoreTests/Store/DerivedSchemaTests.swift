import LayoutSQLite
import LayoutSchema
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// The opening or repair of a file whose schema is not this program's.
@Suite struct DerivedSchemaTests {
    @Test("A new file has each statement in the expected form, so that an opening need not normalise any")
    func sameTexts() throws {
        let test = try TestStore()
        for object in DerivedSchema.objects.values.joined() {
            let sql = "SELECT sql FROM sqlite_schema WHERE name = '\(object.name)'"
            #expect(try test.first(sql, as: String.self) == object.sql, "\(object.name)")
        }
    }

    @Test(
        "A file that carries other triggers, views or derived tables is opened and mended",
        arguments: ["triggers", "views", "tables"])
    func mended(part: String) throws {
        let test = try TestStore.ofTable().prepared()
        try test.execute(
            "UPDATE lc_schema SET checksum = 'another' WHERE part = '\(part)'", "DROP TRIGGER lc_item_after_resize",
            "CREATE TRIGGER lc_item_after_resize AFTER UPDATE ON item BEGIN SELECT 1; END", "DROP VIEW visible",
            "CREATE VIEW visible AS SELECT 1 AS layout")
        let again = try test.reopened()
        try again.execute("UPDATE item SET height = 90 WHERE id = 7")
        #expect(try again.store.isStale("wall"))
        try again.prepared().expectSameAsAfresh(part)
        if part != "triggers" { #expect(try again.store.verify().isWhole) }
    }

    @Test("A status reports that a trigger is missing, until the file is opened for writing")
    func lostTrigger() throws {
        let test = try TestStore.ofTable().prepared()
        func isWhole(_ test: TestStore) throws -> [String] { try test.lines("SELECT is_whole FROM layout_status") }
        #expect(try isWhole(test) == ["1"])
        try test.execute("DROP TRIGGER lc_item_after_resize")
        #expect(try isWhole(test) == ["0"])
        try test.execute("UPDATE lc_schema SET checksum = 'another' WHERE part = 'triggers'")
        #expect(try isWhole(test.reopened()) == ["1"])
    }

    @Test(
        "A status reports that the sums of a layout are damaged",
        arguments: ["DELETE FROM lc_sum", "UPDATE lc_sum SET items = items + 1 WHERE level = 1 AND node = 0"])
    func damagedSums(_ damage: String) throws {
        // Of more bands than one node sums up.
        let test = try TestStore(limits: BandLimits(target: 4, maximum: 8, minimum: 2, run: 4, estimated: 8))
        try test.fill(1...400, sections: 9, "id, section_id, position, width, height", "i, 1 + i % 9, i, 20, 20")
        try test.define("wall", #"{"layout":"table"}"#, 320, 480)
        _ = try test.prepared()
        #expect(try test.lines("SELECT is_whole FROM layout_status") == ["1"])
        try test.execute(damage)
        #expect(try test.lines("SELECT is_whole FROM layout_status") == ["0"])
    }

    @Test("Objects of another version go, also under a name that this one does not use, and nothing of the user's")
    func formerNames() throws {
        let test = try TestStore.ofTable()
        try test.execute(
            "CREATE TRIGGER lc_former AFTER UPDATE OF height ON item BEGIN DELETE FROM item WHERE id = new.id; END",
            "CREATE TRIGGER mine AFTER UPDATE OF height ON item BEGIN SELECT 1; END",
            "CREATE VIEW lc_former_view AS SELECT 1", "CREATE TABLE list(a)", "CREATE TABLE lc_mine(a)",
            """
            UPDATE lc_schema SET checksum = 'another', names = names || char(10) || 'lc_former'
              || char(10) || 'list' || char(10) || 'nonsense' || char(10) || 'item' WHERE part = 'triggers'
            """,
            """
            UPDATE lc_schema SET checksum = 'another', names = names || char(10) || 'lc_former_view'
            WHERE part = 'views'
            """)
        let again = try test.reopened()
        let items = try again.count("item")
        try again.execute("UPDATE item SET height = 90 WHERE id = 7")
        #expect(try again.count("item") == items)
        let names = try again.read { try $0.names("SELECT name FROM sqlite_schema") }
        #expect(!names.contains("lc_former") && !names.contains("lc_former_view"))
        #expect(["mine", "list", "lc_mine", "item"].allSatisfy { names.contains($0) })
    }

    @Test("A file whose derived schema a later program wrote is refused, and not changed")
    func newerDerivedSchema() throws {
        let test = try TestStore.ofTable()
        try test.execute("UPDATE lc_schema SET version = version + 1")
        let error = refusal { try test.reopened() }
        #expect(error?.code == .notAStore && error?.message.contains("later version") == true)
    }

    @Test(
        "A table that was renamed in the shell, and back again, is in order",
        arguments: ["lc_band", "lc_block", "item"])
    func renamed(table: String) throws {
        let test = try TestStore.ofTable(items: 20).prepared()
        test.store.close()
        try Connection.at(test.store.path) { shell in
            try shell.execute(
                """
                PRAGMA legacy_alter_table = ON;
                ALTER TABLE \(table) RENAME TO other;
                ALTER TABLE other RENAME TO \(table);
                """)
            // SQLite has put the name in quotes.
            let text = try shell.first("SELECT sql FROM sqlite_schema WHERE name = ?1", table, as: String.self)
            #expect(text?.contains("\"\(table)\"") == true)
        }
        let store = try LayoutStore(path: test.store.path, mode: .readOnly)
        defer { store.close() }
        #expect(try store.verify().problems == [])
    }

    @Test("A user's table without a column of ours is a problem, and no repair runs migrations of user tables again")
    func lostColumn() throws {
        let test = try TestStore.ofTable()
        try test.execute(
            "DROP TRIGGER lc_item_after_change", "DROP TRIGGER lc_item_after_resize",
            "DROP TRIGGER lc_item_before_change", "DROP TRIGGER lc_replaced_before_insert",
            "DROP TRIGGER lc_item_after_move", "DROP TRIGGER lc_item_after_delete",
            "ALTER TABLE item DROP COLUMN y", "CREATE TABLE lc_note (text)", "INSERT INTO lc_note VALUES ('mine')")
        let report = try test.store.verify(repair: true)
        #expect(report.problems.contains { $0.contains("the table item has no column y") })
        #expect(try test.first("SELECT text FROM lc_note", as: String.self) == "mine")
    }
}
