import Foundation
import LayoutTestSupport
import Synchronization
import Testing

/// `layoutctl serve`.
@Suite struct ServeTests {
    /// The port of a server; nil if it ended because libmicrohttpd is missing, as its message says.
    private func port(of running: RunningCommand) throws -> Int? {
        try Waiting.until { running.outputSoFar.contains("\n") || !running.isRunning }
        guard running.isRunning else { return nil }
        let address = running.outputSoFar.trimmingCharacters(in: .newlines)
        let port = try #require(address.wholeMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/v1\/layouts\.json/)?.1)
        return Int(port)
    }

    @Test("Open connections leave the store the files that it needs to answer", .timeLimit(.minutes(2)))
    func crowd() throws {
        let store = try SmallStore()
        let running = try store.command.start(["serve", "s.db"], fileLimit: 128)
        guard let number = try port(of: running) else { return }
        // Later ones wait with the system, and the first ones stay open. Several at once need several connections to
        // the store.
        let readers = try (0..<115).map { _ in try LoopbackConnection(port: number) }
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 48) { index in
            readers[index].send("GET /v1/layouts/wall/tiles/9/0.json HTTP/1.1\nHost: 127.0.0.1:\(number)\n\n")
            let answer = readers[index].firstPart()
            if !answer.hasPrefix("HTTP/1.1 200 ") { failures.withLock { $0.append(answer) } }
        }
        #expect(failures.withLock { $0 }.isEmpty)
        running.interrupt()
        #expect(running.wait().exitCode == 130)
    }

    @Test("It prints its address, serves until Ctrl-C, and refuses a host that is not its own")
    func serving() throws {
        let store = try SmallStore()
        let running = try store.command.start(["serve", "s.db"])
        guard let number = try port(of: running) else { return }
        #expect(try LoopbackClient.get("/v1/layouts.json", port: number).contains("\"wall\""))
        let tile = try LoopbackClient.get("/v1/layouts/wall/tiles/9/0.json", port: number)
        #expect(tile.contains("ETag: \"") && tile.contains("\"elements\""))
        #expect(try LoopbackClient.get("/api/layouts", port: number).contains("404"))
        running.interrupt()
        let outcome = running.wait()
        #expect(outcome.exitCode == 130, "\(outcome)")
        #expect(outcome.errors == "layoutctl: serving until Ctrl-C\nlayoutctl: stopped serving\n")
    }
}
