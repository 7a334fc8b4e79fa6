import Foundation
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// The effect of each trigger, without which it is missed: they mark, count, follow, refuse and translate.
///
/// `IncrementalTests` and `FreshnessFuzzTests` prove that they note every change by random statements.
@Suite struct TriggerEffectTests {
    /// Statements, and what a query says after them; with one of the triggers missing it says something else.
    struct Effect: Sendable, CustomTestStringConvertible {
        var trigger: String
        var statements: String
        var query: String
        /// The result as text, or the message of the statement that failed.
        var expected: String
        var testDescription: String { trigger }
    }

    /// Each effect begins with data set 1 “data” and the layout 1 “wall” of it, prepared. Sections 1 and 2 have items
    /// 1 and 2. The layout is scrolled to y 5, and its section 1 to 7.
    static let effects = DataFile("Effects.txt").cases.map { effect in
        let text = words.reduce(effect.text) { $0.replacing($1.key, with: $1.value) }
        let parts = text.components(separatedBy: " → ")
        return Effect(trigger: effect.heading, statements: parts[0], query: parts[1], expected: parts[2])
    }

    private static let words: KeyValuePairs = [
        "{notes}": """
        SELECT group_concat(item_id || '|' || coalesce(x, 'new'), ' ')
        FROM (SELECT * FROM lc_moved ORDER BY item_id, section_id)
        """,
        "{runs}": """
        SELECT group_concat(first_item || '-' || last_item || '+' || skip, ' ')
        FROM (SELECT * FROM text_run ORDER BY first_item)
        """,
        "{revision}": "(SELECT revision FROM lc_change WHERE dataset_id = 1) - noted FROM noted",
    ]

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

    @Test("A trigger that marks, counts, follows, refuses or translates does so, and is missed", arguments: effects)
    func isMissed(effect: Effect) throws {
        #expect(try result(of: effect, isDropped: false) == effect.expected)
        #expect(try result(of: effect, isDropped: true) != effect.expected)
    }

    @Test("Each trigger of a store is left out by a test")
    func complete() throws {
        let names = try TestStore().lines("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        #expect(Set(names) == Set(Self.effects.map(\.trigger)))
    }
}
