import Foundation
import LayoutTestSupport
import Testing

/// The statements of COMPATIBILITY.md about the stock shell. Each line there, and in the tables of RELIABILITY.md with
/// the same last column, is either run or dated.
@Suite(.enabled(if: Shell.isThere, "there is no sqlite3 shell")) struct CompatibilityTests {
    private static func text(of paper: String) throws -> String {
        try String(contentsOf: Paper.root.appendingPathComponent(paper), encoding: .utf8)
    }

    /// The lines of the tables whose last column shows what checks them, cut into cells.
    private static func rows(of paper: String) throws -> [[String]] {
        var isChecked = false
        return try text(of: paper).split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
            guard line.hasPrefix("| ") else {
                isChecked = isChecked && line.hasPrefix("|")
                return nil
            }
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            if isChecked { return cells }
            isChecked = cells.last == "Checked"
            return nil
        }
    }

    @Test(
        "Each line names tests that are there, or the day on which it was seen by hand",
        arguments: [("COMPATIBILITY.md", 19), ("RELIABILITY.md", 8)])
    func checked(paper: String, count: Int) throws {
        let tests = Paper.root.appendingPathComponent("Tests")
        let files = FileManager.default.enumerator(atPath: tests.path)?.compactMap { $0 as? String } ?? []
        let rows = try Self.rows(of: paper)
        #expect(rows.count >= count)
        for row in rows {
            let checked = try #require(row.last)
            let isDated = checked.wholeMatch(of: /by hand, \d{4}-\d{2}-\d{2}/) != nil
            #expect(isDated || checked.contains(/`\w+Tests`/), "\(row[0]): \(checked)")
        }
        for name in try Self.text(of: paper).matches(of: /`(\w+Tests)`/).map({ String($0.1) }) {
            #expect(files.contains { $0.hasSuffix("/\(name).swift") }, "there is no \(name)")
        }
    }

    @Test("A defensive shell edits and reads, and refuses writes to the R*Tree's tables")
    func defensive() throws {
        let store = try SmallStore()
        let found = try Shell.run(
            store.path("s.db"),
            """
            .dbconfig defensive on
            UPDATE item SET height = 99 WHERE key = 'a';
            SELECT count(*) > 0 FROM visible;
            SELECT sum(stale_sections) FROM layout_status;
            DELETE FROM lc_rtree_node;
            """)
        #expect(found.output.hasSuffix("1\n1\n"), "\(found)")
        #expect(found.errors.contains("table lc_rtree_node may not be modified"), "\(found)")
    }

    @Test("The bytes of a layout come from dbstat in a statement, and not in a view")
    func space() throws {
        let store = try SmallStore()
        let sql = try store.command.run("sql", "space").output
        let found = try Shell.run(store.path("s.db"), sql)
        #expect(found.errors == "" && found.output.contains("wall"), "\(found)")
        let view = try Shell.run(
            store.path("s.db"), "CREATE VIEW v AS SELECT sum(pgsize) FROM dbstat; SELECT * FROM v;\n")
        #expect(view.errors.contains("unsafe use of virtual table \"dbstat\""), "\(view)")
    }

    @Test("An attached store's views answer, and an edit there is marked")
    func attached() throws {
        let store = try SmallStore()
        let path = store.path("s.db").replacing("'", with: "''")
        let found = try Shell.run(
            ":memory:",
            """
            ATTACH '\(path)' AS w;
            UPDATE w.viewport SET y = 10;
            UPDATE w.item SET height = 99 WHERE key = 'a';
            SELECT count(*) > 0 FROM w.visible;
            SELECT sum(stale_sections) FROM w.layout_status;
            """)
        #expect(found.output == "1\n1\n" && found.errors == "", "\(found)")
    }

    private static let views = ["visible", "element_frames", "section_frames", "item_frames", "layout_status"]

    @Test(
        "All views answer in the shell, also if it is safe or only reads", arguments: [[], ["-safe"], ["-readonly"]])
    func views(options: [String]) throws {
        let store = try SmallStore()
        for view in Self.views + ["layout_readme", "layout_columns", "layout_guide"] {
            let found = try Shell.run(store.path("s.db"), "SELECT count(*) > 0 FROM \(view);\n", options: options)
            #expect(found.output == "1\n" && found.errors == "", "\(view), \(options): \(found)")
        }
        let edit = try Shell.run(
            store.path("s.db"), "UPDATE viewport SET y = 10; UPDATE item SET height = 99 WHERE key = 'a';\n",
            options: options)
        #expect(edit.errors.contains("attempt to write a readonly database") == (options == ["-readonly"]), "\(edit)")
        let stale = try Shell.run(store.path("s.db"), "SELECT sum(stale_sections) FROM layout_status;\n")
        #expect(stale.output == (options == ["-readonly"] ? "0\n" : "1\n"))
    }

    @Test("Without trust in the schema the views but one answer, and edits are marked")
    func untrusted() throws {
        let store = try SmallStore()
        let off = "PRAGMA trusted_schema = OFF;\n"
        for view in Self.views.dropFirst() + ["visible_btree"] {
            let found = try Shell.run(store.path("s.db"), off + "SELECT count(*) > 0 FROM \(view);\n")
            #expect(found.output == "1\n", "\(view): \(found)")
        }
        let version = try Shell.run(store.path("s.db"), "SELECT sqlite_version();\n").output.split(separator: ".")
        let visible = try Shell.run(store.path("s.db"), off + "SELECT count(*) > 0 FROM visible;\n")
        if (Int(version[1]) ?? 0) < 44 {
            #expect(visible.errors.contains("unsafe use of virtual table"), "\(visible)")
        } else {
            #expect(visible.output == "1\n", "\(visible)")
        }
        _ = try Shell.run(store.path("s.db"), off + "UPDATE item SET height = 99 WHERE key = 'a';\n")
        let stale = try Shell.run(store.path("s.db"), "SELECT sum(stale_sections) FROM layout_status;\n")
        #expect(stale.output == "1\n")
    }

    @Test("A dump that is read back, and a copy by VACUUM INTO, hold the same and work")
    func copies() throws {
        let store = try SmallStore()
        let rect = ["wall", "--rect", "0,0,320,480", "--format", "csv"]
        let shown = try store.command.run(["visible", "s.db"] + rect).output
        let dump = try Shell.run(store.path("s.db"), ".dump\n")
        let back = try Shell.run(store.path("d.db"), dump.output)
        #expect(dump.errors == "" && back.errors == "", "\(dump.errors) \(back.errors)")
        let vacuum = try Shell.run(store.path("s.db"), "VACUUM INTO '\(store.path("v.db"))'; VACUUM;\n")
        #expect(vacuum.errors == "")
        for name in ["d.db", "v.db", "s.db"] {
            #expect(try store.command.run(["visible", name] + rect).output == shown, "\(name)")
            let check = try Shell.run(store.path(name), "PRAGMA integrity_check; PRAGMA application_id;\n").output
            #expect(check == (name == "d.db" ? "ok\n0\n" : "ok\n1283026755\n"), "\(name): \(check)")
        }
        // Opened for writing, the dump gets back what it left out.
        #expect(try store.command.run("resize", "d.db", "plants", "0/0", "--height", "60").exitCode == 0)
        #expect(try Shell.run(store.path("d.db"), "PRAGMA application_id;\n").output == "1283026755\n")
        for name in ["d.db", "v.db"] { #expect(try store.command.run("verify", name).exitCode == 0, "\(name)") }
    }
}
