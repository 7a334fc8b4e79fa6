import LayoutCache
import LayoutSQLite
import LayoutTestSupport
import Testing

/// What commands say on standard error when all is well, and what --quiet leaves out.
@Suite struct NoteTests {
    /// What `verify` notes of a SQLite that can lose commits.
    private static var ofSQLite: String {
        guard LayoutStore.sqliteHasWALResetBug else { return "" }
        return "layoutctl: SQLite \(LayoutStore.sqliteVersion) has the WAL-reset bug "
            + "(https://sqlite.org/wal.html#walresetbug): update it to 3.51.3, 3.50.7, 3.44.6 or later if other programs "
            + "write to your stores\n"
    }

    private func notes(_ store: SmallStore, _ arguments: String...) throws -> String {
        let outcome = try store.command.run(arguments)
        #expect(outcome.exitCode == 0, "\(arguments): \(outcome.errors)")
        return outcome.errors
    }

    @Test("Defining, copying and removing are confirmed in a line, and not at all with --quiet")
    func confirmations() throws {
        let store = try SmallStore()
        let table = ["--dataset", "plants", "--definition", #"{"layout":"table"}"#, "--container", "320.5x480"]
        let defined = try store.command.run(["layout", "s.db", "list"] + table)
        #expect(
            defined.errors
                == "layoutctl: “list” lays out “plants” as table in 320.5 × 480 points; "
                + "“layoutctl prepare s.db list” computes it\n")
        #expect(try notes(store, "copy", "s.db", "t.db") == "layoutctl: copied s.db to t.db\n")
        #expect(try notes(store, "verify", "s.db") == "layoutctl: s.db is in order\n" + Self.ofSQLite)
        #expect(try notes(store, "remove", "s.db", "--layout", "list") == "layoutctl: removed the layout “list”\n")
        #expect(
            try notes(store, "remove", "s.db", "--dataset", "plants") == "layoutctl: removed the data set “plants”\n")
        let none = "layoutctl: the store has no layouts; “layoutctl layout” defines one\n"
        #expect(try notes(store, "prepare", "s.db") == none)
        #expect(try notes(store, "status", "s.db") == none)
        let browse = try store.command.run("browse", "s.db")
        #expect(browse.exitCode == 1)
        #expect(browse.errors == "layoutctl: the store has no layout yet; “layoutctl layout” defines one\n")

        let other = try SmallStore()
        #expect(try other.command.run(["layout", "s.db", "list", "--quiet"] + table).errors == "")
        #expect(try notes(other, "copy", "s.db", "t.db", "-q") == "")
        #expect(try notes(other, "verify", "s.db", "-q") == "")
        #expect(try notes(other, "resize", "s.db", "plants", "0/0", "--width", "9", "-q") == "")
        #expect(try notes(other, "remove", "s.db", "--dataset", "plants", "-q") == "")
        #expect(try notes(other, "prepare", "s.db", "-q") == "")
    }

    @Test("An edit says what it made stale, in each layout of its data set alone")
    func staleSections() throws {
        let store = try SmallStore()
        try store.command.run("import", "s.db", "rows.csv", "--dataset", "others")
        for (name, dataset) in [("list", "plants"), ("other", "others")] {
            try store.command.run(
                "layout", "s.db", name, "--dataset", dataset, "--definition", #"{"layout":"table"}"#, "--container",
                "320x480")
        }
        try store.command.run("prepare", "s.db")
        #expect(
            try notes(store, "resize", "s.db", "plants", "--key", "c", "--height", "41") == """
                layoutctl: 1 section of “list” to lay out again; “layoutctl prepare s.db list”
                layoutctl: 1 section of “wall” to lay out again; “layoutctl prepare s.db wall”

                """)
        try store.command.run("prepare", "s.db", "list")
        #expect(
            try notes(store, "delete", "s.db", "plants", "--key", "a") == """
                layoutctl: 1 section of “list” to lay out again; “layoutctl prepare s.db list”
                layoutctl: 2 sections of “wall” to lay out again; “layoutctl prepare s.db wall”

                """)
        // A size of one layout's measure is not said: it is that layout's own.
        #expect(try notes(store, "resize", "s.db", "plants", "0/0", "--layout", "wall", "--width", "7") == "")
    }

    @Test("adopt says what follows what, and what was removed")
    func adoption() throws {
        let store = try SmallStore()
        let app = try Connection(path: store.path("app.db"), mode: .create)
        try app.execute(
            """
            CREATE TABLE photo (id INTEGER PRIMARY KEY, h REAL);
            CREATE TABLE film (id INTEGER PRIMARY KEY);
            """)
        #expect(
            try notes(store, "adopt", "app.db", "--table", "photo", "--dataset", "photos", "--height", "h")
                == "layoutctl: the data set “photos” follows the table “photo”\n")
        #expect(
            try notes(store, "adopt", "app.db", "--table", "film", "--dataset", "films")
                == "layoutctl: the data set “films” follows the table “film”\n")
        #expect(
            try notes(store, "adopt", "app.db", "--table", "photo", "--remove") == """
                layoutctl: removed the data set “photos”
                layoutctl: the store stays in app.db

                """)
        #expect(
            try notes(store, "adopt", "app.db", "--remove") == """
                layoutctl: removed the data set “films”
                layoutctl: removed the store from app.db

                """)
        app.close()
    }

    @Test("verify tells damage from what was repaired, and says what to do")
    func damage() throws {
        let store = try SmallStore()
        let connection = try Connection(path: store.path("s.db"), mode: .readWrite)
        try connection.execute("UPDATE lc_band SET length = length + 1")
        connection.close()
        let found = try store.command.run("verify", "s.db", "--format", "csv")
        #expect(found.exitCode == 6)
        #expect(
            found.errors == "layoutctl: s.db is damaged; “layoutctl verify s.db --repair” rebuilds what is derived\n"
                + Self.ofSQLite)
        let lines = found.output.split(separator: "\n")
        #expect(lines.count > 1 && lines[0] == "kind,message")
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("problem,") })
        let repaired = try store.command.run("verify", "s.db", "--repair", "--format", "csv")
        #expect(repaired.exitCode == 0)
        #expect(repaired.errors == "layoutctl: s.db was damaged, and is in order now\n" + Self.ofSQLite)
        let kinds = repaired.output.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[0] }
        #expect(kinds.contains("problem") && kinds.contains("repair"))
        // In order, a table is nothing, and the other formats are an empty list.
        #expect(try store.command.run("verify", "s.db").output == "")
        #expect(try store.command.run("verify", "s.db", "--format", "json").output == "[]\n")
        #expect(try store.command.run("verify", "s.db", "--format", "csv").output == "kind,message\n")
    }

    @Test("Of many rejected rows the first twenty are named and the rest counted")
    func rejectedRows() throws {
        let store = try SmallStore()
        let text = "h\n" + String(repeating: "tall\n", count: 1234) + "1\n"
        try store.write(text, to: "many.csv")
        let outcome = try store.command.run(
            "import", "s.db", "many.csv", "--dataset", "d", "--height", "h", "--max-errors", "2000", "--format", "json")
        #expect(outcome.exitCode == 3)
        #expect(
            outcome.errors.split(separator: "\n")
                == (2...21).map { "many.csv:\($0):1: the height “tall” is not a number" } + ["… and 1,214 more"])
        #expect(try outcome.rows()[0]["itemsInserted"] as? Int == 1)
    }

    @Test("A layout whose viewport has no row is drawn with a rectangle only")
    func noViewport() throws {
        let store = try SmallStore()
        let connection = try Connection(path: store.path("s.db"), mode: .readWrite)
        try connection.execute("DELETE FROM viewport")
        connection.close()
        let outcome = try store.command.run("render", "s.db", "wall", "--viewport", "-o", "w.svg")
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errors
                == "layoutctl: the table “viewport” has no row for the layout “wall”; use --rect X,Y,W,H\n")
        #expect(try store.names == ["rows.csv", "s.db"])
    }
}
