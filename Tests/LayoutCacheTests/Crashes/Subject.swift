import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A process that a test starts and kills.
///
/// Spawned directly, and with its output in a file: a pipe that some other process inherited would be
/// read without end.
struct Subject {
    private let identifier: pid_t
    private let output: String

    init(_ executable: String, arguments: [String], output: String) throws {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        // What it complains of before it ends by itself, which it should not.
        unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var pointers = unsafe ([executable] + arguments).map { unsafe strdup($0) }
        unsafe pointers.append(nil)
        defer { unsafe pointers.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let code = unsafe posix_spawn(&child, executable, &actions, nil, pointers, environ)
        try #require(code == 0, "\(executable) cannot be started")
        identifier = child
        self.output = output
    }

    /// Waits until the process has written so many lines, or is no more.
    func wait(forLines count: Int) {
        var information = unsafe siginfo_t()
        while lines().count < count {
            unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
            guard unsafe information.si_signo == 0 else { return }
            usleep(200)
        }
    }

    private func lines() -> [String] {
        let bytes = try? Data(contentsOf: URL(fileURLWithPath: output))
        return String(decoding: bytes ?? Data(), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Ends the process at once, wherever it is; returns the lines that it had written, and whether it
    /// was running until then.
    func kill() throws -> (lines: [String], wasRunning: Bool) {
        _ = sendSignal(identifier, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, 0) == -1, errno == EINTR {}
        return (lines(), status & 0x7f == SIGKILL)
    }

    /// The program of a name beside the tests' own.
    static func path(of name: String) throws -> String {
        var directories = Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
        directories.append(URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent())
        let candidates = directories.map { $0.appendingPathComponent(name).path }
        return try #require(
            candidates.first { FileManager.default.isExecutableFile(atPath: $0) }, "\(name) was not built")
    }
}

/// The C function, which the method's name hides.
private func sendSignal(_ process: pid_t, _ signal: Int32) -> Int32 { kill(process, signal) }
