import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing

/// Copying, compacting, synchronising and adopting from the command line.
@Suite struct DataCommandTests {
    private func keys(_ path: String) throws -> String? {
        let connection = try Connection(path: path, mode: .readOnly)
        return try connection.first(
            """
            SELECT group_concat(line, ' ') FROM (
              SELECT coalesce(s.title, '-') || ':'
                || coalesce((SELECT group_concat(key || coalesce('=' || height, '')) FROM
                (SELECT key, height FROM item WHERE section_id = s.id ORDER BY position)), '') AS line
              FROM section AS s ORDER BY s.position)
            """, as: String.self)
    }

    @Test("copy makes a store of its own, and overwrites nothing")
    func copy() throws {
        let store = try SmallStore()
        let outcome = try store.command.run("copy", "s.db", "t.db")
        #expect(outcome.exitCode == 0 && outcome.output.isEmpty, "\(outcome.errors)")
        #expect(try store.command.run("verify", "t.db").exitCode == 0)
        let visible = ["--rect", "0,0,320,480", "--format", "json"]
        #expect(
            try store.command.run(["visible", "s.db", "wall"] + visible).output
                == store.command.run(["visible", "t.db", "wall"] + visible).output)
        let before = try store.contents(of: "t.db")
        for target in ["t.db", "s.db", "./s.db-wal"] {
            let refused = try store.command.run("copy", "s.db", target)
            #expect(refused.exitCode != 0, "\(target)")
            #expect(!refused.errors.isEmpty)
        }
        #expect(try store.contents(of: "t.db") == before)
        #expect(try store.names.filter { $0.contains("copying") } == [])
        #expect(try store.command.run("copy", "nobody.db", "u.db").exitCode != 0)
        #expect(try !store.names.contains("u.db"))
    }

    @Test("compact says what it gave back")
    func compact() throws {
        let store = try SmallStore()
        let rows = "key,height\n" + (0..<20_000).map { "k\($0),10" }.joined(separator: "\n")
        try store.write(rows, to: "many.csv")
        try store.command.run("import", "s.db", "many.csv", "--dataset", "many", "--key", "key", "--height", "height")
        try store.command.run("remove", "s.db", "--dataset", "many")
        let report = try store.command.run("compact", "s.db", "--format", "json").rows()[0]
        #expect(Set(report.keys) == ["bytesBefore", "bytesAfter", "seconds"])
        let before = try #require(report["bytesBefore"] as? Int)
        let after = try #require(report["bytesAfter"] as? Int)
        #expect(after < before / 2)
        #expect(try store.contents(of: "s.db").count == after)
        #expect(try store.command.run("verify", "s.db").exitCode == 0)
    }

    @Test("import --sync makes the data set equal to the rows, and leaves the rest as it is")
    func sync() throws {
        let store = try SmallStore()
        let options = [
            "--dataset", "plants", "--section", "section", "--key", "key", "--width", "width", "--height", "height",
            "--sync",
        ]
        func run(_ file: String, _ more: String...) throws -> BuiltCommand.Outcome {
            try store.command.run(["import", "s.db", file] + options + more + ["--format", "json"])
        }
        let same = try run("rows.csv").rows()[0]
        #expect(same["itemsMatched"] as? Int == 4)
        for column in ["itemsInserted", "itemsDeleted", "sectionsCreated", "sectionsDeleted"] {
            #expect(same[column] as? Int == 0)
        }
        #expect(try store.command.run("status", "s.db", "--format", "json").rows()[0]["staleSections"] as? Int == 0)
        try store.write(
            "section,key,width,height,title\nRed,b,100,,Beet\nRed,a,100,50,Apple\nGreen,e,10,20,Endive\n"
                + "Blue,c,200,40,Cornflower\n",
            to: "new.csv")
        let dry = try run("new.csv", "--dry-run").rows()[0]
        #expect(dry["itemsInserted"] as? Int == 1 && dry["itemsDeleted"] as? Int == 1 && dry["dryRun"] as? Bool == true)
        #expect(try keys(store.path("s.db")) == "Red:a=50.0,b=50.0,d Blue:c=40.0")
        let report = try run("new.csv").rows()[0]
        #expect(report["sectionsCreated"] as? Int == 1 && report["rowsRead"] as? Int == 4)
        #expect(try keys(store.path("s.db")) == "Red:b,a=50.0 Green:e=20.0 Blue:c=40.0")
        // What is wrong with a row is told with its place, and nothing changes.
        try store.write("section,key,height\nRed,b,1\nRed,,1\n", to: "keyless.csv")
        try store.write("section,key,height\nRed,b,1\nRed,b,1\n", to: "twice.csv")
        for (file, words) in [
            ("keyless.csv", "keyless.csv:3"), ("twice.csv", "twice.csv:3: duplicate key “b”: first on line 2"),
        ] {
            let outcome = try store.command.run(
                "import", "s.db", file, "--dataset", "plants", "--section", "section", "--key", "key", "--height",
                "height", "--sync")
            #expect(outcome.exitCode == 1)
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
        #expect(try keys(store.path("s.db")) == "Red:b,a=50.0 Green:e=20.0 Blue:c=40.0")
        #expect(try store.command.run("import", "s.db", "rows.csv", "--dataset", "plants", "--sync").exitCode == 2)
        // A data set that is not there is made.
        #expect(
            try store.command.run("import", "t.db", "rows.csv", "--dataset", "plants", "--key", "key", "--sync")
                .exitCode == 0)
        #expect(try keys(store.path("t.db")) == "-:a,b,c,d")
    }

    @Test("adopt follows a table from the shell, and takes itself out again")
    func adopt() throws {
        let store = try SmallStore()
        let path = store.path("app.db")
        let app = try Connection(path: path, mode: .create)
        try app.execute(
            """
            CREATE TABLE photo (id INTEGER PRIMARY KEY, album TEXT, taken_at REAL, w REAL, h REAL);
            INSERT INTO photo VALUES (1, 'Rome', 3, 10, 20), (2, 'Paris', 1, 10, 20), (3, 'Rome', 2, 5, 5);
            """)
        let adoption = [
            "adopt", "app.db", "--table", "photo", "--dataset", "photos", "--section", "album", "--order", "taken_at",
            "--width", "w",
            "--height", "h", "--key", "id", "--payload", "w,h",
        ]
        let outcome = try store.command.run(adoption)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        try store.command.run(
            "layout", "app.db", "wall", "--dataset", "photos", "--definition", SmallStore.flow, "--container", "320x480"
        )
        try store.command.run("prepare", "app.db")
        try app.execute("UPDATE photo SET album = 'Paris', h = 30 WHERE id = 3")
        #expect(try keys(path) == "Paris:2=20.0,3=30.0 Rome:1=20.0")
        #expect(try app.first("SELECT payload FROM item WHERE key = '3'", as: String.self) == #"{"w":5.0,"h":30.0}"#)
        #expect(
            try store.command.run("prepare", "app.db", "--format", "json").rows()[0]["sectionsPrepared"] as? Int ?? 0
                > 0)
        #expect(try store.command.run("verify", "app.db").exitCode == 0)
        #expect(
            try store.command.run("adopt", "app.db", "--table", "photo", "--dataset", "x", "--key", "idd").errors
                .contains("Did you mean “id”?"))
        #expect(try store.command.run("adopt", "none.db", "--table", "t", "--dataset", "x").exitCode == 1)
        #expect(try !store.names.contains("none.db"))
        for usage in [["--dataset", "x"], ["--table", "x"], ["--remove", "--key", "id"]] {
            #expect(try store.command.run(["adopt", "app.db"] + usage).exitCode == 2, "\(usage)")
        }
        #expect(try store.command.run("adopt", "app.db", "--dataset", "nobody", "--remove").exitCode == 1)
        #expect(
            try store.command.run("adopt", "app.db", "--table", "photo", "--dataset", "photos", "--remove").exitCode
                == 0)
        #expect(try app.first("SELECT group_concat(name) FROM sqlite_schema", as: String.self) == "photo")
        #expect(try app.first("SELECT count(*) FROM photo", as: Int.self) == 3)
    }

    @Test("A table that lost a column it was adopted with is told with the commands that help")
    func lostColumn() throws {
        let store = try SmallStore()
        let app = try Connection(path: store.path("app.db"), mode: .create)
        try app.execute(
            "CREATE TABLE photo (id INTEGER PRIMARY KEY, h REAL); CREATE TABLE other (id INTEGER PRIMARY KEY)")
        try store.command.run("adopt", "app.db", "--table", "photo", "--dataset", "photos", "--height", "h")
        try app.execute("DROP TABLE photo; ALTER TABLE other RENAME TO photo")
        #expect(
            try store.command.run("prepare", "app.db").errors
                == "layoutctl: the data set “photos” cannot follow its table any more: "
                + "the table “photo” has no column “h”. "
                + "“layoutctl adopt DB --table T --dataset NAME …” adopts the table again with the columns that it "
                + "has, and “layoutctl adopt DB --dataset NAME --remove” removes the data set\n")
    }
}
