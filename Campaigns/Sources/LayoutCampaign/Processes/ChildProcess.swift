internal import Foundation
internal import LayoutCFaults
internal import LayoutPlatform

/// A program that a campaign starts, with limits, its output in files.
///
/// Spawned directly: a pipe that some other process inherited would be read without end.
final class ChildProcess {
    enum Ending: Hashable, CustomStringConvertible {
        case exit(Int32)
        case signal(Int32)
        /// It was ended because its time was over.
        case hang

        var description: String {
            switch self {
            case .exit(let code): "exit \(code)"
            case .signal(let number): "signal \(number)"
            case .hang: "hang"
            }
        }
    }

    /// The most address space a program may take; a release build needs some hundred megabytes of it.
    static let memoryLimit: UInt64 = 3 << 30
    /// The largest file it may write.
    static let fileLimit: UInt64 = 512 << 20

    private let identifier: pid_t
    private var ending: Ending?

    init(
        _ program: String, _ arguments: [String], directory: String, input: String = "/dev/null", output: String,
        errors: String, memory: UInt64 = memoryLimit
    ) throws {
        let inputFile = unsafe open(input, O_RDONLY | O_CLOEXEC)
        let outputFile = unsafe open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let errorFile =
            output == errors ? outputFile : unsafe open(errors, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { for file in Set([inputFile, outputFile, errorFile]) where file >= 0 { close(file) } }
        guard inputFile >= 0, outputFile >= 0, errorFile >= 0 else { throw CampaignError("\(output) cannot be opened") }
        let words = unsafe Self.copies(of: [program] + arguments)
        let environment = unsafe Self.copies(of: [
            "PATH=/usr/bin:/bin", "TMPDIR=" + directory, "LC_ALL=C.UTF-8", "HOME=" + directory,
        ])
        defer { unsafe (words + environment).forEach { unsafe free($0) } }
        let child = unsafe layout_spawn(
            program, words, environment, directory, inputFile, outputFile, errorFile, memory, Self.fileLimit)
        guard child > 0 else { throw CampaignError("\(program) cannot be started: system error \(-child)") }
        identifier = child
    }

    /// C's form of a list of words, which ends with a null pointer.
    private static func copies(of words: [String]) -> [UnsafeMutablePointer<CChar>?] {
        unsafe words.map { unsafe strdup($0) } + [nil]
    }

    deinit {
        if ending == nil { end() }
    }

    /// How it ended, or nil while it runs.
    func poll() -> Ending? {
        if ending == nil {
            var status: Int32 = 0
            if unsafe waitpid(identifier, &status, WNOHANG) == identifier { ending = Self.ending(status) }
        }
        return ending
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
        if let ending = poll() { return ending }
        self.end()
        ending = .hang
        return .hang
    }

    /// Ends it at once, wherever it is; returns whether it was running until then.
    @discardableResult
    func end() -> Bool {
        guard poll() == nil else { return false }
        // The group, so that nothing that it started is left.
        _ = sendSignal(-identifier, SIGKILL)
        _ = sendSignal(identifier, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, 0) == -1, errno == EINTR {}
        ending = Self.ending(status)
        return ending == .signal(SIGKILL)
    }

    private static func ending(_ status: Int32) -> Ending {
        let signal = status & 0x7F
        return signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
    }
}

private func sendSignal(_ process: pid_t, _ signal: Int32) -> Int32 { kill(process, signal) }
