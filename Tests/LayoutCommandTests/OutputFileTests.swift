import Foundation
import LayoutTestSupport
import Testing

@testable import layoutctl

/// What a command is told to write to, and what it must not touch.
@Suite struct OutputFileTests {
    @Test(
        "A store is never overwritten, by whatever name or link",
        arguments: [
            "s.db", "./s.db", "s.db-wal", "s.db-shm", "s.db-journal", "symbolic.db", "hard.db", "dangling",
            "symbolic.db-wal",
        ])
    func protectsStore(name: String) throws {
        let store = try SmallStore()
        let files = FileManager.default
        try files.createSymbolicLink(atPath: store.path("symbolic.db"), withDestinationPath: "s.db")
        try files.createSymbolicLink(atPath: store.path("dangling"), withDestinationPath: "s.db-wal")
        try files.linkItem(atPath: store.path("s.db"), toPath: store.path("hard.db"))
        let before = try store.contents(of: "s.db")
        let names = try store.names
        for database in ["s.db", "symbolic.db"] where name != "symbolic.db-wal" || database == "symbolic.db" {
            let commands = [
                ["render", database, "wall", "--rect", "0,0,9,9", "-o", name],
                ["import", database, "rows.csv", "--dataset", "more", "--rejects", name],
                ["import", database, "rows.csv", "--dataset", "more", "--dry-run", "--rejects", name],
            ]
            for arguments in commands {
                let outcome = try store.command.run(arguments)
                #expect(outcome.exitCode == 2)
                #expect(outcome.errors.contains("\(name) would overwrite the store \(database)"), "\(outcome.errors)")
            }
        }
        #expect(try store.contents(of: "s.db") == before)
        #expect(try store.names == names)
    }

    @Test("Rejected rows do not overwrite what is read")
    func protectsInput() throws {
        let store = try SmallStore()
        let text = try store.contents(of: "rows.csv")
        let outcome = try store.command.run(
            "import", "s.db", "rows.csv", "--dataset", "more", "--rejects", "./rows.csv")
        #expect(outcome.exitCode == 2)
        #expect(try store.contents(of: "rows.csv") == text)
        let other = try store.command.run(
            "import", "new.db", "--from-db", "s.db", "--table", "item", "--dataset", "more", "--rejects", "s.db")
        #expect(other.exitCode == 2)
        #expect(try store.names == ["rows.csv", "s.db"])
    }

    @Test(
        "A FIFO or a device given as a store is refused at once, and nothing is left beside it",
        .timeLimit(.minutes(1)),
        arguments: [
            ["status", "*"], ["visible", "*", "wall", "--rect", "0,0,1,1"], ["prepare", "*"],
            ["verify", "*", "--repair"],
            ["import", "*", "rows.csv", "--dataset", "d"],
            ["import", "s.db", "--from-db", "*", "--table", "t", "--dataset", "d"],
            ["remove", "*", "--layout", "wall"],
        ])
    func specialFiles(template: [String]) throws {
        let store = try SmallStore()
        #expect(unsafe mkfifo(store.path("pipe"), 0o600) == 0)
        let names = try store.names
        for (name, what) in [("pipe", "a FIFO"), ("/dev/null", "a device")] {
            let outcome = try store.command.run(template.map { $0 == "*" ? name : $0 })
            #expect(outcome.exitCode == 4)
            #expect(outcome.errors == "layoutctl: \(name) is not a layout store: it is \(what)\n")
        }
        #expect(try store.names == names)
    }

    @Test("A name that promises another kind of picture is refused", arguments: ["w.jpg", "w.PDF", "a/w.Htmlx.gif"])
    func otherPictures(name: String) throws {
        let store = try SmallStore()
        let outcome = try store.command.run("render", "s.db", "wall", "--rect", "0,0,9,9", "-o", name)
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("takes a file that ends in .svg, .png or .html, not “\(name)”"))
        #expect(try store.names == ["rows.csv", "s.db"])
    }

    @Test("A .png is a PNG picture made by a program that is looked for, or an error that names it")
    func png() throws {
        let store = try SmallStore()
        let arguments = ["render", "s.db", "wall", "--rect", "0,0,320,480", "-o", "w.PNG"]
        let missing = try store.command.start(arguments, environment: ["PATH": store.path("bin")]).finish()
        #expect(missing.exitCode == 1)
        #expect(missing.errors.contains("rsvg-convert"))
        #expect(try store.names == ["rows.csv", "s.db"])

        // A program of that name that says how it was called.
        try FileManager.default.createDirectory(atPath: store.path("bin"), withIntermediateDirectories: false)
        let program = store.path("bin/rsvg-convert")
        func write(_ script: String) throws {
            try script.write(toFile: program, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        }
        try write(
            "#!/bin/sh\n[ \"$1 $2 $3\" = '--format png --output' ] && grep -q '<svg' \"$5\" && printf made > \"$4\"\n")
        let path = ["PATH": store.path("bin") + ":/usr/bin:/bin"]
        let outcome = try store.command.start(arguments, environment: path).finish()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try store.contents(of: "w.PNG") == Data("made".utf8))

        // One that fails leaves what was there.
        try write("#!/bin/sh\nexit 3\n")
        #expect(try store.command.start(arguments, environment: path).finish().exitCode == 1)
        #expect(try store.contents(of: "w.PNG") == Data("made".utf8))
        #expect(try store.names == ["bin", "rows.csv", "s.db", "w.PNG"])
    }
}
