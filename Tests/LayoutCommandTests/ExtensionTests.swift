import Foundation
import LayoutTestSupport
import Testing

/// The loadable extension, in the stock shell and in Python.
@Suite(.enabled(if: Shell.isThere && LoadableExtension.isThere, "the sqlite3 shell or the extension is missing"))
struct ExtensionTests {
    private func run(_ store: SmallStore, _ sql: String, file: String = "s.db", options: [String] = []) throws
        -> Shell.Outcome
    {
        try Shell.run(store.path(file), ".load '\(LoadableExtension.path)'\n" + sql, options: options)
    }

    @Test("The program prints the extension's path, and the line loads it")
    func path() throws {
        let outcome = try BuiltCommand(directory: "/").run("extension")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(FileManager.default.fileExists(atPath: String(lines[0])))
        let store = try SmallStore()
        #expect(
            try Shell.run(store.path("s.db"), "\(lines[1])\nSELECT count(*) FROM visible_in('wall', 0, 0, 320, 480);")
                .output == "6\n")
    }

    @Test("visible_in has the rows and columns of visible, in any rectangle")
    func visibleIn() throws {
        let store = try SmallStore()
        for rect in [
            ("0", "0", "320", "480"), ("0", "30", "320", "50"), ("105", "40.5", "1", "1e3"), ("0", "0", "0", "9"),
            ("0", "35", "320", "0.5"),
        ] {
            let arguments = "'wall', \(rect.0), \(rect.1), \(rect.2), \(rect.3)"
            let answer = try run(
                store,
                """
                UPDATE viewport SET (x, y, width, height) = (\(rect.0), \(rect.1), \(rect.2), \(rect.3))
                WHERE layout = 'wall';
                SELECT count(*) FROM (SELECT * FROM visible_in(\(arguments)) EXCEPT SELECT * FROM visible);
                SELECT count(*) FROM (SELECT * FROM visible EXCEPT SELECT * FROM visible_in(\(arguments)));
                SELECT (SELECT count(*) FROM visible) = (SELECT count(*) FROM visible_in(\(arguments)));
                """)
            #expect(answer.output == "0\n0\n1\n" && answer.errors.isEmpty, "\(rect): \(answer)")
        }
        let names = try run(
            store,
            ".mode csv\n.headers on\nSELECT * FROM visible_in('wall',0,0,9,9) LIMIT 1;\nSELECT * FROM visible LIMIT 1;"
        ).output
        let headers = names.split(separator: "\r\n").filter { $0.hasPrefix("layout,") }
        #expect(headers.count == 2 && headers[0] == headers[1], "\(names)")
        // Each layout through its own viewport: the arguments may come from a table.
        let joined = try run(
            SmallStore(),
            """
            SELECT v.layout, count(*) FROM viewport AS v, visible_in(v.layout, v.x, v.y, v.width, v.height)
            GROUP BY 1;
            """
        )
        #expect(joined.output == "wall|6\n")
    }

    @Test("visible_in and the other functions read an attached store, as it is committed")
    func attached() throws {
        let store = try SmallStore()
        let path = store.path("s.db").replacing("'", with: "''")
        let rows = "SELECT * FROM visible_in('wall', 0, 0, 320, 60"
        let answer = try Shell.run(
            ":memory:",
            """
            .load '\(LoadableExtension.path)'
            ATTACH '\(path)' AS "my wall";
            \(rows), 'my wall');
            SELECT key FROM item_at('wall', 1, 'my wall');
            BEGIN; UPDATE "my wall".item SET height = 70 WHERE key = 'a';
            \(rows), 'my wall');
            """)
        let own = try run(store, "\(rows), 'MAIN'); SELECT key FROM item_at('wall', 1);")
        #expect(answer.output == own.output && own.output.count > 100, "\(answer)")
        #expect(answer.errors.contains("the transaction has changed “my wall”"), "\(answer.errors)")
    }

    #if os(Linux)
    @Test("A store that was detached is open until the function is called again")
    func detached() throws {
        let store = try SmallStore()
        let path = store.path("s.db").replacing("'", with: "''")
        let openFiles = ".shell ls -l /proc/$PPID/fd | grep -c 's[.]db'"
        let answer = try Shell.run(
            ":memory:",
            """
            .load '\(LoadableExtension.path)'
            ATTACH '\(path)' AS wall;
            SELECT count(*) > 0 FROM visible_in('wall', 0, 0, 320, 60, 'wall');
            DETACH wall;
            \(openFiles) | sed 's/[1-9][0-9]*/some/'
            SELECT count(*) FROM visible_in('wall', 0, 0, 320, 60);
            \(openFiles)
            """)
        #expect(answer.output == "1\nsome\n0\n", "\(answer)")
    }
    #endif

    @Test("Preparing from the shell lays out everything, or what a rectangle touches, and can be undone")
    func prepare() throws {
        let store = try SmallStore(isPrepared: false)
        let first = try run(
            store,
            """
            SELECT layout_prepare('wall', 0, 0, 320, 10) ->> 'layout';
            SELECT layout_prepare('wall') ->> 'sectionsTotal';
            """
        )
        #expect(first.output == "wall\n2\n" && first.errors.isEmpty, "\(first)")
        let heights = "SELECT height FROM visible_in('wall', 0, 0, 320, 480) WHERE key = 'a';"
        let undone = try run(
            store,
            """
            BEGIN;
            UPDATE item SET height = 70 WHERE key = 'a';
            SELECT layout_prepare('wall') ->> 'sectionsPrepared';
            \(heights)
            ROLLBACK;
            \(heights)
            SELECT stale_sections FROM layout_status;
            """)
        #expect(undone.output == "1\n70.0\n50.0\n0\n" && undone.errors.isEmpty, "\(undone)")
        let kept = try run(
            store,
            """
            UPDATE item SET height = 70 WHERE key = 'a';
            SELECT 1 FROM (SELECT layout_prepare('wall'));
            \(heights)
            PRAGMA integrity_check;
            SELECT layout_verify();
            """
        )
        #expect(kept.output == "1\n70.0\nok\n{\"isClean\":true,\"problems\":[],\"mistakes\":[]}\n", "\(kept)")
        #expect(try store.command.run("verify", "s.db").exitCode == 0)
    }

    @Test("The answers are the same as the program's commands")
    func answers() throws {
        let store = try SmallStore(isPrepared: false)
        let definition = SmallStore.flow.dropLast() + #","snap":{"alignment":"leading","padding":0}}"#
        try store.command.run(
            "layout", "s.db", "wall", "--dataset", "plants", "--definition", String(definition), "--container", "320x60"
        )
        try store.command.run("prepare", "s.db")
        func object(_ text: String) throws -> NSDictionary {
            try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
        }
        let snapped = try object(try run(store, "SELECT layout_snap('wall', 0, 40, 0, 0);").output)
        #expect(
            snapped
                == (try object(
                    try store.command.run("snap", "s.db", "wall", "--proposed", "0,40", "--velocity", "0,0").output)))
        let anchor = try object(try run(store, "SELECT layout_anchor('wall', 0, 40);").output)
        #expect(anchor == (try object(try store.command.run("anchor", "s.db", "wall", "--offset", "0,40").output)))
        #expect(
            try object(try run(store, "SELECT layout_anchor('wall', 0, 0, 'end');").output)["edge"] as? String == "end")
    }

    @Test(
        "A function's invalid argument is an error that names the fault, and changes nothing",
        arguments: [
            ("SELECT * FROM visible_in('nix', 0, 0, 1, 1)", "there is no layout “nix”"),
            ("SELECT * FROM visible_in('wall', 0, 0, 1)", "it takes 5 arguments: layout, x, y, width, height"),
            ("SELECT * FROM visible_in", "it takes 5 arguments: layout, x, y, width, height"),
            ("SELECT * FROM visible_in('wall', 0, 0, 1, 1, 3)", "visible_in: the schema must be text"),
            ("SELECT * FROM visible_in('wall', 0, 0, 1, 1, 'nix')", "there is no attached database “nix”"),
            (
                "ATTACH ':memory:' AS m; SELECT * FROM visible_in('wall', 0, 0, 1, 1, 'm')",
                "the attached database “m” is not a file"
            ),
            ("SELECT * FROM visible_in(NULL, 0, 0, 1, 1)", "visible_in: the layout must be text, not NULL"),
            ("SELECT * FROM visible_in(3, 0, 0, 1, 1)", "visible_in: the layout must be text, not an integer"),
            ("SELECT * FROM visible_in('wall', 0, NULL, 1, 1)", "visible_in: y must be a number, not NULL"),
            ("SELECT * FROM visible_in('wall', 'a', 0, 1, 1)", "visible_in: x must be a number, not text"),
            ("SELECT * FROM visible_in('wall', 0, 0, x'00', 1)", "visible_in: width must be a number, not a blob"),
            ("SELECT * FROM visible_in('wall', 0, 0, 1, 9e999)", "visible_in: height must be a finite number"),
            ("SELECT * FROM visible_in('wall', 0, 0, -1, 1)", "visible_in: width and height cannot be negative"),
            ("SELECT * FROM visible_in('wall', 1e308, 0, 1e308, 1)", "visible_in: the rectangle must be finite"),
            ("SELECT layout_prepare()", "wrong number of arguments to function layout_prepare()"),
            ("SELECT layout_prepare('wall', 1)", "wrong number of arguments to function layout_prepare()"),
            ("SELECT layout_prepare(NULL)", "layout_prepare: the layout must be text, not NULL"),
            ("SELECT layout_prepare('nix')", "layout_prepare: there is no layout “nix”"),
            ("SELECT layout_prepare('wall', 0, 0, 9e999, 1)", "layout_prepare: width must be a finite number"),
            ("SELECT layout_snap('wall', 0, 0, 0, 'fast')", "layout_snap: velocity_y must be a number, not text"),
            ("SELECT layout_anchor('wall', 0, 0, 'top')", "layout_anchor: the edge must be 'start' or 'end'"),
            (
                "CREATE TABLE t AS SELECT layout_prepare('wall')",
                "SQL statements in progress; call it in a separate SELECT"
            ),
            ("CREATE VIEW v AS SELECT layout_prepare('wall') AS j; SELECT * FROM v", "unsafe use of layout_prepare()"),
        ])
    func refusal(sql: String, message: String) throws {
        let store = try SmallStore()
        let before = try store.contents(of: "s.db")
        let answer = try run(store, sql + ";")
        #expect(answer.output == "")
        #expect(answer.errors.contains(message), "\(answer.errors)")
        if !sql.hasPrefix("CREATE") { #expect(try store.contents(of: "s.db") == before) }
        // The connection is as good as before.
        let next = try run(SmallStore(), sql + ";\nSELECT count(*) FROM visible_in('wall', 0, 0, 320, 480);")
        #expect(next.output == "6\n")
    }

    @Test("A file that is not a store is refused and not changed")
    func otherFile() throws {
        let store = try SmallStore()
        _ = try Shell.run(store.path("other.db"), "CREATE TABLE t(a);")
        let before = try store.contents(of: "other.db")
        for call in ["* FROM visible_in('wall', 0, 0, 1, 1)", "layout_prepare('wall')", "layout_verify()"] {
            let answer = try run(store, "SELECT \(call);", file: "other.db")
            #expect(answer.errors.contains("the file is a database of another kind"), "\(answer.errors)")
        }
        #expect(try store.contents(of: "other.db") == before)
        #expect(
            try run(store, "SELECT layout_verify();", file: "empty.db").errors.contains(
                "is empty: it is not a layout store yet"))
    }

    @Test("A store that is opened to read only is answered, and not prepared")
    func readOnly() throws {
        let store = try SmallStore()
        try store.command.run("resize", "s.db", "plants", "--key", "a", "--height", "70")
        let answer = try run(
            store,
            """
            SELECT height, stale FROM visible_in('wall', 0, 0, 320, 480) WHERE key = 'a';
            SELECT layout_prepare('wall');
            """,
            options: ["-readonly"])
        #expect(answer.output == "50.0|1\n")
        #expect(answer.errors.contains("layout_prepare: "), "\(answer.errors)")
    }

    @Test(
        "No call goes past the SQLite that has loaded it to the one that it was linked with",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/nm")))
    func forwarding() throws {
        let symbols = try Shell.runProgram(["/usr/bin/nm", "--dynamic", LoadableExtension.path])
        for name in ["layoutcache", "layoutcacheextension"] {
            #expect(symbols.output.contains("T sqlite3_\(name)_init"))
        }
        // Each one that is named here belongs into Sources/LayoutCExtension/forwarding.c.
        #expect(symbols.output.split(separator: "\n").filter { $0.contains("U sqlite3_") } == [])
    }

    @Test("Python’s sqlite3 loads it", .enabled(if: Shell.python != nil))
    func python() throws {
        let store = try SmallStore(isPrepared: false)
        let program = """
            import sqlite3, json
            c = sqlite3.connect('\(store.path("s.db"))')
            c.enable_load_extension(True)
            c.load_extension('\(LoadableExtension.path)')
            print(json.loads(c.execute("SELECT layout_prepare('wall')").fetchone()[0])['layout'])
            print(c.execute("SELECT count(*) FROM visible_in('wall', 0, 0, ?, ?)", (320, 480)).fetchone()[0])
            rows = c.execute("SELECT key FROM visible_in('wall', 0, 0, 320, 480)")
            rows.fetchone()
            c.execute("UPDATE item SET height = 70 WHERE key = 'a'")
            c.commit()
            try:
                c.execute("SELECT layout_prepare('nix')")
            except sqlite3.OperationalError as error:
                print('nix' in str(error))
            c.close()
            """
        let outcome = try Shell.runProgram([Shell.python ?? "", "-c", program])
        #expect(outcome.output == "wall\n6\nTrue\n", "\(outcome)")
    }
}

/// The extension as it was built, beside the program.
enum LoadableExtension {
    static var path: String {
        let directory = (try? BuiltCommand.executable().deletingLastPathComponent().path) ?? ""
        return directory + "/libLayoutCacheExtension.so"
    }

    static var isThere: Bool { FileManager.default.fileExists(atPath: path) }
}
