internal import Foundation
internal import LayoutPlatform
internal import LayoutTestSupport

/// A program that a campaign starts, with limits.
///
/// Its output goes into files: a pipe that some other process inherited would be read without end.
final class ChildProcess {
    enum Ending: Hashable {
        case exit(Int32)
        case signal(Int32)
        /// It was ended because its time was over.
        case hang
    }

    /// The file of its output, and of its errors.
    let output: String
    private let errors: String
    private let process = Process()

    /// - Parameter hasLimits: Whether it may have no more than 3 GB of address space, and no larger file than 512 MB.
    init(_ program: String, _ arguments: [String], directory: String, output: String, hasLimits: Bool) throws {
        (self.output, errors) = (output, output + "-errors.txt")
        let limits = hasLimits ? "ulimit -v 3145728; ulimit -f 1048576; " : ""
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "ulimit -c 0; \(limits)exec \"$0\" \"$@\"", program] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: directory)
        process.environment = [
            "PATH": "/usr/bin:/bin", "TMPDIR": directory, "LC_ALL": "C.UTF-8", "HOME": directory,
        ]
        for path in [output, errors] { try StoreFiles.write([], to: path) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: output)
        process.standardError = FileHandle(forWritingAtPath: errors)
        try process.run()
    }

    /// Another process of the campaigns' own program.
    static func campaign(_ arguments: [String], directory: String, output: String) throws -> ChildProcess {
        try ChildProcess(
            BuiltPrograms.path(of: "layout-campaign"), arguments, directory: directory, output: output,
            hasLimits: false)
    }

    deinit { end() }

    /// The text that it wrote on standard output, and on standard error.
    var words: String { Self.text(output) }
    var complaints: String { Self.text(errors) }

    private static func text(_ path: String) -> String {
        String(decoding: (try? StoreFiles.bytes(path)) ?? [], as: UTF8.self)
    }

    /// How it ended, or nil while it runs.
    func poll() -> Ending? {
        if process.isRunning { return nil }
        return process.terminationReason == .exit
            ? .exit(process.terminationStatus) : .signal(process.terminationStatus)
    }

    /// Waits for the end; ends it itself after some seconds.
    func wait(seconds: Double) -> Ending {
        let end = ContinuousClock.now + .seconds(seconds)
        var pause: UInt32 = 100
        while ContinuousClock.now < end {
            if let ending = poll() { return ending }
            usleep(pause)
            pause = min(pause * 2, 4000)
        }
        return self.end() ? .hang : poll() ?? .hang
    }

    /// Ends it at once, wherever it is; returns whether it was running until then.
    @discardableResult
    func end() -> Bool {
        guard process.isRunning else { return false }
        _ = kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return poll() == .signal(SIGKILL)
    }
}
