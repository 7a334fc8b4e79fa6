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
        "A name that is not the loopback address's, with the port, is refused",
        arguments: [
            "evil.example:8099", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:80990", "localhost", "localhost.:8099", "",
            "127.0.0.1.evil.example:8099", "127.0.0.1:8099@evil.example", "[::1]:8099", "0.0.0.0:8099", "127.1:8099",
        ])
    func otherHosts(host: String) throws {
        #expect(try status { $0.host.value = host } == 403)
    }

    @Test("Each of the server's own names is taken, in any case")
    func ownHosts() throws {
        for host in ["127.0.0.1:8099", "localhost:8099", "LOCALHOST:8099"] {
            #expect(try status { $0.host.value = host } == 200)
        }
    }

    @Test("A request with no host, or with two, is malformed")
    func hostCount() throws {
        #expect(try status { $0.host = HTTPRequest.Header() } == 400)
        #expect(try status { $0.host.count = 2 } == 400)
    }

    @Test(
        "Pages from elsewhere are refused by their origin",
        arguments: [
            "http://evil.example", "null", "https://127.0.0.1:8099", "http://127.0.0.1", "http://localhost:8099", "",
            "http://127.0.0.1:8099/", "http://127.0.0.1:8098",
        ])
    func otherOrigins(origin: String) throws {
        #expect(try status { $0.origin = HTTPRequest.Header(value: origin, count: 1) } == 403)
    }

    @Test("The page's own origin is taken, once")
    func ownOrigin() throws {
        #expect(try status { $0.origin = HTTPRequest.Header(value: "http://127.0.0.1:8099", count: 1) } == 200)
        #expect(try status { $0.origin = HTTPRequest.Header(value: "http://127.0.0.1:8099", count: 2) } == 403)
    }

    @Test("Cross-site and same-site requests are refused")
    func fetchSites() throws {
        for site in ["cross-site", "same-site", "", "SAME-ORIGIN"] {
            #expect(try status { $0.fetchSite.value = site } == 403, "\(site)")
        }
        #expect(try status { $0.fetchSite.value = "none" } == 200)
        #expect(try status { $0.fetchSite = HTTPRequest.Header() } == 200)
    }

    @Test("Tokens are long, and no two alike")
    func tokens() {
        let tokens = Set((0..<100).map { _ in RequestGuard(port: 1).token })
        #expect(tokens.count == 100 && tokens.allSatisfy { $0.count == 32 })
    }
}
