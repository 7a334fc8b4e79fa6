import Testing
@testable import LayoutBrowser

/// The origin of a request, and the name by which it reached the server.
@Suite struct RequestGuardTests {
    private func status(_ change: (inout HTTPRequest) -> Void) throws -> Int {
        var request = BrowsedStore.request("/api/layouts")
        change(&request)
        return try BrowsedStore().site.answer(request).status
    }

    @Test(
        "A request is answered if it reached the server by one of the server's names, in any case, with the port",
        arguments: [
            "evil.example:8099", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:80990", "localhost", "localhost.:8099", "",
            "127.0.0.1.evil.example:8099", "127.0.0.1:8099@evil.example", "[::1]:8099", "0.0.0.0:8099", "127.1:8099",
        ].map { ($0, 403) } + ["127.0.0.1:8099", "localhost:8099", "LOCALHOST:8099"].map { ($0, 200) })
    func hosts(host: String, expected: Int) throws {
        #expect(try status { $0.host.value = host } == expected)
    }

    @Test("A request with no host, or with two, is malformed")
    func hostCount() throws {
        #expect(try status { $0.host = HTTPRequest.Header() } == 400)
        #expect(try status { $0.host.count = 2 } == 400)
    }

    @Test(
        "Pages from elsewhere are refused by their origin, and the page's own is taken, once",
        arguments: [
            ("http://evil.example", 1, 403), ("null", 1, 403), ("https://127.0.0.1:8099", 1, 403),
            ("http://127.0.0.1", 1, 403), ("http://localhost:8099", 1, 403), ("", 1, 403),
            ("http://127.0.0.1:8099/", 1, 403), ("http://127.0.0.1:8098", 1, 403), ("http://127.0.0.1:8099", 1, 200),
            ("http://127.0.0.1:8099", 2, 403),
        ])
    func origins(origin: String, count: Int, expected: Int) throws {
        #expect(try status { $0.origin = HTTPRequest.Header(value: origin, count: count) } == expected)
    }

    @Test(
        "Cross-site and same-site requests are refused",
        arguments: [("cross-site", 403), ("same-site", 403), ("", 403), ("SAME-ORIGIN", 403), ("none", 200)])
    func fetchSites(site: String, expected: Int) throws {
        #expect(try status { $0.fetchSite.value = site } == expected)
        #expect(try status { $0.fetchSite = HTTPRequest.Header() } == 200)
    }

    @Test("Tokens are long, and no two alike")
    func tokens() {
        let tokens = Set((0..<100).map { _ in RequestGuard(port: 1).token })
        #expect(tokens.count == 100 && tokens.allSatisfy { $0.count == 32 })
    }
}
