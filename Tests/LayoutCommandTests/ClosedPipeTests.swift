import Foundation
import LayoutTestSupport
import Testing

/// Commands whose reader has gone before they write: `layoutctl … | head` is no error, and nothing is reported.
@Suite struct ClosedPipeTests {
    @Test(
        "Output without a reader is not written, and no error is reported",
        arguments: [
            ["visible", "s.db", "wall", "--rect", "0,0,320,480"],
            ["visible", "s.db", "wall", "--rect", "0,0,320,480", "--format", "csv"],
            ["explain", "s.db", "wall", "--rect", "0,0,320,480"], ["frame", "s.db", "wall", "0/0"],
            ["export", "s.db", "--format", "csv"], ["export", "s.db", "wall", "--format", "ndjson"],
            ["export", "s.db", "wall", "--format", "geojson"], ["status", "s.db"],
            ["verify", "s.db", "--format", "json"],
            ["render", "s.db", "wall", "--rect", "0,0,320,480", "-o", "-"],
            ["render", "s.db", "wall", "--overview", "-o", "-"],
            ["browse", "--help"], ["manual"], ["completion", "bash"], ["sql", "visible"], ["schema", "flow"], ["help"],
            ["help", "import"], ["extension"], ["--version"], ["--help"],
        ])
    func reader(arguments: [String]) throws {
        let store = try SmallStore()
        let program = try BuiltCommand.executable().path
        let command = ([program] + arguments).map { "'\($0)'" }.joined(separator: " ")
        // The reader is gone when its end of the pipe is.
        let line =
            "{ while [ ! -e gone ]; do sleep 0.01; done; \(command) 2> errors; echo $? > code; } "
            + "| { exec <&-; touch gone; }"
        let outcome = try Shell.runProgram(["/bin/bash", "-c", line], directory: store.scratch.path)
        #expect(outcome.exitCode == 0)
        let words = String(decoding: try store.contents(of: "errors"), as: UTF8.self)
        #expect(words.isEmpty || words.hasPrefix("layoutctl: s.db is in order\n"), "\(words)")
        #expect(try store.contents(of: "code") == Data("0\n".utf8))
    }
}
