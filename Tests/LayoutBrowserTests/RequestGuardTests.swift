import LayoutTestSupport
import Testing
@testable import LayoutBrowser

/// The origin of a request, and the name by which it reached the server.
@Suite struct RequestGuardTests {
    private let headers: [Substring: WritableKeyPath<HTTPRequest, HTTPRequest.Header>] = [
        "host": \.host, "origin": \.origin, "site": \.fetchSite, "mode": \.fetchMode,
        "destination": \.fetchDestination,
    ]

    @Test("A request is answered if it names the server, and comes from its page, no page, or a link to the page")
    func cases() throws {
        let lines = DataFile.lines("Cases/guard.txt")
        try #require(lines.count > 50)
        // A line has the status, the target, and headers in place of the page's own: “-” is none, two are two.
        for line in lines {
            let words = line.split(separator: " ")
            var request = BrowsedStore.request(String(words[1]))
            var known: Set<Substring> = []
            for pair in words.dropFirst(2).map({
                $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            }) {
                let header = try #require(headers[pair[0]])
                if known.insert(pair[0]).inserted { request[keyPath: header] = HTTPRequest.Header() }
                if pair[1] == "-" { continue }
                request[keyPath: header].value = String(pair[1])
                request[keyPath: header].count += 1
            }
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
