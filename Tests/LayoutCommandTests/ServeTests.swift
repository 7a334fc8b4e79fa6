import Foundation
import LayoutTestSupport
import Synchronization
import Testing

/// `layoutctl serve`, `export --tiles` and `index`.
@Suite struct ServeTests {
    @Test("Tiles are written as files, and the description last names what they hold")
    func exporting() throws {
        let store = try SmallStore()
        let before = try store.contents(of: "s.db")
        let outcome = try store.command.run("export", "s.db", "wall", "--tiles", "out/tiles")
        #expect(outcome.exitCode == 0 && outcome.output.isEmpty, "\(outcome)")
        let text = try store.contents(of: "out/tiles/v1/layouts/wall/layout.json")
        let layout = try #require(JSONSerialization.jsonObject(with: text) as? [String: Any])
        #expect(layout["items"] as? Int == 4 && layout["version"] as? Int == 1)
        let levels = try #require(layout["levels"] as? [Int])
        let tile = try store.contents(of: "out/tiles/v1/layouts/wall/tiles/\(levels[0])/0.json")
        let value = try #require(JSONSerialization.jsonObject(with: tile) as? [String: Any])
        #expect(value["revision"] as? String == layout["revision"] as? String)
        #expect(try store.contents(of: "s.db") == before)
        #expect(try store.command.run("export", "s.db", "--tiles", "out").exitCode == 2)
        #expect(try store.command.run("export", "s.db", "none", "--tiles", "out").exitCode == 1)
    }

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

    @Test("An index is made, made again and removed, and what it cannot index is refused")
    func indexing() throws {
        let store = try SmallStore()
        let datasets = try store.command.run("export", "s.db", "--format", "ndjson").output
        let name = try #require(datasets.firstMatch(of: /"dataset":"([^"]+)"/)?.1)
        for _ in 0..<2 {
            let outcome = try store.command.run("index", "s.db", String(name), "title")
            #expect(outcome.exitCode == 0 && outcome.errors.contains("indexed 4 items"), "\(outcome)")
        }
        #expect(try store.command.run("verify", "s.db").exitCode == 0)
        #expect(try store.command.run("index", "s.db", String(name), "$[").exitCode == 1)
        #expect(try store.command.run("index", "s.db", "none", "title").exitCode == 1)
        #expect(try store.command.run("index", "s.db", String(name), "title", "--remove").exitCode == 2)
        #expect(try store.command.run("index", "s.db", String(name), "--remove").exitCode == 0)
        #expect(try store.command.run("index", "s.db", String(name), "--remove").exitCode == 1)
    }
}
