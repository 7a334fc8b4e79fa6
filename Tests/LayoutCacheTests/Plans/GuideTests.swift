import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutCache

/// The recipes of `layout_guide`, each run by the stock shell as it stands there.
@Suite(.enabled(if: Shell.isThere, "the sqlite3 shell is not installed"))
struct GuideTests {
    /// The effect of a recipe: a query, and its answer afterwards.
    private static let effects: [String: (query: String, answer: String)] = [
        "Find an item by its key in every layout": ("SELECT 1", "1\n"),
        "Find the item at a rank among all items of a layout, from 0, at any size": ("SELECT 1", "1\n"),
        "Find the rank of an item among all items of a layout": ("SELECT 1", "1\n"),
        "Look at another place of a layout": ("SELECT y FROM viewport WHERE layout = 'wall'", "120000.0\n"),
        "See what is stale": ("SELECT 1", "1\n"),
        "Append an item to a section": (
            "SELECT key FROM item WHERE section_id = 2 ORDER BY position DESC LIMIT 1", "N99001\n"
        ),
        "Append a section": ("SELECT title FROM section ORDER BY position DESC LIMIT 1", "Whistler\n"),
        "Insert an item between two positions: after another one": (
            "SELECT key FROM item WHERE section_id = 2 ORDER BY position LIMIT 4", "N2-1\nN04252\nN99002\nN2-3\n"
        ),
        "Move an item behind another one, in whichever section that is": (
            "SELECT key FROM item WHERE section_id = 2 ORDER BY position LIMIT 4", "N2-1\nN04252\nN01981\nN2-3\n"
        ),
        "Swap two items": (
            "SELECT key, section_id, position FROM item WHERE key IN ('N04252', 'N01981') ORDER BY key",
            "N01981|2|2.0\nN04252|1|2.0\n"
        ),
        "Renumber the items of a section, where halves have become too small": (
            "SELECT key, position FROM item WHERE section_id = 2 ORDER BY position LIMIT 3",
            "N2-1|1.0\nN04252|2.0\nN2-3|3.0\n"
        ),
        "Order a section by its items' payload": (
            "SELECT key, position FROM item WHERE section_id = 2 ORDER BY position LIMIT 3",
            "N2-9|1.0\nN2-8|2.0\nN2-7|3.0\n"
        ),
        "Move a section before another one": (
            "SELECT title FROM section ORDER BY position", "Turner\nBlake\nHogarth\n"
        ),
        "Resize many items at once": ("SELECT DISTINCT height, width FROM item WHERE section_id = 2", "60.0|\n"),
        "Store a size that holds for one measure only": ("SELECT measure, height FROM measurement", "landscape|88.0\n"),
        "Delete items": ("SELECT count(*) FROM item WHERE key = 'N01981'", "0\n"),
        "Delete a section with its items": ("SELECT count(*), (SELECT count(*) FROM item) FROM section", "2|18\n"),
        #"Define a second layout like another one, for a wider container; then run "layoutctl prepare""#: (
            "SELECT layout, width FROM viewport ORDER BY layout", "wall|320.0\nwall-wide|844.0\n"
        ),
        "See how many bytes each layout takes, where SQLite was built with dbstat": ("SELECT 1", "1\n"),
    ]

    /// The answers of recipes that query something.
    private static let answers = [
        "Find the item at a rank among all items of a layout, from 0, at any size": "1|4|N2-5|0.0|520.0\n",
        "Find the rank of an item among all items of a layout": "10\n",
    ]

    @Test("Recipes are lines of printable characters, and end with a statement's end")
    func lines() throws {
        let test = try TestStore()
        try test.read { connection in
            try connection.forEachRow("SELECT task, sql FROM layout_guide") { row in
                let (task, sql) = (row.stringOrEmpty(0), row.stringOrEmpty(1))
                for scalar in (task + sql).unicodeScalars where scalar != "\n" {
                    #expect(scalar.properties.generalCategory != .control, "\(task)")
                }
                #expect(!task.contains("\n") && !sql.isEmpty && sql.hasSuffix(";"), "\(task)")
            }
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
        try define("wall", "{\"layout\":\"table\"}", height: 440, test)
        return test
    }

    private func define(_ name: String, _ json: String, height: Double, _ test: TestStore) throws {
        try test.store.defineLayout(
            name, dataset: "tate", definition: LayoutDefinition(json: json),
            container: LayoutSize(width: 320, height: height))
        try test.store.prepare(name)
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
            #expect(try Shell.run(path, effect.query).output == effect.answer, "\(task)")
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
        try define("titled", json, height: 9000, test)
        for view in ["visible", "visible_btree", "element_frames"] {
            let sql = """
                SELECT section, element_kind, title FROM \(view) WHERE layout = 'titled' AND title IS NOT NULL
                ORDER BY section, element_kind;
                """
            // The view without the R*Tree is what answers everywhere.
            let answer = try Shell.run(test.directory.file("store.db"), sql)
            #expect(
                answer.output == """
                    0|footer|Blake
                    0|header|Blake
                    1|footer|Turner
                    1|header|Turner
                    2|footer|Hogarth
                    2|header|Hogarth

                    """,
                "\(view)")
        }
        #expect(
            try Shell.run(
                test.directory.file("store.db"),
                "SELECT count(*) FROM visible WHERE kind = 'cell' AND title IS NOT NULL;"
            ).output == "0\n")
    }
}
