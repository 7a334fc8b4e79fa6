internal import Foundation

/// The stock `sqlite3` shell, and other programs that tests ask for their opinion.
public enum Shell {
    /// The result of a program.
    public struct Outcome {
        public var output: String
        public var errors: String
        public var exitCode: Int32
    }

    public static let path = ["/usr/bin/sqlite3", "/usr/local/bin/sqlite3", "/opt/homebrew/bin/sqlite3"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    public static var isThere: Bool { path != nil }

    /// The first Python whose `sqlite3` loads extensions.
    public static let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
        .first { path in
            FileManager.default.isExecutableFile(atPath: path)
                && (try? runProgram([
                    path, "-c", "import sqlite3; sqlite3.connect(':memory:').enable_load_extension(True)",
                ]))?
                .exitCode == 0
        }

    /// Makes the shell execute statements, and dot commands on separate lines.
    ///
    /// - Parameter options: Such as `-readonly`.
    public static func run(_ database: String, _ sql: String, options: [String] = []) throws -> Outcome {
        try runProgram([path ?? "", "-batch", "-init", "/dev/null"] + options + [database], input: sql)
    }

    /// Runs a program to its end.
    public static func runProgram(
        _ words: [String], input: String = "", directory: String? = nil, environment: [String: String]? = nil
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
        if let environment {
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        }
        // Files, since a pipe without a reader would stop it.
        let scratch = try ScratchDirectory()
        let files = ["in", "out", "err"].map { URL(fileURLWithPath: scratch.file($0)) }
        try Data(input.utf8).write(to: files[0])
        for file in files.dropFirst() { try Data().write(to: file) }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try process.run()
        process.waitUntilExit()
        return Outcome(
            output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self), exitCode: process.terminationStatus
        )
    }
}
