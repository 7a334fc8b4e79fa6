import Testing
@testable import LayoutBrowser

/// The origin of a request, and the name by which it reached the server.
@Suite struct RequestGuardTests {
    private func status(_ change: (inout HTTPRequest) -> Void) -> Int {
        var request = BrowsedStore.request("/api/layouts")
        change(&request)
        return Self.status(request)
    }

    private static func status(_ request: HTTPRequest) -> Int {
        do { try RequestGuard(port: BrowsedStore.port).check(request.relative) } catch { return error.status }
        return 200
    }

    @Test(
        "A request is answered if it reached the server by one of the server's names, in any case, with the port",
        arguments: [
            "evil.example:8099", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:80990", "localhost", "localhost.:8099", "",
            "127.0.0.1.evil.example:8099", "127.0.0.1:8099@evil.example", "[::1]:8099", "0.0.0.0:8099", "127.1:8099",
        ].map { ($0, 403) } + ["127.0.0.1:8099", "localhost:8099", "LOCALHOST:8099"].map { ($0, 200) })
    func hosts(host: String, expected: Int) {
        #expect(status { $0.host.value = host } == expected)
    }

    @Test("A request with no host, or with two, is malformed")
    func hostCount() {
        #expect(status { $0.host = HTTPRequest.Header() } == 400)
        #expect(status { $0.host.count = 2 } == 400)
    }

    @Test(
        "Pages from elsewhere are refused by their origin, and the page's own is taken, once",
        arguments: [
            ("http://evil.example", 1, 403), ("null", 1, 403), ("https://127.0.0.1:8099", 1, 403),
            ("http://127.0.0.1", 1, 403), ("http://localhost:8099", 1, 403), ("", 1, 403),
            ("http://127.0.0.1:8099/", 1, 403), ("http://127.0.0.1:8098", 1, 403), ("http://127.0.0.1:8099", 1, 200),
            ("http://127.0.0.1:8099", 2, 403),
        ]) func origins(origin: String, count: Int, expected: Int)
    { #expect(status { $0.origin = HTTPRequest.Header(value: origin, count: count) } == expected) }

    @Test(
        "Cross-site and same-site requests are refused",
        arguments: [("cross-site", 403), ("same-site", 403), ("", 403), ("SAME-ORIGIN", 403), ("none", 200)])
    func fetchSites(site: String, expected: Int) {
        #expect(status { $0.fetchSite.value = site } == expected)
        #expect(status { $0.fetchSite = HTTPRequest.Header() } == 200)
    }

    @Test(
        "A link on another page leads to the page in a window, and to nothing else",
        arguments: [
            ("/", "navigate", "document", 200), ("/?layout=wall", "navigate", "document", 200),
            ("/", "navigate", "iframe", 403), ("/", "navigate", "", 403), ("/", "cors", "document", 403),
            ("/", "no-cors", "script", 403), ("/api/layouts", "navigate", "document", 403),
        ])
    func links(target: String, mode: String, destination: String, expected: Int) {
        for site in ["cross-site", "same-site"] {
            var request = BrowsedStore.request(target)
            request.fetchSite.value = site
            request.fetchMode = HTTPRequest.Header(value: mode, count: 1)
            request.fetchDestination = HTTPRequest.Header(value: destination, count: 1)
            #expect(Self.status(request) == expected)
            request.origin = HTTPRequest.Header(value: "http://evil.example", count: 1)
            #expect(Self.status(request) == 403)
        }
    }

    @Test(
        "An absolute address counts in place of the header “Host”",
        arguments: [
            ("http://127.0.0.1:8099/api/layouts", 200), ("http://LOCALHOST:8099/api/layouts", 200),
            ("http://127.0.0.1:8099", 200), ("http://127.0.0.1:8099?layout=wall", 200),
            ("http://evil.example/api/layouts", 403), ("http://evil.example:8099@127.0.0.1:8099/", 403),
        ]) func absolute(target: String, expected: Int)
    { #expect(Self.status(BrowsedStore.request(target)) == expected) }

    @Test("Tokens are long, and no two alike")
    func tokens() {
        let tokens = Set((0..<100).map { _ in RequestGuard(port: 1).token })
        #expect(tokens.count == 100 && tokens.allSatisfy { $0.count == 32 })
    }
}
