import Foundation
import LayoutTestSupport
import Testing

/// A file in the folder `commands`: command lines, each with everything it prints.
///
/// - `$ ` begins a line for the shell, and `> ` goes on with it.
/// - A line's output is below it: standard output unchanged, each line of standard error after `! `, and an exit code
///   other than 0 after `? `.
/// - `# ` begins a comment, which belongs to the line for the shell below it.
///
/// The lines of a file run in one new directory, which holds a small store: `s.db` and the `rows.csv` it is made of.
struct Transcript: Sendable, CustomTestStringConvertible {
    /// A line for the shell with the comment above it, both as they are written.
    struct Step {
        var comment: [String] = []
        var command: [String] = []
        var printed: [String] = []

        var text: String { (comment + command + printed).map { $0 + "\n" }.joined() }
    }

    var file: URL

    var testDescription: String { file.lastPathComponent }

    /// Whether its shells load the extension, which is not built everywhere.
    var needsExtension: Bool { file.lastPathComponent == "extension.txt" }

    static let all: [Transcript] = {
        let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("commands")
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == "txt" }.sorted { $0.path < $1.path }.map(Transcript.init)
    }()

    var text: String {
        get throws { try String(contentsOf: file, encoding: .utf8) }
    }

    static func steps(of text: String) -> [Step] {
        var steps: [Step] = []
        var comment: [String] = []
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
        // The end of the last line.
        if lines.last == "" { lines.removeLast() }
        while let line = lines.popFirst() {
            if line.hasPrefix("# ") {
                // The empty line above a comment separates, and was not printed.
                if comment.isEmpty, steps.last?.printed.last == "" { steps[steps.count - 1].printed.removeLast() }
                comment.append(line)
            } else if line.hasPrefix("$ ") {
                var command = [line]
                while lines.first?.hasPrefix("> ") == true { command.append(lines.removeFirst()) }
                steps.append(Step(comment: comment, command: command))
                comment = []
            } else if !steps.isEmpty {
                steps[steps.count - 1].printed.append(line)
            }
        }
        return steps
    }

    static func text(of steps: [Step]) -> String {
        steps.enumerated().map { ($0.offset > 0 && !$0.element.comment.isEmpty ? "\n" : "") + $0.element.text }.joined()
    }

    /// Runs the steps; their output replaces the text that was below them.
    static func run(_ steps: [Step]) throws -> [Step] {
        let store = try SmallStore()
        let programs = [try BuiltCommand.executable().path, Shell.path].compactMap(\.self).map {
            URL(fileURLWithPath: $0).deletingLastPathComponent().path
        }
        let environment = [
            "PATH": (programs + ["/usr/bin", "/bin"]).joined(separator: ":"), "TMPDIR": store.scratch.path,
            "LC_ALL": "C.UTF-8",
        ]
        return try steps.map { step in
            let line = step.command.map { $0.dropFirst(2) }.joined(separator: "\n")
            let outcome = try Shell.runProgram(
                ["/bin/sh", "-c", line], directory: store.scratch.path, environment: environment)
            var step = step
            // The directory's path changes from run to run.
            let errors = outcome.errors.replacing(store.scratch.path + "/", with: "")
            step.printed = lines(of: outcome.output) + lines(of: errors).filter { !isOfSQLite($0) }.map { "! " + $0 }
            if outcome.exitCode != 0 { step.printed.append("? \(outcome.exitCode)") }
            return step
        }
    }

    /// A note about the system's SQLite library, which differs from machine to machine.
    private static func isOfSQLite(_ line: String) -> Bool { line.contains("has the WAL-reset bug") }

    private static func lines(of text: String) -> [String] {
        guard !text.isEmpty else { return [] }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.last == "" ? lines.dropLast() : lines.dropLast() + [(lines.last ?? "") + "⏎ missing"]
    }
}
