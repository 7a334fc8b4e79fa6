@testable import LayoutFollowing
@testable import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore
import LayoutRepair

/// How SQLite goes about the statements that keep followers, by `EXPLAIN QUERY PLAN`.
@Suite struct FollowerPlanTests {
    /// A step of a plan that reads a table that grows from its first row on, or makes an index of it.
    private struct Scan: CustomStringConvertible {
        var sql: String
        var detail: String
        /// Whether it does that for each row of another loop.
        var isInner: Bool
        var description: String { "\(isInner ? "for each row: " : "")\(detail)\n\(sql)" }
    }

    /// The short names of tables that grow.
    private static let growing: Set = ["photo", "item", "t", "i", "m", "r", "o", "x"]

    private func scans(_ sql: String, _ connection: Connection) throws -> [Scan] {
        var steps: [(id: Int, parent: Int, detail: String)] = []
        let rows = try connection.prepare("EXPLAIN QUERY PLAN \(sql)")
        while try rows.step() { steps.append((rows.int(0), rows.int(1), rows.stringOrEmpty(3))) }
        func isInCorrelated(_ id: Int) -> Bool {
            guard let step = steps.first(where: { $0.id == id }) else { return false }
            return step.detail.contains("CORRELATED") || isInCorrelated(step.parent)
        }
        return steps.enumerated().compactMap { index, step in
            let words = step.detail.split(separator: " ").map(String.init)
            guard words.count > 1, words[0] == "SCAN" || step.detail.contains("AUTOMATIC"),
                Self.growing.contains(words[1])
            else { return nil }
            let isBehindLoop = steps[..<index].contains {
                $0.parent == step.parent && ($0.detail.hasPrefix("SCAN") || $0.detail.hasPrefix("SEARCH"))
            }
            return Scan(sql: sql, detail: step.detail, isInner: isBehindLoop || isInCorrelated(step.parent))
        }
    }

    /// The statements that a connection has compiled and kept.
    private func statements(_ connection: Connection) -> [String] {
        func children(_ value: Any) -> [Any] { Mirror(reflecting: value).children.map(\.value) }
        return children(connection.statements).flatMap(children).compactMap {
            children($0).first.flatMap { children($0).first as? String }
        }
    }

    @Test("No statement that fills a follower, moves its rows or verifies it goes through everything for each row")
    func followers() throws {
        let photos = try PhotoDatabase(
            """
            WITH RECURSIVE n (i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
            INSERT INTO photo SELECT i, 'album ' || i % 7, i * 31 % 1000, i, i, 'a', 'b' FROM n
            """)
        let store = try photos.open()
        defer { store.close() }
        try store.follow(Following(dataset: "photos", as: "copy", section: "height % 5", order: "width DESC"))
        try photos.app.execute("INSERT INTO lc_pending VALUES ('rows', 2, 0)")
        try store.bringFollowersUpToDate()
        // Few of them are noted, and these move.
        try photos.app.execute("UPDATE photo SET taken_at = -taken_at, w = -w, album = 'other' WHERE id % 100 = 3")
        try store.bringFollowersUpToDate()
        try store.pool.writeWithoutTransaction { connection in
            let kept = statements(connection).filter { $0.contains("temp.lc_") || $0.contains("lc_pending") }
            for table in ["lc_row", "lc_order", "lc_pending"] {
                #expect(kept.count { $0.contains(table) } > 1, "\(table): \(kept.count)")
            }
            for isAnalyzed in [false, true] {
                if isAnalyzed { try connection.execute("ANALYZE") }
                for sql in kept {
                    // Only the statements of a whole filling read all, and they do it once.
                    let isOfRows = sql.contains("lc_row") || sql.contains("lc_noted")
                    let scans = try scans(sql, connection).filter { $0.isInner || isOfRows }
                    #expect(scans.isEmpty, "analyzed: \(isAnalyzed)\n\(scans)")
                }
                for schema in try FollowerJournal(connection).schemas() {
                    let scans = try scans(schema.differences, connection).filter(\.isInner)
                    #expect(scans.isEmpty, "analyzed: \(isAnalyzed)\n\(scans)")
                }
            }
        }
    }
}
