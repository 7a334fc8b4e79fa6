import Foundation
import LayoutCache
import LayoutSQLite
import LayoutTestSupport
import Testing

@testable import layoutctl

/// Each failure is one line with the subject, the fault and the remedy, and has its own exit code.
@Suite struct FailureTests {
    @Test(
        "SQLite's codes become exit codes",
        arguments: [
            (ResultCode.busy, Failure.ExitCode.busy), (ResultCode(rawValue: 517), .busy), (.locked, .busy),
            (.corrupt, .corrupt),
            (ResultCode(rawValue: 267), .corrupt), (.notADatabase, .notAStore), (.full, .failed), (.readOnly, .failed),
            (.cannotOpen, .failed), (.constraint, .failed), (.inputOutput, .failed), (.error, .corrupt),
        ])
    func sqliteCodes(code: ResultCode, exitCode: Failure.ExitCode) {
        let failure = Failure(SQLiteError(code: code, message: "words", path: "s.db"), isInterrupted: false)
        #expect(failure.exitCode == exitCode)
        #expect(failure.message.contains(code == .constraint ? "words" : "s.db"))
        #expect(failure.line == "layoutctl: " + failure.message)
    }

    @Test("Ctrl-C during an import ends with 130 and leaves the file as it was, byte for byte")
    func interruptedImport() throws {
        let store = try SmallStore()
        let before = try store.scratch.contents(of: "s.db")
        let running = try store.command.start("import s.db - --dataset more --format-in csv --key k")
        // More than a pipe holds: when this returns, the import has begun, and waits for the rest.
        let note = String(repeating: "x", count: 40)
        running.write("k,note\n" + (0..<40_000).map { "\($0),\(note)\n" }.joined())
        running.interrupt()
        let outcome = running.wait()
        #expect(outcome.exitCode == 130 && outcome.output == "")
        #expect(outcome.errors == "layoutctl: interrupted; the store is as its last finished step left it\n")
        #expect(try store.scratch.contents(of: "s.db") == before)
        // It was closed as by any other end: nothing is left for the next program to clear up.
        #expect(try store.scratch.names() == ["rows.csv", "s.db"])
        #expect(try store.command("verify s.db").exitCode == 0)
    }
}
