import Foundation
import LayoutCFaults
import LayoutCore
import LayoutRepair
import LayoutSQLite
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing

/// Followers on a disk that fails.
@Suite struct FollowerFaultTests {
    @Test(
        "If bringing followers up to date ends at any write, nothing is lost, and the next one ends right",
        .timeLimit(.minutes(5)), arguments: [false, true])
    func eachWrite(isFilledAnew: Bool) async {
        await #expect(processExitsWith: .success) { [isFilledAnew = isFilledAnew as Bool] in
            guard layout_faults_install() == 0 else { throw LayoutError(.corrupt, "SQLite was in use already") }
            let scratch = try ScratchDirectory()
            let base = scratch.file("base.db")
            let app = try Connection(path: base, mode: .create)
            try app.execute(
                """
                CREATE TABLE photo (id INTEGER PRIMARY KEY, album, taken, h);
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
                INSERT INTO photo SELECT i, 'a' || i % 4, i * 31 % 40, i FROM n;
                """)
            let store = try LayoutStore(path: base, mode: .adopt, limits: TestStore.tinyLimits)
            try store.follow(
                Following(
                    table: "photo", as: "photos", section: "album", order: "taken", where: "abs(h) <> 13", key: "id",
                    height: "h"))
            try store.follow(Following(dataset: "photos", as: "chain", order: "height DESC"))
            store.close()
            try app.execute(
                """
                UPDATE photo SET album = 'a' || (id % 5), taken = -taken WHERE id % 3 = 0;
                DELETE FROM photo WHERE id > 50; UPDATE photo SET h = -9223372036854775807 - 1 WHERE id % 20 = 1;
                UPDATE photo SET h = 13 WHERE id = 2;
                INSERT INTO photo VALUES (70, 'b', 7, 7), (71, 'b', 3, 8), (72, 'a1', 3, 8);
                """)
            if isFilledAnew {
                try app.execute("INSERT INTO lc_pending (source, kind, identity) VALUES ('rows', 2, 0)")
            }
            app.close()

            /// Brings a copy up to date, with a fault at a write; returns what is in it afterwards.
            func lines(faultAt write: Int64, shape: Int) throws -> (lines: [String], writes: Int64) {
                let path = scratch.file("copy\(write).db")
                try FileManager.default.copyItem(atPath: base, toPath: path)
                defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
                func bringUpToDate() throws {
                    let store = try LayoutStore(path: path, mode: .readWrite, limits: TestStore.tinyLimits)
                    defer { store.close() }
                    try store.bringFollowersUpToDate()
                }
                // From that write on the disk is dead, as after a kill; or it fails once.
                layout_faults_arm(Int32(LAYOUT_FAULT_WRITE), write, write % 2 == 0 ? 1 : 0, Int32(shape))
                let result = Result { try bringUpToDate() }
                let writes = layout_faults_count(Int32(LAYOUT_FAULT_WRITE))
                layout_faults_disarm()
                if case .failure(let error) = result, layout_faults_has_struck() == 0 { throw error }
                try bringUpToDate()
                let report = try LayoutStore.verify(at: path)
                let app = try Connection(path: path, mode: .readOnly)
                defer { app.close() }
                let lines = try app.names(
                    """
                    SELECT d.name || quote(s.title) || quote(i.key) || quote(i.height) || quote(o.key)
                    FROM dataset AS d JOIN section AS s ON s.dataset_id = d.id JOIN item AS i ON i.section_id = s.id
                    LEFT JOIN item AS o ON o.id = i.original_id ORDER BY d.id, s.position, i.position
                    """)
                let table = try app.names("SELECT quote(album) || quote(taken) || quote(h) FROM photo ORDER BY id")
                return (lines + table + report.problems + report.mistakes.map(\.message), writes)
            }
            let (expected, writes) = try lines(faultAt: 0, shape: 0)
            guard writes > 20, expected.count > 150 else { throw LayoutError(.corrupt, "there are \(writes) writes") }
            for write in TestSettings.drawn(12, of: Array(1...writes)) {
                let found = try lines(faultAt: write, shape: Int(write) / 2 % 4).lines
                guard found == expected else { throw LayoutError(.corrupt, "write \(write) of \(writes)") }
            }
        }
    }
}
