import LayoutSQLite
import Testing
@testable import LayoutCampaign

/// Damage, or harm, that a campaign has found something with: always tried again.
struct DamageFixture: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Executed on a prepared store.
    var statements: [String] = []
    /// A statement for each derived table: executed with `TABLE` replaced by each name.
    var forEachDerivedTable: String?
    /// Whether some derived rows are missing as well, so that there is something to repair.
    var hasMissingRows = false
    /// Whether the statements change the user's own rows.
    var changesOwnRows = false

    static let all: [DamageFixture] = [
        DamageFixture(
            testDescription: "a table whose name holds SQL",
            statements: [#"CREATE TABLE "lc_x; DELETE FROM item; --" (a)"#],
            hasMissingRows: true),
        DamageFixture(
            testDescription: "a view whose name holds a quote",
            statements: [#"CREATE VIEW "lc_'; DELETE FROM section; --" AS SELECT 1"#],
            hasMissingRows: true),
        DamageFixture(
            testDescription: "a trigger whose name is two lines",
            statements: [
                "CREATE TRIGGER \"lc_new\nline\" AFTER DELETE ON item BEGIN INSERT INTO note VALUES ('ran'); END"
            ],
            hasMissingRows: true),
        DamageFixture(
            testDescription: "a table of the user's own with the derived tables' prefix", hasMissingRows: true),
        DamageFixture(
            testDescription: "a trigger on layout that deletes items",
            statements: [
                "CREATE TRIGGER h AFTER UPDATE ON layout BEGIN INSERT INTO note VALUES ('ran'); DELETE FROM item; END"
            ],
            hasMissingRows: true),
        DamageFixture(
            testDescription: "a view without end in the place of one of ours",
            statements: [
                "DROP VIEW layout_status",
                """
                CREATE VIEW layout_status AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                SELECT i FROM n
                """,
            ]),
        DamageFixture(
            testDescription: "derived tables without rows", forEachDerivedTable: "DELETE FROM TABLE"),
        DamageFixture(
            testDescription: "derived tables that are gone", forEachDerivedTable: "DROP TABLE TABLE"),
        DamageFixture(
            testDescription: "views in the place of derived tables",
            forEachDerivedTable: "DROP TABLE TABLE; CREATE VIEW TABLE AS SELECT * FROM item"),
        DamageFixture(
            testDescription: "a trigger of ours that is gone", statements: ["DROP TRIGGER lc_section_after_delete"]),
        DamageFixture(
            testDescription: "an index of ours that is gone", statements: ["DROP INDEX item_order"]),
        DamageFixture(
            testDescription: "items at one place",
            statements: [
                "DROP INDEX item_order",
                """
                UPDATE item SET position = (SELECT min(i.position) FROM item AS i WHERE i.section_id = item.section_id)
                WHERE id % 7 = 0
                """,
            ], changesOwnRows: true),
        DamageFixture(
            testDescription: "an index of what is stale that names what is not",
            statements: [
                "PRAGMA writable_schema = ON",
                """
                UPDATE sqlite_schema SET sql = replace(sql, ' WHERE is_stale', '') WHERE name = 'lc_band_stale';
                PRAGMA writable_schema = RESET; REINDEX lc_band_stale
                """,
                "PRAGMA writable_schema = ON",
                """
                UPDATE sqlite_schema SET sql = sql || ' WHERE is_stale' WHERE name = 'lc_band_stale';
                PRAGMA writable_schema = RESET
                """,
            ]),
        DamageFixture(
            testDescription: "items with the first and the last id that there is",
            statements: [
                "UPDATE item SET id = 9223372036854775807 WHERE id = (SELECT max(id) FROM item)",
                "UPDATE item SET id = -9223372036854775808 WHERE id = (SELECT min(id) FROM item)",
            ], changesOwnRows: true),
        DamageFixture(
            testDescription: "a section with the id 0",
            statements: [
                "INSERT INTO section (id, dataset_id, position, title) VALUES (0, 1, -5, 'zero')",
                "UPDATE item SET section_id = 0, position = 0.125 * id WHERE id % 3 = 1",
            ], changesOwnRows: true),
        DamageFixture(
            testDescription: "lengths too small for a float",
            statements: [
                "UPDATE item SET width = 5e-324, height = 5e-324",
                #"UPDATE layout SET definition = '{"layout":"canvas"}'"#,
            ],
            changesOwnRows: true),
    ]

    /// Does it to a store.
    func strike(_ path: String) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        defer { connection.close() }
        try connection.execute(
            "CREATE TABLE note (text); CREATE TABLE lc_note (text); INSERT INTO lc_note VALUES ('mine')")
        for statement in statements { try connection.execute(statement) }
        if let forEachDerivedTable {
            try DerivedTables.forEach(connection) { table in
                guard table != "lc_note" else { return }
                try connection.execute(
                    forEachDerivedTable.replacing("TABLE TABLE", with: "TABLE " + SQLText.name(table))
                        .replacing("FROM TABLE", with: "FROM " + SQLText.name(table)).replacing(
                            "VIEW TABLE", with: "VIEW " + SQLText.name(table)))
            }
        }
        if hasMissingRows {
            try DerivedTables.forEach(connection) { table in
                guard table != "lc_note" else { return }
                try connection.execute(
                    "DELETE FROM \(SQLText.name(table)) WHERE rowid = (SELECT max(rowid) FROM \(SQLText.name(table)))")
            }
        }
    }
}
