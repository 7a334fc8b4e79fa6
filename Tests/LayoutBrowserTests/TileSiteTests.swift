import Foundation
import LayoutCache
import LayoutTestSupport
import Testing
@testable import LayoutBrowser

/// Tiles over HTTP: the answers and refusals of each address.
@Suite struct TileSiteTests {
    private struct Served {
        let browsed: BrowsedStore
        let site: TileSite

        init(isEditable: Bool = false, hosts: [String] = []) throws {
            browsed = try BrowsedStore(isEditable: isEditable)
            site = TileSite(
                store: browsed.store, fields: ItemFields(),
                guarding: RequestGuard(port: BrowsedStore.port, hosts: hosts))
        }

        func get(_ target: String, knowing revision: String? = nil) throws -> JSONAnswer {
            var request = BrowsedStore.request(target)
            if let revision { request.headers.append(("if-none-match", revision)) }
            return try JSONAnswer(site.answer(request))
        }
    }

    @Test(
        "A known tile is found among others, and its answer keeps the header of the cache",
        arguments: ["%", "\"x\" , %", "\"x\"\t,\t% , \"y\"", "W/%", "% ", "*"])
    func known(header: String) throws {
        let served = try Served()
        let level = try #require(served.get("/v1/layouts/wall/layout.json").numbers("levels").first)
        for target in ["/v1/layouts/wall/layout.json", "/v1/layouts/wall/tiles/\(Int(level))/0.json"] {
            let whole = served.site.answer(BrowsedStore.request(target))
            let tag = try #require(whole.headers.first { $0.name == "ETag" }?.value)
            var request = BrowsedStore.request(target)
            request.headers.append(("if-none-match", header.replacing("%", with: tag)))
            let answer = served.site.answer(request)
            #expect(answer.status == 304 && answer.body.isEmpty)
            for name in ["ETag", "Cache-Control"] {
                let value = whole.headers.first { $0.name == name }?.value
                #expect(value != nil && answer.headers.first { $0.name == name }?.value == value)
            }
        }
    }

    @Test("The tiles of a level hold every element of the layout at its place")
    func complete() throws {
        let served = try Served()
        let layout = try served.get("/v1/layouts/wall/layout.json")
        let levels = layout.numbers("levels")
        let length = try #require(layout.numbers("content").last)
        try #require(levels.count == 2 && pow(2, levels[1]) >= length)
        let everything = LayoutRect(x: 0, y: 0, width: 320, height: length)
        for z in Int(levels[0])...Int(levels[1]) {
            var found: Set<[Double]> = []
            let extent = pow(2, Double(z))
            let count = Int((length / extent).rounded(.up))
            for n in 0..<count {
                let tile = try served.get("/v1/layouts/wall/tiles/\(z)/\(n).json")
                let numbers = tile.rows("elements.numbers", of: 7)
                for (frame, numbers) in zip(tile.rows("elements.frames", of: 4), numbers) where numbers[0] == 0 {
                    #expect(frame[1] < Double(n + 1) * extent && frame[1] + frame[3] > Double(n) * extent)
                    found.insert(frame)
                }
            }
            #expect(try found == served.browsed.cellFrames(in: everything), "level \(z)")
            #expect(try served.get("/v1/layouts/wall/tiles/\(z)/\(count).json").status == 404)
        }
    }

    @Test("A tile that is known is not sent again, until the layout changes")
    func revisions() throws {
        let served = try Served(isEditable: true)
        let target = "/v1/layouts/wall/tiles/9/0.json"
        let first = try served.get(target)
        let tag = try #require(first.header("ETag"))
        #expect(first.header("Cache-Control") == "no-cache")
        let kept = "\(target)?v=\(tag.dropFirst().dropLast())"
        #expect(try served.get(kept).header("Cache-Control")?.contains("immutable") == true)
        try served.browsed.store.resize(.key("k1"), inLayout: "wall", width: nil, height: .points(70))
        try served.browsed.store.prepare("wall")
        let changed = try served.get(target, knowing: tag)
        #expect(changed.status == 200 && changed.header("ETag") != tag)
        // An old address is not kept for long.
        #expect(try served.get(kept).header("Cache-Control") == "no-cache")
    }

    @Test("Addresses of the protocol are answered, and others are refused with a sentence")
    func answers() throws {
        let served = try Served()
        try Question.expectAll(in: "tiles.txt") { try served.get($0) }
    }

    @Test("A proxy's host is served by both schemes, and other hosts, origins and methods are not")
    func hosts() throws {
        let served = try Served(hosts: ["Wall.example.org"])
        func status(_ host: String, _ origin: String? = nil, method: String = "GET") -> Int {
            var request = BrowsedStore.request("/v1/layouts.json", method: method)
            request.headers = [("host", host)] + (origin.map { [("origin", $0)] } ?? [])
            return served.site.answer(request).status
        }
        #expect(status("wall.example.org") == 200 && status("wall.example.org", "https://wall.example.org") == 200)
        #expect(status("127.0.0.1:8099") == 200 && status("127.0.0.1:8099", "https://127.0.0.1:8099") == 403)
        #expect(status("evil.example.org") == 403 && status("wall.example.org", "https://evil.example.org") == 403)
        #expect(status("wall.example.org", method: "POST") == 405 && status("wall.example.org", method: "HEAD") == 200)
    }

    @Test("An export holds the answers of a server, byte for byte")
    func exporting() throws {
        let served = try Served()
        let directory = try ScratchDirectory()
        let wall = served.browsed.store.layout("wall")
        let written = try TileSite.Export(wall, fields: ItemFields(), to: directory.file("out")).write { done, total in
            #expect(done <= total)
        }
        var count = 0
        let root = directory.file("out")
        for case let path as String in try #require(FileManager.default.enumerator(atPath: root))
        where path.hasSuffix(".json") {
            let answer = try served.get("/" + path).http
            #expect(answer.status == 200, "\(path)")
            #expect(try directory.contents(of: "out/" + path) == Data(answer.body), "\(path)")
            count += 1
        }
        #expect(count == written.tiles + 1 && written.bytes > 1000)
        #expect(throws: HTTPServerError.self) {
            try TileSite.Export(wall, fields: ItemFields(), to: "/proc/none").write { _, _ in }
        }
        #expect(throws: HTTPServerError.self) {
            _ = try TileSite.Export(served.browsed.store.layout("a/b"), fields: ItemFields(), to: root)
        }
    }
}
