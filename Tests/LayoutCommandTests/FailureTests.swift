import Foundation
import LayoutCache
import LayoutSQLite
import LayoutTestSupport
import Testing

@testable import layoutctl

/// Each failure is one line that says where, what and what to do, and has its own exit code.
@Suite struct FailureTests {
    @Test("A file that is not a store is refused with 4 and stays as it is", arguments: [true, false])
    func foreignFile(isDatabase: Bool) throws {
        let scratch = try ScratchDirectory()
        let file = scratch.file("f.db")
        if isDatabase {
            let connection = try Connection(path: file, mode: .create)
            try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
            connection.close()
        } else {
            try "this is a letter and not a database; it is long enough to be taken for one".write(
                toFile: file, atomically: true, encoding: .utf8)
        }
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        let command = BuiltCommand(directory: scratch.path)
        try "h\n1\n".write(toFile: scratch.file("r.csv"), atomically: true, encoding: .utf8)
        for arguments in [["status", "f.db"], ["prepare", "f.db"], ["import", "f.db", "r.csv", "--dataset", "d"]] {
            let outcome = try command.run(arguments)
            #expect(outcome.exitCode == 4)
            #expect(outcome.output == "")
            #expect(outcome.errors.hasPrefix("layoutctl: ") && outcome.errors.contains("f.db"))
            #expect(outcome.errors.split(separator: "\n").count == 1)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() == ["f.db", "r.csv"])
    }

    @Test("An import that fails leaves no store where there was none, and the one that there was")
    func failedImport() throws {
        let store = try SmallStore()
        try store.write("height\nforty\n", to: "wrong.csv")
        let before = try store.command.run("status", "s.db", "--format", "json").output
        for file in ["new.db", "s.db"] {
            let outcome = try store.command.run("import", file, "wrong.csv", "--dataset", "d", "--height", "height")
            #expect(outcome.exitCode == 1)
            #expect(outcome.errors.contains("wrong.csv:2:1"))
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: store.scratch.path)
        #expect(!files.contains { $0.hasPrefix("new.db") })
        #expect(try store.command.run("status", "s.db", "--format", "json").output == before)
    }

    @Test("A store of a newer version is refused with 4")
    func newerStore() throws {
        let store = try SmallStore()
        let connection = try Connection(path: store.path("s.db"), mode: .readWrite)
        try connection.execute("PRAGMA user_version = 999")
        connection.close()
        let outcome = try store.command.run("status", "s.db")
        #expect(outcome.exitCode == 4)
        #expect(outcome.errors.contains("999"))
    }

    @Test(
        "Faults in a file are named by file, line and column",
        arguments: [
            ("a,h\nx,1\ny,tall\n", "bad.csv:3:3: the height “tall” is not a number\n"),
            ("a,h\nx,-1\n", "bad.csv:2:3: the height -1 is negative\n"),
            ("a,b\nx,1\n", "bad.csv:1: the header has no column “h”. There are the columns “a”, “b”.\n"),
        ])
    func importFault(text: String, message: String) throws {
        let scratch = try ScratchDirectory()
        try text.write(toFile: scratch.file("bad.csv"), atomically: true, encoding: .utf8)
        let outcome = try BuiltCommand(directory: scratch.path).run(
            "import", "s.db", "bad.csv", "--dataset", "d", "--height", "h")
        #expect(outcome.exitCode == 1)
        #expect(outcome.output == "")
        #expect(outcome.errors == message)
    }

    @Test("Rejected rows are reported and end with 3; a size that is not a number can be taken for none")
    func rejectedRows() throws {
        let scratch = try ScratchDirectory()
        let command = BuiltCommand(directory: scratch.path)
        let text = "k,h\na,1\nb,tall\nc,3\n"
        let arguments = ["-", "--dataset", "d", "--height", "h", "--format-in", "csv", "--format", "json"]
        let rejected = try command.run(
            ["import", "a.db"] + arguments + ["--max-errors", "1", "--rejects", "r.csv"], input: text)
        #expect(rejected.exitCode == 3)
        #expect(rejected.errors == "standard input:3:3: the height “tall” is not a number\n")
        #expect(try rejected.rows()[0]["itemsInserted"] as? Int == 2)
        #expect(try rejected.rows()[0]["rowsRejected"] as? Int == 1)
        #expect(try String(contentsOfFile: scratch.file("r.csv"), encoding: .utf8).contains("b,tall"))

        let taken = try command.run(["import", "b.db"] + arguments + ["--unmeasured-sizes"], input: text)
        #expect(taken.exitCode == 0)
        #expect(try taken.rows()[0]["itemsInserted"] as? Int == 3)
        #expect(try taken.rows()[0]["itemsWithoutSize"] as? Int == 3)
        // A negative size is a number, and a wrong one.
        #expect(
            try command.run(["import", "c.db"] + arguments + ["--unmeasured-sizes"], input: "k,h\na,-1\n").exitCode == 1
        )
    }

    @Test("A dry run stores nothing, and makes no store")
    func dryRun() throws {
        let store = try SmallStore()
        let before = try store.contents(of: "s.db")
        let outcome = try store.command.run(
            "import", "s.db", "rows.csv", "--dataset", "more", "--dry-run", "--format", "json")
        #expect(try outcome.rows()[0]["itemsInserted"] as? Int == 4)
        #expect(try outcome.rows()[0]["dryRun"] as? Bool == true)
        #expect(try store.command.run("import", "new.db", "rows.csv", "--dataset", "more", "--dry-run").exitCode == 0)
        #expect(try store.contents(of: "s.db") == before)
        #expect(try store.names == ["rows.csv", "s.db"])
    }

    @Test("A file that is not there makes no store")
    func missingFile() throws {
        let scratch = try ScratchDirectory()
        let outcome = try BuiltCommand(directory: scratch.path).run("import", "s.db", "none.csv", "--dataset", "d")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors == "none.csv: there is no such file\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
    }

    @Test("A definition's fault is named by its JSON path, or by line and column")
    func definitionFault() throws {
        let store = try SmallStore()
        func define(_ definition: String) throws -> BuiltCommand.Outcome {
            try store.command.run(
                "layout", "s.db", "x", "--dataset", "plants", "--definition", definition, "--container", "320x480")
        }
        #expect(
            try define(#"{"layout":"flow","lineSpaceing":1}"#).errors.hasPrefix(
                "layoutctl: invalid definition at $.lineSpaceing: "))
        try store.write("{\"layout\":\n \"flow\",,}", to: "x.json")
        let outcome = try define("x.json")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.hasPrefix("x.json:2:9: not JSON: expected "))
        try store.write(#"{"layout":"flwo"}"#, to: "y.json")
        #expect(
            try define("y.json").errors
                == "layoutctl: y.json: invalid definition at $.layout: “flwo” is not known; did you mean “flow”?\n")
        #expect(try define("none.json").errors == "layoutctl: none.json: cannot be read: No such file or directory\n")
    }

    @Test(
        "What is not there is named, with what is",
        arguments: [
            (["frame", "s.db", "wal", "0/0"], "there is no layout “wal”; known layouts: wall"),
            (["frame", "s.db", "wall", "7/0"], "the layout “wall” has no item 7/0"),
            (["prepare", "s.db", "wall", "wal"], "there is no layout “wal”; known layouts: wall"),
            (
                [
                    "layout", "s.db", "x", "--dataset", "plant", "--definition", #"{"layout":"table"}"#, "--container",
                    "9x9",
                ], "there is no data set “plant”; known data sets: plants"
            ),
        ])
    func notFound(arguments: [String], message: String) throws {
        let store = try SmallStore()
        let outcome = try store.command.run(arguments)
        #expect(outcome.exitCode == 1)
        #expect(outcome.output == "")
        #expect(outcome.errors == "layoutctl: \(message)\n")
    }

    @Test(
        "SQLite's codes become exit codes",
        arguments: [
            (ResultCode.busy, ExitCode.busy), (.busySnapshot, .busy), (.locked, .busy), (.corrupt, .corrupt),
            (.corruptVirtualTable, .corrupt), (.notADatabase, .notAStore), (.full, .failed), (.readOnly, .failed),
            (.cannotOpen, .failed), (.constraintCheck, .failed), (.inputOutput, .failed), (.error, .corrupt),
        ])
    func sqliteCodes(code: ResultCode, exitCode: ExitCode) {
        let failure = Failure(SQLiteError(code: code, message: "words", path: "s.db"), isInterrupted: false)
        #expect(failure.exitCode == exitCode)
        #expect(failure.message.contains(code == .constraintCheck ? "words" : "s.db"))
        #expect(failure.line == "layoutctl: " + failure.message)
    }

    @Test("What is damaged and derived is found with 6, and repaired")
    func verify() throws {
        let store = try SmallStore()
        let whole = try store.command.run("verify", "s.db")
        #expect(whole.exitCode == 0)
        #expect(whole.output == "")
        let connection = try Connection(path: store.path("s.db"), mode: .readWrite)
        try connection.execute("UPDATE lc_band SET length = length + 1")
        connection.close()
        let damaged = try store.command.run("verify", "s.db", "--format", "json")
        #expect(damaged.exitCode == 6)
        #expect(try !damaged.rows().isEmpty)
        #expect(try store.command.run("verify", "s.db", "--repair").exitCode == 0)
        #expect(try store.command.run("verify", "s.db").exitCode == 0)
    }

    @Test("Ctrl-C during an import ends with 130 and leaves the file as it was, byte for byte")
    func interruptedImport() throws {
        let store = try SmallStore()
        let before = try store.contents(of: "s.db")
        let running = try store.command.start([
            "import", "s.db", "-", "--dataset", "more", "--format-in", "csv", "--key", "k",
        ])
        var text = "k,note\n"
        for row in 0..<40_000 { text += "\(row),\(String(repeating: "x", count: 40))\n" }
        // More than a pipe holds: when this returns, the import has begun, and waits for the rest.
        running.write(text)
        running.interrupt()
        let outcome = running.wait()
        #expect(outcome.exitCode == 130)
        #expect(outcome.output == "")
        #expect(outcome.errors == "layoutctl: interrupted; the store is as its last finished step left it\n")
        #expect(try store.contents(of: "s.db") == before)
        // It was closed as by any other end: nothing is left for the next program to clear up.
        #expect(try store.names == ["rows.csv", "s.db"])
        #expect(try store.command.run("verify", "s.db").exitCode == 0)
    }
}
