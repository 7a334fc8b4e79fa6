import Foundation
import LayoutTestSupport
import Synchronization
import Testing

private enum Library {
    static let canServe: Bool = {
        guard let store = try? SmallStore(), let running = try? store.command.start("browse s.db") else {
            return false
        }
        defer { running.interrupt() }
        return (try? running.port(before: "/")) != nil
    }()
}

/// `layoutctl browse` and `layoutctl serve`, from their first line to Ctrl-C.
@Suite(.enabled(if: Library.canServe, "libmicrohttpd is not installed")) struct BrowseTests {
    @Test(
        "It prints its address, serves until Ctrl-C, and leaves a store that it reads as it was",
        arguments: [
            ("browse s.db wall", "/", [("/", "<title>wall</title>"), ("/api/layout?layout=wall", "\"items\":4")]),
            (
                "serve s.db", "/v1/layouts.json",
                [
                    ("/v1/layouts.json", "\"wall\""), ("/v1/layouts/wall/tiles/9/0.json", "ETag: \""),
                    ("/v1/layouts/wall/tiles/9/0.json", "\"elements\""), ("/api/layouts", "404"),
                ]
            ),
        ] as [(String, String, [(String, String)])])
    func serving(line: String, path: String, answers: [(target: String, text: String)]) throws {
        let store = try SmallStore()
        let before = try store.scratch.contents(of: "s.db")
        let running = try store.command.start(line)
        let number = try running.port(before: path)
        for (target, text) in answers {
            #expect(try LoopbackClient.get(target, port: number).contains(text), "\(target)")
        }
        running.interrupt()
        let outcome = running.wait()
        #expect(outcome.exitCode == 130, "\(outcome)")
        #expect(outcome.errors == "layoutctl: serving until Ctrl-C\nlayoutctl: stopped serving\n")
        #expect(try store.scratch.contents(of: "s.db") == before)
        #expect(try !store.scratch.names().contains { $0.hasPrefix("s.db-") })
    }

    @Test("A field that no item has is a warning with the fields that there are")
    func unknownFields() throws {
        let store = try SmallStore()
        let running = try store.command.start("browse s.db --label '$.nothing' --tint height")
        _ = try running.port(before: "/")
        running.interrupt()
        let errors = running.wait().errors
        #expect(errors.contains("warning: --label: no item has “$.nothing”"), "\(errors)")
        #expect(!errors.contains("--tint"), "\(errors)")
    }

    @Test("An address that may edit holds a key, which the server does not give away")
    func keys() throws {
        let store = try SmallStore()
        let running = try store.command.start("browse s.db --try-sizes -q")
        try Waiting.until { running.outputSoFar.contains("\n") || !running.isRunning }
        let parts = running.outputSoFar.trimmingCharacters(in: .newlines).components(separatedBy: "#key=")
        #expect(parts.count == 2 && parts.last?.count == 32, "\(running.outputSoFar)")
        let port = try #require(parts.first?.split(separator: ":").last.flatMap { Int($0.dropLast()) })
        let page = try LoopbackClient.get("/", port: port)
        #expect(page.contains("</html>") && !page.contains(parts.last ?? "</html>"))
        running.interrupt()
        _ = running.wait()
    }

    @Test("A signal to end is its ordinary end, without a word of the store", arguments: [SIGINT, SIGTERM, SIGHUP])
    func signals(number: CInt) throws {
        let store = try SmallStore()
        let running = try store.command.start("browse s.db --try-sizes -q")
        try Waiting.until { running.outputSoFar.contains("\n") || !running.isRunning }
        running.interrupt(number)
        let outcome = running.wait()
        #expect(outcome.exitCode == 130 && outcome.errors == "", "\(outcome)")
    }

    @Test("Open connections leave the store the files that it needs to answer", .timeLimit(.minutes(2)))
    func crowd() throws {
        let store = try SmallStore()
        let running = try store.command.start("serve s.db", after: "ulimit -n 128")
        let number = try running.port(before: "/v1/layouts.json")
        // The first ones make room for later ones. Several at once need several connections to the store.
        let idle = try (0..<115).map { _ in try LoopbackConnection(port: number) }
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 48) { index in
            let answer = (try? LoopbackClient.get("/v1/layouts/wall/tiles/9/0.json", port: number)) ?? "none"
            if !answer.hasPrefix("HTTP/1.1 200 ") { failures.withLock { $0.append(answer) } }
        }
        #expect(failures.withLock { $0 }.isEmpty && idle.count == 115)
        running.interrupt()
        #expect(running.wait().exitCode == 130)
    }
}

/// A first line that is no address of a server.
private struct NoServer: Error { var line: String }

extension RunningCommand {
    /// The port of a server, from the address that is its first line.
    fileprivate func port(before path: String) throws -> Int {
        try Waiting.until { outputSoFar.contains("\n") || !isRunning }
        let address = outputSoFar.trimmingCharacters(in: .newlines)
        guard isRunning, address.hasSuffix(path),
            let port = Int(address.dropLast(path.count).trimmingPrefix("http://127.0.0.1:"))
        else { throw NoServer(line: address) }
        return port
    }
}
