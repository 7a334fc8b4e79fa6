import Foundation
import LayoutSQLite
import LayoutTestSupport
import Testing

import layoutctl

/// Requests to stop, closed pipes and other processes' locks.
@Suite struct InterruptionTests {
    private static let message = "layoutctl: interrupted; the store is as its last finished step left it\n"

    #if os(Linux)
    private static let defaultSignals = ["--default-signal=HUP,INT,TERM"]
    #else
    private static let defaultSignals: [String] = []
    #endif

    /// A store with as many items as take a while to list.
    private func largeStore(items: Int) throws -> SmallStore {
        let store = try SmallStore()
        try store.writeLargeFile(items: items)
        try store.command("import s.db large.csv --dataset many --section section --key key --height height")
        try store.command(#"layout s.db list --dataset many --definition '{"layout":"table"}' --container 320x480"#)
        return store
    }

    @Test(
        "Each request to stop ends a command that waits for a lock with 130, and nothing is changed",
        arguments: [
            ("resize s.db plants 0/0 --width 1", SIGINT), ("prepare s.db", SIGTERM),
            ("import s.db rows.csv --dataset more", SIGHUP),
        ])
    func waitingForALock(line: String, signal: CInt) throws {
        let store = try SmallStore(isPrepared: false)
        let writer = try Connection(path: store.path("s.db"), mode: .readWrite)
        let outcome = try writer.transaction {
            // Through env, for the tests themselves may run where a signal is ignored.
            let running = try RunningCommand(
                executable: URL(fileURLWithPath: "/usr/bin/env"),
                arguments: Self.defaultSignals + [BuiltCommand.executable().path]
                    + ShellWords.words(of: line), directory: store.scratch.path)
            // It has opened the store when it has locked the file's shared memory, and waits from then on.
            try Waiting.until { try Lock.isSought(store.path("s.db")) || !running.isRunning }
            running.interrupt(signal)
            return running.wait()
        }
        writer.close()
        #expect(outcome.exitCode == 130 && outcome.output == "")
        #expect(outcome.errors == Self.message)
        let rows = try store.command("status s.db --format json").rows()
        #expect(rows.map { $0["isComplete"] as? Bool } == [false])
    }

    @Test("A signal that the parent has had ignored stays ignored, as nohup wants it")
    func ignoredSignal() throws {
        let store = try SmallStore()
        let running = try store.command.start(
            "import s.db - --dataset more --format-in csv --format csv", after: "trap '' HUP")
        // More than a pipe holds: when this returns, the import reads.
        running.write("k,note\n" + String(repeating: "1,\(String(repeating: "x", count: 40))\n", count: 4000))
        running.interrupt(SIGHUP)
        let outcome = running.finish()
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.contains("more,4000,4000,"))
    }

    @Test("Ctrl-C while an import waits for input leaves no store that was not there before")
    func interruptedPipe() throws {
        let store = try SmallStore()
        let running = try store.command.start("import new.db - --dataset more --format-in csv --key k")
        running.write("k\n1\n")
        func isThere() -> Bool { FileManager.default.fileExists(atPath: store.path("new.db")) }
        try Waiting.until { isThere() || !running.isRunning }
        running.interrupt()
        let outcome = running.wait()
        #expect(outcome.exitCode == 130 && outcome.errors == Self.message && !isThere())
    }

    @Test("Ctrl-C in prepare ends with 130, and the next run continues to the same frames")
    func interruptedPrepare() throws {
        let store = try largeStore(items: 200_000)
        try store.scratch.copyDatabase("s.db", to: "whole.db")
        let terminal = try PseudoTerminal(columns: 80)
        let running = try store.command.start("prepare s.db list", errorTerminal: terminal)
        // The first line of progress is shown after the first step.
        var shown = ""
        try Waiting.until {
            shown += terminal.text()
            return shown.contains("elements") || !running.isRunning
        }
        running.interrupt()
        let outcome = running.wait()
        try #require(outcome.exitCode == 130, "it was done before it could be interrupted: \(shown)")
        #expect(terminal.text().hasSuffix(Self.message))
        #expect(try store.command("verify s.db").exitCode == 0)
        try store.command("prepare s.db")
        try store.command("prepare whole.db")
        let outputs = try ["s.db", "whole.db"].map {
            try store.command("visible \($0) list --rect 0,100000,320,9000 --format ndjson").output
        }
        #expect(!outputs[0].isEmpty && outputs[0] == outputs[1])
    }

    @Test("Ctrl-C in visible, while its output has no reader, ends with 130")
    func interruptedVisible() throws {
        let store = try largeStore(items: 20_000)
        try store.command("prepare s.db")
        let pipe = Pipe()
        let process = Process()
        process.executableURL = try BuiltCommand.executable()
        process.arguments = ["visible", store.path("s.db"), "list", "--rect", "0,0,320,1e9", "--format", "ndjson"]
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        // The pipe is full some time after its first bytes; the program then waits for its reader.
        _ = try pipe.fileHandleForReading.read(upToCount: 1)
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 130)
        #expect(try store.command("verify s.db").exitCode == 0)
    }
}

/// Waits for what another process does.
enum Waiting {
    static func until(_ condition: () throws -> Bool) throws {
        for _ in 0..<3000 {
            if try condition() { return }
            usleep(10_000)
        }
        Issue.record("it did not happen within half a minute")
    }
}

/// The locks of a store as another process sees them.
enum Lock {
    /// Whether another process than this one has opened the store, or its write-ahead log's index.
    static func isSought(_ path: String) throws -> Bool {
        #if os(Linux)
        let own = "\(getpid())"
        let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter {
            Int($0) != nil && $0 != own
        }
        return processes.contains { process in
            let maps = (try? String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)) ?? ""
            if maps.contains(path + "-shm") { return true }
            // One that makes the file may wait before it looks at the index.
            let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")) ?? []
            return files.contains {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\($0)")) == path
            }
        }
        #else
        usleep(300_000)
        return true
        #endif
    }
}
