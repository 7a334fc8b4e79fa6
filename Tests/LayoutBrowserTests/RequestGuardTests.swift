import LayoutTestSupport
import Testing
@testable import LayoutBrowser

/// The origin of a request, and the name by which it reached the server.
@Suite struct RequestGuardTests {
    private let names = ["site": "sec-fetch-site", "mode": "sec-fetch-mode", "destination": "sec-fetch-dest"]

    @Test("A request is answered if it names the server, and comes from its page, no page, or a link to the page")
    func cases() throws {
        let lines = DataFile.lines("Cases/guard.txt")
        try #require(lines.count > 50)
        // A line has the status, the target, and headers in place of the page's own: “-” is none, two are two.
        for line in lines {
            let words = line.split(separator: " ")
            var request = BrowsedStore.request(String(words[1]))
            let headers = words.dropFirst(2).map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                return (name: names[parts[0]] ?? parts[0], value: parts[1])
            }
            request.headers.removeAll { header in headers.contains { $0.name == header.name } }
            request.headers += headers.filter { $0.value != "-" }
            var status = 200
            do { try RequestGuard(port: BrowsedStore.port).check(request.relative) } catch { status = error.status }
            #expect("\(status)" == words[0], "\(line)")
        }
    }

    @Test("Tokens are long, and no two alike")
    func tokens() {
        let tokens = Set((0..<100).map { _ in RequestGuard(port: 1).token })
        #expect(tokens.count == 100 && tokens.allSatisfy { $0.count == 32 })
    }
}
