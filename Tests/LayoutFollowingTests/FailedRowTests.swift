import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// Rows for which an expression fails: here one that overflows.
@Suite struct FailedRowTests {
    @Test("Rows that fail are reported one by one and keep their former state, and all others are brought up to date")
    func randomStatements() throws {
        try TestSettings.forEachSeed(rounds: 1) { seed in
            var random = SeededGenerator(seed: seed &* 97 &+ 5)
            let scratch = try ScratchDirectory()
            let path = scratch.file("app.db")
            let app = try Connection(path: path, mode: .create)
            try app.execute(
                """
                CREATE TABLE photo (id INTEGER PRIMARY KEY, album, h);
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
                INSERT INTO photo (id, album, h)
                SELECT i, 'a' || i % 4, \(Self.overflow("i % 50 = 0", "i * 31 % 40")) FROM n;
                """)
            let store = try LayoutStore(path: path, mode: .adopt, limits: TestStore.tinyLimits)
            defer { store.close() }
            try store.follow(
                Following(
                    table: "photo", as: "photos", section: "album", order: "abs(h) % 7", where: "abs(h) <> 13",
                    key: "id", height: "abs(h)"))
            try store.follow(Following(table: "photo", as: "plain", order: "album, h", key: "id"))
            try store.follow(Following(dataset: "photos", as: "chain", order: "height DESC"))
            for name in ["photos", "plain", "chain"] {
                try store.define(name, #"{"layout":"table"}"#, 300, 400, dataset: name)
            }
            // The shown state of each row: the last one in which it did not fail.
            try app.execute("CREATE TEMP TABLE shown (id INTEGER PRIMARY KEY, album, h)")
            for step in 0..<8 {
                let id = Int.random(in: 1...1210, using: &random)
                let few = "id BETWEEN \(id) AND \(id + Int.random(in: 0...40, using: &random))"
                let value = Int.random(in: 0..<40, using: &random)
                let statements = [
                    "UPDATE photo SET h = \(Self.overflow("id % 3 = 0", "\(value)")) WHERE \(few)",
                    "UPDATE photo SET album = 'a' || (id + \(value)) % 5 WHERE \(few)",
                    "UPDATE photo SET h = (id * 31 + \(value)) % 40 WHERE h >= 0 OR id % 4 = 0",
                    "UPDATE photo SET album = 'a' || id % 3, h = \(Self.overflow("id % 90 = 7", "\(value) + id % 9"))",
                    "DELETE FROM photo WHERE \(few)", "UPDATE photo SET id = 5000 + id WHERE id = \(id)",
                    "INSERT OR REPLACE INTO photo (id, album, h) VALUES (\(id), 'b', "
                        + Self.overflow("\(id) % 2", "3") + ")",
                ]
                let statement = step == 0 ? "SELECT 1" : statements.randomElement(using: &random) ?? ""
                try app.execute(statement)
                try store.bringFollowersUpToDate()
                let context = "seed \(seed), step \(step): \(statement)"
                try app.execute(
                    """
                    DELETE FROM shown WHERE id NOT IN (SELECT id FROM photo);
                    INSERT OR REPLACE INTO shown SELECT id, album, h FROM photo WHERE h >= 0;
                    """)
                func compare(_ found: String, _ expected: String) throws {
                    #expect(try app.names(found) == app.names(expected), "\(context): \(expected)")
                }
                func items(_ dataset: Int, _ column: String, _ order: String) -> String {
                    "SELECT \(column) FROM section AS s JOIN item AS i ON i.section_id = s.id "
                        + "LEFT JOIN photo AS p ON p.id = CAST(i.key AS INTEGER) "
                        + "WHERE s.dataset_id = \(dataset) \(order)"
                }
                try compare(
                    items(1, "s.title || ' ' || i.key || ' ' || CAST(i.height AS INTEGER)", "ORDER BY p.id"),
                    "SELECT album || ' ' || id || ' ' || h FROM shown WHERE h <> 13 ORDER BY id")
                try compare(
                    "SELECT title FROM section WHERE dataset_id = 1 ORDER BY position",
                    "SELECT DISTINCT album FROM shown WHERE h <> 13 ORDER BY album")
                try compare(
                    items(1, "i.key", "AND p.h >= 0 ORDER BY s.position, i.position"),
                    "SELECT id FROM photo WHERE h >= 0 AND h <> 13 ORDER BY album, h % 7, id")
                try compare(items(2, "i.key", "ORDER BY i.position"), "SELECT id FROM photo ORDER BY album, h, id")
                try compare(
                    items(3, "i.original_id", "ORDER BY i.position"), items(1, "i.id", "ORDER BY i.height DESC, i.id"))
                let failed = try app.names("SELECT id FROM photo WHERE h < 0 ORDER BY id")
                let messages = failed.map {
                    "data set: “photos” follows the table “photo”, and cannot take over its row \($0): integer overflow"
                }
                #expect(try store.verify().mistakes.map(\.message) == messages, "\(context)")
                #expect(try store.failedRows().map(\.row) == failed, "\(context)")
            }
            _ = try store.prepareAll()
            #expect(try store.pool.read { try StoreInvariants.problems($0) } == [], "seed \(seed)")
        }
    }

    /// A value that overflows under a condition.
    private static func overflow(_ condition: String, _ value: String) -> String {
        "iif(\(condition), -9223372036854775807 - 1, \(value))"
    }
}
