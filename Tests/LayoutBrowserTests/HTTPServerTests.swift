import Foundation
import LayoutCache
import LayoutTestSupport
import Testing
@testable import LayoutBrowser

private enum Library {
    static let canServe: Bool = {
        guard
            let server = try? HTTPServer(
                port: 0, makeHandler: { _ in { _ in HTTPAnswer(contentType: "text/plain", body: []) } })
        else { return false }
        server.stop()
        return true
    }()
}

/// The server itself, asked through sockets. One test at a time: two of them open a thousand connections and more.
@Suite(.serialized, .enabled(if: Library.canServe, "libmicrohttpd is not installed")) struct HTTPServerTests {
    /// A server that answers “here” to everything.
    private func server(
        load: HTTPServer.Load = .few, patience: Double = HTTPServer.patience,
        before: @escaping @Sendable (HTTPRequest) -> Void = { _ in }
    ) throws -> HTTPServer {
        try HTTPServer(port: 0, load: load, patience: patience) { _ in
            { request in
                before(request)
                return HTTPAnswer(contentType: "text/plain", body: Array("here".utf8))
            }
        }
    }

    private func serve(isEditable: Bool = false, _ body: (BrowsedStore, Int) throws -> Void) throws {
        let browsed = try BrowsedStore(isEditable: isEditable)
        var options = BrowserServer.Options()
        options.isEditable = isEditable
        let server = try BrowserServer(store: browsed.store, options: options)
        defer { server.stop() }
        let port = try #require(server.address.firstMatch(of: /^http:\/\/127\.0\.0\.1:(\d+)\/(#key=[0-9a-f]{32})?$/)?.1)
        try body(browsed, try #require(Int(port)))
    }

    @Test("Headers, queries and bodies arrive as they were sent")
    func exchanges() throws {
        try serve { _, port in
            func answer(_ head: String) throws -> String {
                try LoopbackClient.exchange(
                    head.replacing("PORT", with: "\(port)") + "\nConnection: close\n\n", port: port)
            }
            let page = try answer("GET / HTTP/1.1\nHost: localhost:PORT")
            #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n") && page.contains("</html>"))
            let one = try answer(
                "GET /api/search?layout=w%61ll&text=k299 HTTP/1.1\nhOsT: 127.0.0.1:PORT\nSec-Fetch-Site: none")
            #expect(one.contains("\"key\":\"k299\""), "\(one)")
            let head = try answer("HEAD /api/layouts HTTP/1.1\nHost: localhost:PORT")
            #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.hasSuffix("\r\n\r\n"))
            for (headers, status) in [
                ("Host: evil.example", 403), ("Host: localhost:PORT\nHost: evil.example", 400),
                ("Host: localhost:PORT\nOrigin: http://evil.example", 403),
            ] { #expect(try answer("GET / HTTP/1.1\n" + headers).hasPrefix("HTTP/1.1 \(status) "), "\(headers)") }
        }
    }

    @Test("A text is compressed if the client reads gzip, and an answer of one packet never is")
    func compression() throws {
        try serve { _, port in
            func head(_ path: String, _ accepting: String?) throws -> Substring {
                let header = accepting.map { "\nAccept-Encoding: \($0)" } ?? ""
                let answer = try LoopbackClient.exchange(
                    "HEAD \(path) HTTP/1.1\nHost: localhost:\(port)\(header)\nConnection: close\n\n", port: port)
                return Substring(answer)
            }
            func length(_ head: Substring) throws -> Int {
                try #require(head.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.1) })
            }
            let plain = try head("/", nil)
            let whole = try length(plain)
            #expect(!plain.contains("Content-Encoding") && plain.contains("Vary: Accept-Encoding"))
            for accepting in ["gzip", "br, GZIP;q=0.5", "deflate,gzip"] {
                let compressed = try head("/", accepting)
                #expect(compressed.contains("Content-Encoding: gzip"), "\(accepting)")
                #expect(try length(compressed) < whole / 2, "\(accepting)")
            }
            for accepting in ["br", "gzip;q=0", "gzip; q=0.0", "x-gzipped"] {
                #expect(try length(head("/", accepting)) == whole, "\(accepting)")
            }
            #expect(try !head("/api/layouts", "gzip").contains("Content-Encoding"))
        }
    }

    @Test(
        "A server starts and answers where a thousand descriptors are taken", arguments: [HTTPServer.Load.few, .many])
    func highDescriptors(load: HTTPServer.Load) throws {
        let taken = try (0..<1100).map { _ in try #require(FileHandle(forReadingAtPath: "/dev/null")) }
        let server = try server(load: load)
        defer { server.stop() }
        #expect(try LoopbackClient.get("/", port: server.port).hasSuffix("here"))
        withExtendedLifetime(taken) {}
    }

    @Test("A thousand readers that are connected at once get their tiles, also with a late one in between")
    func readers() throws {
        let browsed = try BrowsedStore()
        let server = try BrowserServer(tilesOf: browsed.store, fields: ItemFields(), hosts: [])
        defer { server.stop() }
        let port = try #require(server.address.firstMatch(of: /:(\d+)\//).flatMap { Int($0.1) })
        let target = "/v1/layouts/wall/tiles/9/0.json"
        let alone = try LoopbackClient.get(target, port: port)
        #expect(alone.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(alone)")
        let body = try #require(alone.firstRange(of: "\r\n\r\n")).upperBound
        let readers = try (0..<1000).map { _ in try LoopbackConnection(port: port) }
        #expect(try LoopbackClient.get(target, port: port).hasSuffix(alone[body...]))
        var refusals = 0
        for reader in readers {
            reader.send("GET \(target) HTTP/1.1\nHost: 127.0.0.1:\(port)\nConnection: close\n\n")
            if !reader.finish().hasSuffix(alone[body...]) { refusals += 1 }
        }
        #expect(refusals == 0)
    }

    @Test("Connections that send nothing, or half a head, make room for others", .timeLimit(.minutes(1)))
    func idleConnections() throws {
        for load in TestSettings.takesAll ? [HTTPServer.Load.few, .many] : [.few] {
            let server = try server(load: load)
            defer { server.stop() }
            let idle = try (0..<(load == .few ? 100 : 2100)).map { _ in
                let connection = try LoopbackConnection(port: server.port)
                connection.send("GET / HTTP/1.1\nHost: 127")
                return connection
            }
            #expect(try LoopbackClient.get("/", port: server.port).hasSuffix("here"), "\(load)")
            // The newest ones were not sent away.
            idle[idle.count - 1].send(".0.0.1\nConnection: close\n\n")
            #expect(idle[idle.count - 1].finish().hasSuffix("here"))
            #expect(idle[0].finish().isEmpty)
        }
    }

    @Test("A request is answered while others hold more places than idle connections may", .timeLimit(.minutes(1)))
    func heldConnections() throws {
        // Connections that work, or are ending, keep their places. Without a free place, the library closes the newest.
        let gate = DispatchSemaphore(value: 0)
        let server = try server { if $0.path == "/held" { gate.wait() } }
        defer { server.stop() }
        let held = try (0..<120).map { _ in try LoopbackConnection(port: server.port) }
        defer { for _ in held { gate.signal() } }
        for connection in held { connection.send("GET /held HTTP/1.1\nHost: 127.0.0.1\nConnection: close\n\n") }
        #expect(try LoopbackClient.get("/", port: server.port).hasSuffix("here"))
        for _ in held { gate.signal() }
        #expect(held.allSatisfy { $0.finish().hasSuffix("here") })
    }

    @Test("A head that does not come to an end within its deadline ends its connection", .timeLimit(.minutes(1)))
    func slowHeads() throws {
        let server = try server(patience: 0.4)
        defer { server.stop() }
        let slow = try LoopbackConnection(port: server.port)
        let start = ContinuousClock.now
        slow.send("GET / HTTP/1.1\n")
        while ContinuousClock.now - start < .milliseconds(900) {
            slow.send("X-More: 1\n")
            Thread.sleep(forTimeInterval: 0.05)
        }
        slow.send("Host: 127.0.0.1\n\n")
        #expect(slow.finish().isEmpty)
        #expect(try LoopbackClient.get("/", port: server.port).hasSuffix("here"))
    }

    @Test("A body beyond the limit is refused, and not kept")
    func largeBody() throws {
        try serve(isEditable: true) { _, port in
            let body = String(repeating: "x", count: HTTPServer.bodyLimit + 1)
            for (header, body) in [
                ("Content-Length: \(body.utf8.count)", body),
                ("Transfer-Encoding: chunked", "11170\n\(String(repeating: "y", count: 0x11170))\n0\n\n"),
            ] {
                let answer = try LoopbackClient.exchange(
                    "POST /api/resize HTTP/1.1\nHost: localhost:\(port)\n\(header)\nConnection: close\n\n\(body)",
                    port: port)
                #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer)")
            }
        }
    }

    @Test("Bytes that are no request end their own connection, and nothing else")
    func noise() throws {
        try serve { browsed, port in
            let before = try browsed.bytes
            try TestSettings.forEachSeed(rounds: 24) { seed in
                var random = SeededGenerator(seed: seed)
                let request =
                    "GET /api/scene?layout=wall&rect=0,0,9,9 HTTP/1.1\r\nHost: localhost:\(port)\r\n"
                    + "Connection: close\r\n\r\n"
                var bytes = Array(request.utf8)
                for _ in 0..<Int.random(in: 1...12, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    if Bool.random(using: &random) {
                        bytes[place] = UInt8.random(in: 0...255, using: &random)
                    } else {
                        let more = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8(random.next() & 255) }
                        bytes.insert(contentsOf: more, at: place)
                    }
                }
                let answer = try LoopbackClient.exchange(bytes, port: port)
                #expect(answer.isEmpty || answer.hasPrefix("HTTP/1."), "\(answer), seed \(seed)")
            }
            #expect(try LoopbackClient.get("/api/layouts", port: port).hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(try browsed.bytes == before)
        }
    }

    @Test("A port that is in use is reported")
    func takenPort() throws {
        try serve { browsed, port in
            let error = #expect(throws: HTTPServerError.self) {
                _ = try BrowserServer(store: browsed.store, options: BrowserServer.Options(), port: UInt16(port))
            }
            #expect(error?.message.contains("cannot listen on 127.0.0.1:\(port): ") == true)
        }
    }
}
