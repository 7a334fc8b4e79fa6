import Foundation
import LayoutTestSupport

/// An unexpected answer of the other program.
package struct UnexpectedAnswer: Error, CustomStringConvertible { package var description: String }

/// The stock `sqlite3` shell in a separate process, one for all statements.
package final class ShellProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var unread = Data()

    package init(_ database: String) throws {
        process.executableURL = URL(fileURLWithPath: Shell.path ?? "")
        process.arguments = ["-batch", "-init", "/dev/null", database]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        try process.run()
        // A preparation under a slow test run may hold the lock for long; the shell fails at once by default.
        try say(".timeout 60000\n")
    }

    /// Executes statements that make up one transaction, and comes back when they are committed.
    package func execute(_ statements: [String]) throws {
        // One commit at a time: the answer keeps the pipe from filling with work, and the lock has gaps.
        try say("BEGIN IMMEDIATE;\n\(statements.joined(separator: ";\n"));\nCOMMIT;\n")
    }

    /// Lets go of the file.
    package func leave() throws {
        // By a command: some other child may have inherited the pipe, and keep it from ending.
        try input.fileHandleForWriting.write(contentsOf: Data(".quit\n".utf8))
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw UnexpectedAnswer(description: "the shell ended with \(process.terminationStatus)")
        }
    }

    private func say(_ text: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((text + ".print done\n").utf8))
        var answer = try line()
        if answer == "done" { return }
        while let next = try line(), next != "done" { answer = (answer ?? "") + "\n" + next }
        throw UnexpectedAnswer(description: "the shell printed “\(answer ?? "nothing")” to\n\(text)")
    }

    /// The next line that the shell writes; nil once it has ended.
    private func line() throws -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread = Data(unread[unread.index(after: end)...]) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { return nil }
            unread += bytes
        }
    }
}
