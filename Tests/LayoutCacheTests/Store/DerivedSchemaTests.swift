import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// What an opening or a repair does with a file whose schema is not that of this program.
@Suite struct DerivedSchemaTests {
    @Test(
        "A file that carries other triggers, views or derived tables is opened and mended",
        arguments: ["triggers", "views", "tables"])
    func mended(part: String) throws {
        let test = try TestStore.ofTable()
        try test.store.prepare("wall")
        try test.execute(
            "UPDATE lc_schema SET checksum = 'another' WHERE part = '\(part)'", "DROP TRIGGER lc_item_after_resize",
            "CREATE TRIGGER lc_item_after_resize AFTER UPDATE ON item BEGIN SELECT 1; END", "DROP VIEW visible",
            "CREATE VIEW visible AS SELECT 1 AS layout")
        let path = test.store.path
        test.store.close()
        let store = try LayoutStore(path: path, limits: TestStore.tinyLimits)
        let again = TestStore(directory: test.directory, store: store)
        try again.execute("UPDATE item SET height = 90 WHERE id = 7")
        #expect(try store.isStale("wall"))
        try store.prepare("wall")
        try again.expectSameAsAfresh(part)
        if part != "triggers" { #expect(try store.verify().isClean) }
    }

    @Test("A file whose derived schema a later program wrote is refused, and left as it is")
    func newerDerivedSchema() throws {
        let test = try TestStore.ofTable()
        try test.execute("UPDATE lc_schema SET version = version + 1")
        let path = test.store.path
        test.store.close()
        let error = #expect(throws: LayoutError.self) { _ = try LayoutStore(path: path) }
        #expect(error?.code == .notAStore && error?.message.contains("later version") == true)
    }

    @Test(
        "A table that was renamed in the shell, and back again, is in order",
        arguments: ["lc_band", "lc_block", "item"])
    func renamed(table: String) throws {
        let test = try TestStore.ofTable(items: 20)
        try test.store.prepare("wall")
        let path = test.store.path
        test.store.close()
        let shell = try Connection(path: path, mode: .readWrite)
        try shell.execute(
            """
            PRAGMA legacy_alter_table = ON;
            ALTER TABLE \(table) RENAME TO other;
            ALTER TABLE other RENAME TO \(table);
            """)
        // SQLite has put the name in quotes.
        let text = try shell.first("SELECT sql FROM sqlite_schema WHERE name = ?1", table, as: String.self)
        #expect(text?.contains("\"\(table)\"") == true)
        shell.close()
        let store = try LayoutStore(path: path, mode: .readOnly)
        defer { store.close() }
        #expect(try store.verify().problems == [])
    }

    @Test("A user's table without a column of ours is a problem, and no repair runs migrations of user tables again")
    func lostColumn() throws {
        let test = try TestStore.ofTable()
        try test.execute(
            "DROP TRIGGER lc_item_after_resize", "DROP TRIGGER lc_item_after_change", "ALTER TABLE item DROP COLUMN y",
            "CREATE TABLE lc_note (text)", "INSERT INTO lc_note VALUES ('mine')")
        let report = try test.store.verify(repair: true)
        #expect(report.problems.contains { $0.contains("the table item has no column y") })
        #expect(try test.read { try $0.first("SELECT text FROM lc_note", as: String.self) } == "mine")
    }
}
