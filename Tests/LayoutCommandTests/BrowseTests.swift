import Foundation
import LayoutTestSupport
import Testing

/// `layoutctl browse`, from its first line to Ctrl-C.
@Suite struct BrowseTests {
    private static let canServe: Bool = {
        guard let store = try? SmallStore(), let running = try? store.command.start(["browse", "s.db"]) else {
            return false
        }
        try? Waiting.until { !running.isRunning || running.outputSoFar.contains("\n") }
        let isServing = running.isRunning
        running.interrupt()
        return isServing
    }()

    @Test(
        "It prints its address, serves until Ctrl-C, and leaves a store that it reads as it was",
        .enabled(if: canServe, "libmicrohttpd is not installed"))
    func serving() throws {
        let store = try SmallStore()
        let before = try store.contents(of: "s.db")
        let running = try store.command.start(["browse", "s.db", "wall"])
        try Waiting.until { running.outputSoFar.contains("\n") || !running.isRunning }
        let address = running.outputSoFar.trimmingCharacters(in: .newlines)
        let port = try #require(address.wholeMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\//)?.1)
        let number = try #require(Int(port))
        let page = try LoopbackClient.get("/", port: number)
        #expect(page.contains("<title>wall</title>"))
        let layout = try LoopbackClient.get("/api/layout?layout=wall", port: number)
        #expect(layout.contains("\"items\":4"))
        running.interrupt()
        let outcome = running.wait()
        #expect(outcome.exitCode == 130, "\(outcome)")
        #expect(outcome.errors == "layoutctl: serving until Ctrl-C\nlayoutctl: stopped serving\n")
        #expect(try store.contents(of: "s.db") == before)
        #expect(try !store.names.contains { $0.hasPrefix("s.db-") })
    }

    @Test(
        "A signal to end is its ordinary end, without a word of the store",
        .enabled(if: canServe, "libmicrohttpd is not installed"), arguments: [SIGINT, SIGTERM, SIGHUP])
    func signals(number: CInt) throws {
        let store = try SmallStore()
        let running = try store.command.start(["browse", "s.db", "--edit", "-q"])
        try Waiting.until { running.outputSoFar.contains("\n") || !running.isRunning }
        running.interrupt(number)
        let outcome = running.wait()
        #expect(outcome.exitCode == 130 && outcome.errors == "", "\(outcome)")
    }
}
