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

        func get(_ target: String, knowing revision: String? = nil) throws -> (answer: HTTPAnswer, value: [String: Any])
        {
            var request = BrowsedStore.request(target)
            if let revision { request.knownRevision = HTTPRequest.Header(value: revision, count: 1) }
            let answer = site.answer(request)
            let value = answer.body.isEmpty ? [:] : try JSONSerialization.jsonObject(with: Data(answer.body))
            return (answer, value as? [String: Any] ?? [:])
        }

        func header(_ name: String, of answer: HTTPAnswer) -> String? {
            let values = answer.headers.filter { $0.name == name }.map(\.value)
            return values.count == 1 ? values[0] : nil
        }
    }

    @Test("The tiles of a level hold every element of the layout at its place")
    func complete() throws {
        let served = try Served()
        let layout = try served.get("/v1/layouts/wall/layout.json").value
        #expect(layout["version"] as? Int == 1 && layout["items"] as? Int == 300)
        let levels = try #require(layout["levels"] as? [Int])
        let length = try #require((layout["content"] as? [Double])?.last)
        #expect(levels.count == 2 && pow(2, Double(levels[1])) >= length)
        for z in levels[0]...levels[1] {
            var found: Set<[Double]> = []
            let count = Int((length / pow(2, Double(z))).rounded(.up))
            for n in 0..<count {
                let tile = try served.get("/v1/layouts/wall/tiles/\(z)/\(n).json").value
                let elements = try #require(tile["elements"] as? [String: Any])
                let frames = try #require(elements["frames"] as? [Double])
                let numbers = try #require(elements["numbers"] as? [Double])
                for index in 0..<(frames.count / 4) where numbers[index * 7] == 0 {
                    let frame = Array(frames[(index * 4)..<(index * 4 + 4)])
                    #expect(
                        frame[1] < Double(n + 1) * pow(2, Double(z))
                            && frame[1] + frame[3] > Double(n) * pow(2, Double(z)))
                    found.insert(frame)
                }
            }
            let everything = LayoutRect(x: 0, y: 0, width: 320, height: length)
            let expected = try served.browsed.store.layout("wall").layoutAttributesForElements(in: everything)
                .filter { $0.kind == .cell }.map { [$0.frame.x, $0.frame.y, $0.frame.width, $0.frame.height] }
            #expect(found == Set(expected), "level \(z)")
            #expect(try served.get("/v1/layouts/wall/tiles/\(z)/\(count).json").answer.status == 404)
        }
    }

    @Test("A tile that is known is not sent again, until the layout changes")
    func revisions() throws {
        let served = try Served(isEditable: true)
        let target = "/v1/layouts/wall/tiles/9/0.json"
        let first = try served.get(target).answer
        let tag = try #require(served.header("ETag", of: first))
        #expect(served.header("Cache-Control", of: first) == "no-cache")
        for known in [tag, "W/\(tag)", "\"x\", \(tag)"] {
            let again = try served.get(target, knowing: known).answer
            #expect(again.status == 304 && again.body.isEmpty && served.header("ETag", of: again) == tag)
        }
        let revision = String(tag.dropFirst().dropLast())
        let kept = try served.get("\(target)?v=\(revision)").answer
        #expect(served.header("Cache-Control", of: kept)?.contains("immutable") == true)
        try served.browsed.store.resize(.key("k1"), inLayout: "wall", width: nil, height: .points(70))
        try served.browsed.store.prepare("wall")
        let changed = try served.get(target, knowing: tag).answer
        #expect(changed.status == 200 && served.header("ETag", of: changed) != tag)
        let old = try served.get("\(target)?v=\(revision)").answer
        #expect(served.header("Cache-Control", of: old) == "no-cache", "an old address is not kept for long")
    }

    @Test("Searches and places are answered")
    func questions() throws {
        let served = try Served()
        #expect(try served.get("/v1/layouts.json").value["layouts"] as? [String] == ["wall"])
        let hits = try served.get("/v1/layouts/wall/search?text=k299").value["hits"] as? [[String: Any]]
        #expect(hits?.first?["key"] as? String == "k299")
        let item = try served.get("/v1/layouts/wall/at?section=2&item=99").value
        #expect(item["key"] as? String == "k299")
        #expect(try served.get("/v1/layouts/wall/at?fraction=0").value["y"] as? Double == 0)
    }

    @Test(
        "Addresses outside the protocol are refused, with a sentence",
        arguments: [
            ("/", 404), ("/v1", 404), ("/v1/layouts", 404), ("/v1/layouts/wall", 404), ("/v2/layouts.json", 404),
            ("/v1/layouts/none/layout.json", 404), ("/v1/layouts/wall/tiles/9/0", 404),
            ("/v1/layouts/wall/tiles/9/-1.json", 404),
            ("/v1/layouts/wall/tiles/09/0.json", 404), ("/v1/layouts/wall/tiles/9/0.json/", 404),
            ("/v1/layouts/wall/tiles/3/0.json", 404), ("/v1/layouts/wall/tiles/61/0.json", 404),
            ("/v1/layouts/wall/tiles/9/9223372036854775807.json", 404), ("/v1/layouts/wall/tiles/9/1e3.json", 404),
            ("/v1/layouts/..%2f..%2fetc/layout.json", 404), ("/v1/layouts/%zz/layout.json", 400),
            ("/v1/layouts/wall/layout.json?x=1", 400), ("/v1/layouts/wall/search", 400),
            ("/v1/layouts/wall/search?text=a&after=q", 400),
            ("/v1/layouts/wall/at", 400), ("/v1/layouts/wall/at?fraction=nan", 400),
            ("/v1/layouts/wall/at?section=0&item=9000", 404),
            ("/api/resize", 404), ("//v1/layouts.json", 404),
        ])
    func refusals(target: String, status: Int) throws {
        let (answer, value) = try Served().get(target)
        #expect(answer.status == status, "\(target): \(value)")
        #expect((value["error"] as? String)?.isEmpty == false)
    }

    @Test("A proxy's host is served by both schemes, and other hosts, origins and methods are not")
    func hosts() throws {
        let served = try Served(hosts: ["Wall.example.org"])
        func status(_ host: String, _ origin: String? = nil, method: String = "GET") -> Int {
            var request = BrowsedStore.request("/v1/layouts.json", method: method)
            request.host = HTTPRequest.Header(value: host, count: 1)
            request.origin = HTTPRequest.Header(value: origin, count: origin == nil ? 0 : 1)
            return served.site.answer(request).status
        }
        #expect(status("wall.example.org") == 200 && status("wall.example.org", "https://wall.example.org") == 200)
        #expect(status("127.0.0.1:8099") == 200 && status("127.0.0.1:8099", "https://127.0.0.1:8099") == 403)
        #expect(status("evil.example.org") == 403 && status("wall.example.org", "https://evil.example.org") == 403)
        #expect(status("wall.example.org", method: "POST") == 405 && status("wall.example.org", method: "HEAD") == 200)
    }

    @Test("Every answer is data or a sentence, and the file is unchanged")
    func anything() throws {
        let pieces = [
            "/v1/layouts", "/v1/layouts.json", "/wall", "/layout.json", "/tiles", "/9", "/0.json", "/search", "/at",
            "?text=", "?fraction=",
            "0.5", "1e308", "&after=", "i9", "%", "%00", "..", "/", "-1", "99999999999999999999", ".json", "&item=",
            "&section=", "é",
        ]
        try TestSettings.forEachSeed(rounds: 3) { seed in
            var random = SeededGenerator(seed: seed)
            let served = try Served()
            let before = try served.browsed.bytes
            for _ in 0..<300 {
                var target = Bool.random(using: &random) ? "/v1/layouts/wall" : ""
                for _ in 0..<Int.random(in: 0...6, using: &random) {
                    target += pieces.randomElement(using: &random) ?? ""
                }
                let (answer, value) = try served.get(target)
                #expect([200, 400, 404].contains(answer.status), "\(answer.status) for \(target), seed \(seed)")
                #expect((answer.status == 200) == (value["error"] == nil), "\(target), seed \(seed)")
            }
            #expect(try served.browsed.bytes == before, "seed \(seed)")
        }
    }

    @Test("An export holds the answers of a server, byte for byte")
    func exporting() throws {
        let served = try Served()
        let directory = try ScratchDirectory()
        let wall = served.browsed.store.layout("wall")
        let written = try TileExport(wall, fields: ItemFields(), to: directory.file("out")).write { done, total in
            #expect(done <= total)
        }
        var count = 0
        let root = directory.file("out")
        for case let path as String in try #require(FileManager.default.enumerator(atPath: root))
        where path.hasSuffix(".json") {
            let answer = try served.get("/" + path).answer
            #expect(answer.status == 200, "\(path)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: root + "/" + path)) == Data(answer.body), "\(path)")
            count += 1
        }
        #expect(count == written.tiles + 1 && written.bytes > 1000)
        #expect(throws: HTTPServerError.self) {
            try TileExport(wall, fields: ItemFields(), to: "/proc/none").write { _, _ in }
        }
        #expect(throws: HTTPServerError.self) {
            _ = try TileExport(served.browsed.store.layout("a/b"), fields: ItemFields(), to: root)
        }
    }
}
