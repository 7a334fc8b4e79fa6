import Foundation
import LayoutStoreTestSupport
import LayoutTestSupport
import Testing
import LayoutCore

/// Uses of a store in the stock `sqlite3` shell, without our program.
@Suite(.enabled(if: Shell.isThere, "the sqlite3 shell is not installed")) struct PlanShellTests {
    private func prepared() throws -> TestStore {
        let test = try TestStore()
        try test.fill(
            1...60, sections: 2, "id, section_id, position, key, height, payload",
            "i, 1 + (i > 30), i, 'k' || i, 44, json_object('title', 'item ' || i)")
        try test.prepareWall(#"{"layout":"table"}"#, 320, 440)
        return test
    }

    /// The output of statements in the shell, which has nothing to complain of.
    private func output(_ statements: String, _ test: TestStore) throws -> String {
        let answer = try Shell.run(test.store.path, statements)
        #expect(answer.errors.isEmpty)
        return answer.output
    }

    @Test(
        "Changes made in the shell make their sections stale, with trusted_schema off as well",
        arguments: ["ON", "OFF"])
    func triggers(trusted: String) throws {
        let test = try prepared()
        let output = try output(
            """
            PRAGMA trusted_schema = \(trusted);
            UPDATE item SET height = 500 WHERE key = 'k40';
            INSERT INTO item (section_id, position, height) VALUES (1, 12.5, 10);
            DELETE FROM item WHERE key = 'k41';
            UPDATE section SET header_height = 5 WHERE id = 1;
            INSERT INTO section (dataset_id, position) VALUES (1, 3);
            SELECT layout, stale_sections FROM layout_status;
            """, test)
        #expect(output == "wall|3\n")
        try test.prepared().expectSameAsAfresh("after the shell")
    }

    @Test("With trusted_schema off, the view is refused by SQLite before 3.44 and answered by later ones")
    func untrustedView() throws {
        // Until 3.44 the R*Tree module does not count as harmless inside a view; our own queries name it directly.
        let test = try prepared()
        let path = test.directory.file("store.db")
        let version = try Shell.run(path, "SELECT sqlite_version()").output.split(separator: ".").compactMap {
            Int($0.filter(\.isNumber))
        }
        let answer = try Shell.run(
            path, "PRAGMA trusted_schema = OFF; SELECT count(*) FROM visible WHERE layout = 'wall';")
        if version.lexicographicallyPrecedes([3, 44]) {
            #expect(answer.errors.contains("unsafe use of virtual table"))
        } else {
            #expect(answer.output == "10\n")
        }
        // Queries without the R*Tree work everywhere.
        let others = try output(
            """
            PRAGMA trusted_schema = OFF;
            SELECT count(*) FROM element_frames WHERE layout = 'wall';
            SELECT count(*) FROM section_frames WHERE layout = 'wall';
            SELECT kind, item_count FROM layout_status WHERE layout = 'wall';
            SELECT section, item, y FROM item_frames WHERE layout = 'wall' AND key = 'k40';
            SELECT count(*) > 10 FROM layout_help WHERE topic = 'recipes';
            """, test)
        #expect(others == "60\n2\ntable|60\n1|9|1716.0\n1\n")
    }
}
