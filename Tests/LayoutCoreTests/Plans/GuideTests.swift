import Foundation
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// The recipes of `layout_help`, each run by the stock shell as it stands there.
@Suite(.enabled(if: Shell.isThere, "the sqlite3 shell is not installed")) struct GuideTests {
    /// Recipes, each with a query and its answer afterwards, or with the answer of the recipe.
    private static let effects = DataFile("Guide.txt").cases.reduce(into: [:]) { effects, recipe in
        effects[recipe.heading] = recipe.text.components(separatedBy: "→ ")
    }

    private func prepared(hasOrder: Bool = false) throws -> TestStore {
        let test = try TestStore()
        try test.execute(
            "INSERT INTO dataset (id, name) VALUES (1, 'tate'), (2, 'other')",
            """
            INSERT INTO section (id, dataset_id, position, title)
            VALUES (1, 1, 1, 'Blake'), (2, 1, 2, 'Turner'), (3, 1, 3, 'Hogarth'),
              (4, 2, 1, 'Blake'), (5, 2, 2, 'Turner'), (6, 2, 3, 'Hogarth')
            """,
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
            INSERT INTO item (section_id, position, key, height, payload)
            SELECT s.id, i, CASE WHEN s.id % 3 = 1 AND i = 2 THEN 'N01981' WHEN s.id % 3 = 2 AND i = 2 THEN 'N04252'
              ELSE 'N' || ((s.id - 1) % 3 + 1) || '-' || i END, 40, json_object('title', 'title ' || (9 - i))
            FROM section AS s, n
            """)
        try test.store.define("wall", #"{"layout":"table"}"#, 320, 440, dataset: "tate")
        if hasOrder {
            try test.store.follow(Following(dataset: "tate", as: "by title", order: "payload ->> 'title', key"))
            try test.store.define("titles", #"{"layout":"table"}"#, 320, 440, dataset: "by title")
            try test.store.prepare("titles")
        }
        return try test.prepared()
    }

    /// The data set beside, which is equal in everything that a recipe names.
    private static let beside = """
        SELECT s.id, s.position, s.title, i.id, i.position, i.key, i.width, i.height, i.payload,
          (SELECT count(*) FROM measurement AS m WHERE m.item_id = i.id)
        FROM section AS s LEFT JOIN item AS i ON i.section_id = s.id WHERE s.dataset_id = 2 ORDER BY 1, 4
        """

    private static func tasks(_ test: TestStore) throws -> [(task: String, sql: String)] {
        try test.read { connection in
            var tasks: [(String, String)] = []
            try connection.forEachRow("SELECT name, example FROM layout_help WHERE topic = 'recipes'") { row in
                tasks.append((row.stringOrEmpty(0), row.stringOrEmpty(1)))
            }
            return tasks
        }
    }

    @Test("Each recipe has the described effect in the shell, and its changes are laid out like in a fresh store")
    func recipes() throws {
        let tasks = try Self.tasks(prepared(hasOrder: true))
        #expect(Set(tasks.map(\.task)) == Set(Self.effects.keys))
        for (task, sql) in tasks {
            let test = try prepared(hasOrder: task.contains("order"))
            let path = test.directory.file("store.db")
            let before = try test.lines(Self.beside)
            let run = try Shell.run(path, sql)
            #expect(try test.lines(Self.beside) == before, "\(task)")
            #expect(try test.count("item WHERE position >= 1e15") == 0, "\(task)")
            #expect(run.errors.isEmpty && run.exitCode == 0, "\(task): \(run)")
            if sql.hasPrefix("SELECT"), task != "See what is stale" { #expect(!run.output.isEmpty, "\(task)") }
            let effect = try #require(Self.effects[task], "\(task) is not tested")
            if let answer = effect.dropFirst().first {
                let output = effect[0].isEmpty ? run.output : try Shell.run(path, effect[0]).output
                #expect(output == answer.replacing(" / ", with: "\n") + "\n", "\(task)")
            }
            // A fresh store has no followers.
            for layout in try test.store.layouts().map(\.name) where layout != "titles" {
                try test.store.prepare(layout)
                try test.expectSameAsAfresh(task, layout: layout)
            }
        }
    }

    @Test("Recipes that read name what is in the file, and find something")
    func names() throws {
        let test = try prepared(hasOrder: true)
        try test.execute(
            "UPDATE layout SET name = 'it''s a ' || name", "UPDATE dataset SET name = 'my \"' || name || '\"'",
            "UPDATE item SET key = 'K' || id WHERE key IS NOT NULL")
        try test.store.prepare("it's a wall")
        for (task, sql) in try Self.tasks(test) where task != "See what is stale" {
            #expect(["'wall'", "'tate'", "'titles'"].allSatisfy { !sql.contains($0) }, "\(task)")
            guard sql.hasPrefix("SELECT") || sql.hasPrefix("WITH") else { continue }
            let run = try Shell.run(test.directory.file("store.db"), sql)
            #expect(run.errors.isEmpty && !run.output.isEmpty, "\(task): \(run), \(sql)")
        }
    }

    @Test("No recipe goes through all items, nor does a question about one section", arguments: [false, true])
    func steps(isAnalyzed: Bool) throws {
        let test = try TestStore()
        try test.fill(
            0...23_999, sections: 48, "section_id, position, key, height, payload",
            "1 + i / 500, i, 'K' || i, 20 + i % 7, '{\"title\":\"title 3\"}'")
        try test.prepareWall(#"{"layout":"table"}"#)
        if isAnalyzed { try test.execute("ANALYZE") }
        let questions = [
            "SELECT * FROM item_frames WHERE section = 3 AND item < 9",
            "SELECT * FROM item_frames WHERE section_id = 3 LIMIT 9",
        ].map { ($0, $0) }
        for (task, sql) in try Self.tasks(test) + questions {
            try test.store.pool.writeWithoutTransaction { connection in
                var thousands = 0
                try connection.execute("SAVEPOINT recipe")
                connection.setProgressHandler(everyInstructions: 1000) {
                    thousands += 1
                    return true
                }
                try connection.execute(sql.replacing("BEGIN IMMEDIATE;", with: "").replacing("COMMIT;", with: ""))
                connection.setProgressHandler(nil)
                try connection.execute("ROLLBACK TO recipe; RELEASE recipe")
                // Going through all of them takes some twenty thousand.
                #expect(thousands < 1000, "\(task)")
            }
        }
    }

    @Test("An element of a section itself carries its title")
    func titles() throws {
        let test = try prepared()
        let json = #"{"layout":"table","header":{"height":20},"footer":{"height":5},"pinHeaders":true}"#
        try test.store.define("titled", json, 320, 9000, dataset: "tate")
        try test.store.prepare("titled")
        for view in ["visible", "element_frames"] {
            let sql = """
                SELECT section, element_kind, title FROM \(view) WHERE layout = 'titled' AND title IS NOT NULL
                ORDER BY section, element_kind;
                """
            let answer = try Shell.run(test.directory.file("store.db"), sql)
            let titles = ["Blake", "Turner", "Hogarth"].enumerated().map { "\($0)|footer|\($1)\n\($0)|header|\($1)\n" }
            #expect(answer.output == titles.joined(), "\(view)")
        }
        #expect(try test.count("visible WHERE kind = 'cell' AND title IS NOT NULL") == 0)
    }
}
