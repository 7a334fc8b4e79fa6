import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// Triggers that mark nothing as stale themselves: they count, follow, refuse and translate.
@Suite struct TriggerEffectTests {
    /// Statements, and what a query says after them; with one of the triggers missing it says something else.
    struct Effect: Sendable, CustomTestStringConvertible {
        var trigger: String
        var statements: String
        var query: String
        /// The result as text, or the message of the statement that failed.
        var expected: String
        var testDescription: String { trigger }

        init(_ trigger: String, _ statements: String, _ query: String, _ expected: String) {
            (self.trigger, self.statements, self.query, self.expected) = (trigger, statements, query, expected)
        }
    }

    /// Each effect begins with data set 1 “data” and the layout 1 “wall” of it, prepared. Sections 1 and 2 have items
    /// 1 and 2. The layout is scrolled to y 5, and its section 1 to 7.
    static let effects: [Effect] = [
        Effect(
            "lc_item_before_change",
            """
            INSERT INTO item (id, section_id, position, original_id) VALUES (9, 2, 5, 1);
            UPDATE item SET height = 44 WHERE id = 9
            """,
            "SELECT coalesce(height, 'none') FROM item WHERE id = 9", "none"),
        Effect(
            "lc_item_after_arrival",
            """
            INSERT INTO item (id, section_id, position, original_id) VALUES (9, 2, 5, 50);
            INSERT INTO item (id, section_id, position) VALUES (50, 1, 7)
            """,
            "SELECT count(*) FROM item WHERE original_id = 50", "0"),
        Effect(
            "lc_item_after_displacement",
            """
            INSERT INTO item (id, section_id, position, original_id) VALUES (9, 2, 5, 50);
            UPDATE item SET id = 50 WHERE id = 1
            """,
            "SELECT count(*) FROM item WHERE original_id = 50", "0"),
        Effect(
            "lc_mark_position", "UPDATE item SET height = 50 WHERE id = 1",
            "SELECT changes || '|' || changed_position FROM lc_run WHERE section_id = 1", "1|0.0"),
        Effect(
            "lc_mark_position", "INSERT INTO lc_mark VALUES (1, 0, 7)",
            "SELECT coalesce(item_count, 'counted again') FROM lc_run WHERE section_id = 1", "counted again"),
        Effect(
            "lc_item_after_resize",
            "UPDATE lc_run SET item_count = 9, least_level = 2; UPDATE item SET level = 1 WHERE id = 1",
            "SELECT coalesce(least_level, 'not known') FROM lc_run WHERE section_id = 1", "not known"),
        Effect("lc_place_note", onCanvas + "INSERT INTO lc_place VALUES (1, 7, 2, 3, 0)", notes, "7|2.0"),
        Effect(
            "lc_place_before_insert",
            onCanvas + "INSERT OR REPLACE INTO item (id, section_id, position) VALUES (9, 1, 0)",
            notes, "1|0.0 9|new"),
        Effect(
            "lc_place_after_insert", onCanvas + "INSERT INTO item (id, section_id, position) VALUES (9, 1, 5)", notes,
            "9|new"),
        Effect(
            "lc_place_before_update", onCanvas + "UPDATE OR REPLACE item SET section_id = 2 WHERE id = 1", notes,
            "1|0.0 1|new 2|0.0"),
        Effect("lc_item_after_resize", onCanvas + "UPDATE item SET x = 4 WHERE id = 1", notes, "1|0.0"),
        Effect(
            "lc_item_after_resize", onCanvas + "UPDATE lc_run SET changes = 3; UPDATE item SET x = 4 WHERE id = 1",
            notes, "1|0.0"),
        Effect(
            "lc_item_after_move", onCanvas + "UPDATE item SET section_id = 2, position = 9 WHERE id = 1", notes,
            "1|0.0 1|new"),
        Effect(
            "lc_replaced_after_delete", "INSERT OR REPLACE INTO section (id, dataset_id, position) VALUES (9, 1, 0)",
            "SELECT (SELECT count(*) FROM section_offset) || group_concat(id) FROM item", "02"),
        Effect("lc_place_after_delete", onCanvas + "DELETE FROM item WHERE id = 1", notes, "1|0.0"),
        Effect("lc_item_after_change", "UPDATE item SET payload = '{}' WHERE id = 1", "SELECT \(revision)", "1"),
        Effect(
            "lc_item_after_arrival",
            """
            INSERT INTO text_run (first_item, last_item, file_id, offset) VALUES (10, 20, 1, 5);
            INSERT INTO item (id, section_id, position) VALUES (15, 1, 7)
            """, runs, "10-14+0 16-20+6"),
        Effect(
            "lc_item_after_displacement",
            """
            INSERT INTO text_run (first_item, last_item, file_id, offset) VALUES (10, 20, 1, 5);
            UPDATE item SET id = 10 WHERE id = 1
            """, runs, "11-20+1"),
        Effect("lc_section_after_rename", "UPDATE section SET title = 'new' WHERE id = 1", "SELECT \(revision)", "1"),
        Effect(
            "lc_dataset_after_insert", "INSERT INTO dataset (id, name) VALUES (2, 'other')",
            "SELECT count(*) FROM lc_change WHERE dataset_id = 2", "1"),
        Effect(
            "lc_dataset_after_update", "UPDATE dataset SET id = 9",
            "SELECT (SELECT group_concat(dataset_id) FROM section) || '|' || (SELECT dataset_id FROM layout)", "9,9|9"),
        Effect(
            "lc_lose_source",
            """
            UPDATE dataset SET name = 'a "gone" one'; INSERT INTO dataset (id, name) VALUES (2, 'follower');
            UPDATE dataset SET follows = '{"dataset_id":"1"}' WHERE id = 2;
            UPDATE lc_change SET source_id = 1, journal = 1 WHERE dataset_id = 2; DELETE FROM dataset WHERE id = 1
            """, "SELECT follows FROM dataset", #"{"dataset":"a \"gone\" one"}"#),
        Effect(
            "lc_dataset_after_delete", "DELETE FROM dataset",
            "SELECT count(*) || (SELECT count(*) FROM item) || (SELECT count(*) FROM layout) FROM section", "000"),
        Effect(
            "lc_layout_after_insert",
            tall(dataset: 1),
            "SELECT x || '|' || y || '|' || width || '|' || height FROM viewport WHERE layout = 'tall'",
            "0.0|0.0|30.0|40.0"),
        Effect(
            "lc_layout_after_insert",
            tall(dataset: 8), "SELECT 1", "there is no data set with that dataset_id; insert the data set first"),
        Effect(
            "lc_layout_after_rename", "UPDATE layout SET name = 'hall', id = 5",
            """
            SELECT (SELECT layout || y FROM viewport) || '|' || (SELECT layout || offset FROM section_offset)
              || '|' || (SELECT layout_id FROM lc_preparation)
            """, "hall5.0|hall7.0|5"),
        Effect(
            "lc_layout_after_delete", "DELETE FROM layout",
            """
            SELECT count(*) || (SELECT count(*) FROM section_offset)
              || (SELECT count(layout_id) FROM lc_preparation) FROM viewport
            """, "000"),
        Effect(
            "lc_viewport_after_insert", "INSERT INTO viewport VALUES ('hall', 0, 0, 1, 1)", "SELECT 1",
            "there is no layout of that name; see: SELECT name FROM layout"),
        Effect(
            "lc_viewport_after_update", "UPDATE viewport SET height = -1", "SELECT 1",
            "width and height are finite numbers of at least 0"),
        Effect(
            "lc_offset_insert", "INSERT INTO orthogonal_offset (layout, section, offset) VALUES ('wall', 1, 8)",
            "SELECT offset FROM section_offset WHERE section_id = 2", "8.0"),
        Effect(
            "lc_offset_update", "UPDATE orthogonal_offset SET offset = 9 WHERE section = 0",
            "SELECT offset FROM section_offset WHERE section_id = 1", "9.0"),
        Effect(
            "lc_offset_delete", "DELETE FROM orthogonal_offset WHERE section = 0",
            "SELECT count(*) FROM section_offset", "0"),
        Effect(
            "lc_collapsed_after_insert", "INSERT INTO collapsed (layout, section_id) VALUES ('wall', 2)",
            "SELECT is_refolded || (SELECT \(revision)) FROM lc_preparation", "11"),
        Effect(
            "lc_collapsed_after_insert", "INSERT INTO collapsed (layout, section_id) VALUES ('wall', 9)", "SELECT 1",
            "the layout has no section with that section_id"),
        Effect(
            "lc_collapsed_before_update",
            "INSERT INTO collapsed (layout, section_id) VALUES ('wall', 2); UPDATE collapsed SET section_id = 1",
            "SELECT 1", "a row of collapsed cannot be changed; delete it, and insert another"),
        Effect(
            "lc_collapsed_after_delete",
            """
            INSERT INTO collapsed (layout, section_id) VALUES ('wall', 2); UPDATE lc_preparation SET is_refolded = 0;
            DELETE FROM collapsed
            """,
            "SELECT is_refolded || (SELECT \(revision)) FROM lc_preparation", "12"),
        Effect(
            "lc_collapsed_item_after_insert", "INSERT INTO collapsed_item (layout, item_id) VALUES ('wall', 2)",
            "SELECT is_refolded || (SELECT \(revision)) FROM lc_preparation", "11"),
        Effect(
            "lc_collapsed_item_after_insert", "INSERT INTO collapsed_item (layout, item_id) VALUES ('wall', 9)",
            "SELECT 1", "the layout has no item with that item_id"),
        Effect(
            "lc_collapsed_item_before_update",
            """
            INSERT INTO collapsed_item (layout, item_id) VALUES ('wall', 2); UPDATE collapsed_item SET item_id = 1
            """,
            "SELECT 1", "a row of collapsed_item cannot be changed; delete it, and insert another"),
        Effect(
            "lc_collapsed_item_after_delete",
            """
            INSERT INTO collapsed_item (layout, item_id) VALUES ('wall', 2);
            UPDATE lc_preparation SET is_refolded = 0; DELETE FROM collapsed_item
            """,
            "SELECT is_refolded || (SELECT \(revision)) FROM lc_preparation", "12"),
    ]

    private static func tall(dataset: Int) -> String {
        """
        INSERT INTO layout (dataset_id, name, definition, container_width, container_height)
        VALUES (\(dataset), 'tall', '{"layout":"table"}', 30, 40)
        """
    }

    /// Items are noted one by one where a canvas lays them out.
    private static let onCanvas = "UPDATE lc_preparation SET is_free = 1; "
    private static let notes = """
        SELECT group_concat(item_id || '|' || coalesce(x, 'new'), ' ')
        FROM (SELECT * FROM lc_moved ORDER BY item_id, section_id)
        """

    private static let runs = """
        SELECT group_concat(first_item || '-' || last_item || '+' || skip, ' ')
        FROM (SELECT * FROM text_run ORDER BY first_item)
        """
    private static let revision = "(SELECT revision FROM lc_change WHERE dataset_id = 1) - noted FROM noted"

    /// The result of an effect's query, with a trigger or without it.
    private func result(of effect: Effect, isDropped: Bool) throws -> String {
        let test = try TestStore()
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (1, 'data')",
            "INSERT INTO section (id, dataset_id, position) VALUES (1, 1, 0), (2, 1, 1)",
            "INSERT INTO item (id, section_id, position, height) VALUES (1, 1, 0, 10), (2, 2, 0, 10)")
        try test.prepareWall(#"{"layout":"table"}"#, 100, 200)
        try test.execute(
            "UPDATE viewport SET y = 5", "INSERT INTO section_offset VALUES ('wall', 1, 7)",
            "CREATE TEMP TABLE noted AS SELECT revision AS noted FROM lc_change WHERE dataset_id = 1")
        return try test.store.pool.writeWithoutTransaction { connection in
            if isDropped { try connection.execute("DROP TRIGGER \(effect.trigger)") }
            do {
                try connection.execute(effect.statements)
                return try connection.first(effect.query, as: String.self) ?? "NULL"
            } catch let error as SQLiteError {
                return error.message
            }
        }
    }

    @Test("A trigger that counts, follows, refuses or translates does so, and is missed", arguments: effects)
    func isMissed(effect: Effect) throws {
        #expect(try result(of: effect, isDropped: false) == effect.expected)
        #expect(try result(of: effect, isDropped: true) != effect.expected)
    }

    @Test("Each trigger of a store is left out by a test")
    func complete() throws {
        let names = try TestStore().lines("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        #expect(Set(names) == Set(Self.effects.map(\.trigger) + TriggerTests.marking))
    }
}
