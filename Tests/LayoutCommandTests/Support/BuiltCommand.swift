import Foundation
import LayoutTestSupport
import Testing

/// The program as it was built, run as a shell would.
struct BuiltCommand {
    struct Outcome {
        var output: String
        var errors: String
        var exitCode: Int32

        /// The rows of a JSON array on standard output.
        func rows(sourceLocation: SourceLocation = #_sourceLocation) throws -> [[String: Any]] {
            let value = try JSONSerialization.jsonObject(with: Data(output.utf8))
            return try #require(
                value as? [[String: Any]], "not an array of objects: \(output)", sourceLocation: sourceLocation)
        }
    }

    /// The directory that the program runs in.
    var directory: String

    /// Runs the program to its end, with the words of a line, which quotes keep together.
    @discardableResult
    func callAsFunction(_ line: String, input: String = "") throws -> Outcome {
        try run(ShellWords.words(of: line), input: input)
    }

    @discardableResult
    func run(_ arguments: [String], input: String = "") throws -> Outcome {
        let running = try start(arguments)
        running.write(input)
        return running.finish()
    }

    /// Starts the program with the words of a line; its standard input stays open.
    ///
    /// - Parameter shellLine: A line for the shell that becomes the program, such as one that sets a limit.
    func start(
        _ line: String, after shellLine: String? = nil, environment: [String: String] = [:],
        outputTerminal: PseudoTerminal? = nil, errorTerminal: PseudoTerminal? = nil
    ) throws -> RunningCommand {
        try start(
            ShellWords.words(of: line), after: shellLine, environment: environment, outputTerminal: outputTerminal,
            errorTerminal: errorTerminal)
    }

    private func start(
        _ arguments: [String], after shellLine: String? = nil, environment: [String: String] = [:],
        outputTerminal: PseudoTerminal? = nil, errorTerminal: PseudoTerminal? = nil
    ) throws -> RunningCommand {
        let program = try Self.executable()
        let shell = shellLine.map { ["-c", $0 + "; exec \"$0\" \"$@\"", program.path] } ?? []
        return try RunningCommand(
            executable: shell.isEmpty ? program : URL(fileURLWithPath: "/bin/sh"), arguments: shell + arguments,
            directory: directory, environment: environment, outputTerminal: outputTerminal,
            errorTerminal: errorTerminal)
    }

    static func executable() throws -> URL { URL(fileURLWithPath: try BuiltPrograms.path(of: "layoutctl")) }
}

/// The program while it runs.
///
/// Its output goes to files: a pipe without a reader would stop it.
final class RunningCommand {
    private let process = Process()
    private let input = Pipe()
    private let output: URL
    private let errors: URL

    /// - Parameters:
    ///   - outputTerminal: Takes standard output instead of a file.
    ///   - errorTerminal: Takes standard error instead of a file.
    init(
        executable: URL, arguments: [String], directory: String, environment: [String: String] = [:],
        outputTerminal: PseudoTerminal? = nil, errorTerminal: PseudoTerminal? = nil
    ) throws {
        let name = directory + "/" + UUID().uuidString
        output = URL(fileURLWithPath: name + ".out")
        errors = URL(fileURLWithPath: name + ".err")
        for file in [output, errors] { try Data().write(to: file) }
        // A program that ends early must not take the tests with it.
        signal(SIGPIPE, SIG_IGN)
        // A shell that starts the tests in the background ignores Ctrl-C for their programs too.
        signal(SIGINT, SIG_DFL)
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: directory)
        let own = ["PATH": "/usr/bin:/bin", "TMPDIR": directory, "LC_ALL": "C.UTF-8"]
        process.environment = own.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = try outputTerminal?.program ?? FileHandle(forWritingTo: output)
        process.standardError = try errorTerminal?.program ?? FileHandle(forWritingTo: errors)
        try process.run()
    }

    /// Writes to standard input; returns when the program, or the pipe, has taken it.
    func write(_ text: String) {
        guard !text.isEmpty else { return }
        try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    /// Does what Ctrl-C does, or sends another signal.
    func interrupt(_ number: CInt = SIGINT) { kill(process.processIdentifier, number) }

    var isRunning: Bool { process.isRunning }

    /// Its standard output up to now.
    var outputSoFar: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

    /// Closes standard input, and waits for the end.
    func finish() -> BuiltCommand.Outcome {
        try? input.fileHandleForWriting.close()
        return wait()
    }

    /// Waits for the end with standard input left open.
    func wait() -> BuiltCommand.Outcome {
        process.waitUntilExit()
        defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
        return BuiltCommand.Outcome(
            output: (try? String(contentsOf: output, encoding: .utf8)) ?? "",
            errors: (try? String(contentsOf: errors, encoding: .utf8)) ?? "", exitCode: process.terminationStatus)
    }
}
