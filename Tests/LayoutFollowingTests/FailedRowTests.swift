import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// Rows for which an expression fails: here one that overflows.
@Suite struct FailedRowTests {
    private struct Photo: Equatable {
        var album: String
        var height: Int
    }

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
            var shown: [Int: Photo] = [:]
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
                var (failed, present): ([Int], Set<Int>) = ([], [])
                var places: [Int: Int] = [:]
                try app.forEachRow("SELECT id, album, h, h < 0 FROM photo ORDER BY id") { row in
                    let id = row.int(0)
                    present.insert(id)
                    guard !row.bool(3) else { return failed.append(id) }
                    places[id] = row.int(2) % 7
                    shown[id] = row.int(2) == 13 ? nil : Photo(album: row.stringOrEmpty(1), height: row.int(2))
                }
                shown = shown.filter { present.contains($0.key) }
                var (found, titles): ([(id: Int, photo: Photo)], [String]) = ([], [])
                try app.forEachRow(
                    """
                    SELECT CAST(i.key AS INTEGER), s.title, i.height FROM section AS s
                    LEFT JOIN item AS i ON i.section_id = s.id WHERE s.dataset_id = 1 ORDER BY s.position, i.position
                    """
                ) { row in
                    found.append((row.int(0), Photo(album: row.stringOrEmpty(1), height: row.int(2))))
                    if titles.last != row.stringOrEmpty(1) { titles.append(row.stringOrEmpty(1)) }
                }
                #expect(found.count == shown.count && titles == titles.sorted(), "\(context)")
                for (id, photo) in found { #expect(shown[id] == photo, "\(context), row \(id)") }
                for album in titles {
                    let ids = found.filter { $0.photo.album == album && places[$0.id] != nil }.map(\.id)
                    let sorted = ids.sorted { (places[$0] ?? 0, $0) < (places[$1] ?? 0, $1) }
                    #expect(ids == sorted, "\(context), \(album)")
                }
                let keys = "SELECT i.key FROM item AS i JOIN section AS s ON s.id = i.section_id"
                let plain = try app.names("\(keys) WHERE s.dataset_id = 2 ORDER BY i.position")
                #expect(try plain == app.names("SELECT id FROM photo ORDER BY album, h, id"), "\(context)")
                let chain = try app.names(
                    """
                    SELECT i.original_id FROM item AS i JOIN section AS s ON s.id = i.section_id
                    WHERE s.dataset_id = 3 ORDER BY i.position
                    """)
                let expected = try app.names(
                    """
                    SELECT i.id FROM item AS i JOIN section AS s ON s.id = i.section_id WHERE s.dataset_id = 1
                    ORDER BY i.height DESC, i.id
                    """)
                #expect(chain == expected, "\(context)")
                let messages = failed.map {
                    "data set: “photos” follows the table “photo”, and cannot take over its row \($0): integer overflow"
                }
                #expect(try store.verify().mistakes.map(\.message) == messages, "\(context)")
                #expect(try store.failedRows().map(\.row) == failed.map { "\($0)" }, "\(context)")
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
