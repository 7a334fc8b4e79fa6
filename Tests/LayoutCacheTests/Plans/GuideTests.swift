import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// The recipes of `layout_guide`, each run by the stock shell as it stands there.
@Suite(.enabled(if: Shell.isThere, "the sqlite3 shell is not installed"))
struct GuideTests {
    /// The effect of a recipe: a query, and its answer afterwards.
    private static let nothing = ("SELECT 1", "1")

    private static let effects: [String: (query: String, answer: String)] = [
        "Find an item by its key in every layout": nothing,
        "Find the item at a rank among all items of a layout, from 0, at any size": nothing,
        "Find the rank of an item among all items of a layout": nothing,
        "Look at another place of a layout": ("SELECT y FROM viewport WHERE layout = 'wall'", "120000.0"),
        "See what is stale": nothing,
        "Append an item to a section": (
            "SELECT key FROM item WHERE section_id = 2 ORDER BY position DESC LIMIT 1", "N99001"
        ),
        "Append a section": ("SELECT title FROM section ORDER BY position DESC LIMIT 1", "Whistler"),
        "Insert an item between two positions: after another one": (
            "SELECT key FROM item WHERE section_id = 2 ORDER BY position LIMIT 4", "N2-1\nN04252\nN99002\nN2-3"
        ),
        "Move an item behind another one, in whichever section that is": (
            "SELECT key FROM item WHERE section_id = 2 ORDER BY position LIMIT 4", "N2-1\nN04252\nN01981\nN2-3"
        ),
        "Swap two items": (
            "SELECT key, section_id, position FROM item WHERE key IN ('N04252', 'N01981') ORDER BY key",
            "N01981|2|2.0\nN04252|1|2.0"
        ),
        "Renumber the items of a section, where halves have become too small": (
            "SELECT key, position FROM item WHERE section_id = 2 ORDER BY position LIMIT 3",
            "N2-1|1.0\nN04252|2.0\nN2-3|3.0"
        ),
        "Order a section by its items' payload": (
            "SELECT key, position FROM item WHERE section_id = 2 ORDER BY position LIMIT 3",
            "N2-9|1.0\nN2-8|2.0\nN2-7|3.0"
        ),
        "Move a section before another one": ("SELECT title FROM section ORDER BY position", "Turner\nBlake\nHogarth"),
        "Resize many items at once": ("SELECT DISTINCT height, width FROM item WHERE section_id = 2", "60.0|"),
        "Store a size that holds for one measure only": ("SELECT measure, height FROM measurement", "landscape|88.0"),
        "Delete items": ("SELECT count(*) FROM item WHERE key = 'N01981'", "0"),
        "Delete a section with its items": ("SELECT count(*), (SELECT count(*) FROM item) FROM section", "2|18"),
        #"Define a second layout like another one, for a wider container; then run "layoutctl prepare""#: (
            "SELECT layout, width FROM viewport ORDER BY layout", "wall|320.0\nwall-wide|844.0"
        ),
        "See how many bytes each layout takes, where SQLite was built with dbstat": nothing,
    ]

    /// The answers of recipes that query something.
    private static let answers = [
        "Find the item at a rank among all items of a layout, from 0, at any size": "1|4|N2-5|0.0|520.0\n",
        "Find the rank of an item among all items of a layout": "10\n",
    ]

    @Test("Recipes are lines of printable characters, and end with a statement's end")
    func lines() throws {
        for (task, sql) in try Self.tasks(TestStore()) {
            for scalar in (task + sql).unicodeScalars where scalar != "\n" {
                #expect(scalar.properties.generalCategory != .control, "\(task)")
            }
            #expect(!task.contains("\n") && !sql.isEmpty && sql.hasSuffix(";"), "\(task)")
        }
    }

    private func prepared() throws -> TestStore {
        let test = try TestStore()
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (1, 'tate')",
            """
            INSERT INTO section (id, dataset_id, position, title)
            VALUES (1, 1, 1, 'Blake'), (2, 1, 2, 'Turner'), (3, 1, 3, 'Hogarth')
            """,
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
            INSERT INTO item (section_id, position, key, height, payload)
            SELECT s.id, i, CASE WHEN s.id = 1 AND i = 2 THEN 'N01981' WHEN s.id = 2 AND i = 2 THEN 'N04252'
              ELSE 'N' || s.id || '-' || i END, 40, json_object('title', 'title ' || (9 - i))
            FROM n, section AS s
            """)
        try test.store.define("wall", #"{"layout":"table"}"#, 320, 440, dataset: "tate")
        return try test.prepared()
    }

    private static func tasks(_ test: TestStore) throws -> [(task: String, sql: String)] {
        try test.read { connection in
            var tasks: [(String, String)] = []
            try connection.forEachRow("SELECT task, sql FROM layout_guide") { row in
                tasks.append((row.stringOrEmpty(0), row.stringOrEmpty(1)))
            }
            return tasks
        }
    }

    @Test("Each recipe has the described effect in the shell, and its changes are laid out like in a fresh store")
    func recipes() throws {
        let tasks = try Self.tasks(prepared())
        #expect(Set(tasks.map(\.task)) == Set(Self.effects.keys))
        for (task, sql) in tasks {
            let test = try prepared()
            let path = test.directory.file("store.db")
            let run = try Shell.run(path, sql)
            if run.errors.contains("dbstat") { continue }
            #expect(run.errors.isEmpty && run.exitCode == 0, "\(task): \(run)")
            if sql.hasPrefix("SELECT"), task != "See what is stale" { #expect(!run.output.isEmpty, "\(task)") }
            if let answer = Self.answers[task] { #expect(run.output == answer, "\(task)") }
            let effect = try #require(Self.effects[task], "\(task) is not tested")
            #expect(try Shell.run(path, effect.query).output == effect.answer + "\n", "\(task)")
            for layout in try test.store.layoutNames() {
                try test.store.prepare(layout)
                expectSameElements(
                    try test.elements("element_frames", layout: layout), try test.reference(layout).elements, task)
            }
        }
    }

    @Test("An element of a section itself carries its title")
    func titles() throws {
        let test = try prepared()
        let json = #"{"layout":"table","header":{"height":20},"footer":{"height":5},"pinHeaders":true}"#
        try test.store.define("titled", json, 320, 9000, dataset: "tate")
        try test.store.prepare("titled")
        for view in ["visible", "visible_btree", "element_frames"] {
            let sql = """
                SELECT section, element_kind, title FROM \(view) WHERE layout = 'titled' AND title IS NOT NULL
                ORDER BY section, element_kind;
                """
            // The view without the R*Tree is what answers everywhere.
            let answer = try Shell.run(test.directory.file("store.db"), sql)
            let titles = ["Blake", "Turner", "Hogarth"].enumerated().map { "\($0)|footer|\($1)\n\($0)|header|\($1)\n" }
            #expect(answer.output == titles.joined(), "\(view)")
        }
        #expect(try test.count("visible WHERE kind = 'cell' AND title IS NOT NULL") == 0)
    }
}
