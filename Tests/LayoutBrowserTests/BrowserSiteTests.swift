import Foundation
import LayoutCache
import LayoutText
import Testing
@testable import LayoutBrowser

/// The answers and refusals of each address.
@Suite struct BrowserSiteTests {
    @Test("The page's addresses answer with what the store holds")
    func answers() throws {
        let browsed = try BrowsedStore()
        let layouts = try browsed.get("/api/layouts").value["layouts"] as? [[String: String]]
        #expect(layouts == [["name": "wall", "state": "current"]])
        let layout = try browsed.get("/api/layout?layout=wall").value
        #expect(
            layout["items"] as? Int == 300 && layout["sections"] as? Int == 3 && layout["kind"] as? String == "flow")
        let scene = try browsed.get("/api/scene?layout=wall&rect=0,100,320,480").value
        let elements = try #require(scene["elements"] as? [String: Any])
        let frames = try #require(elements["frames"] as? [Double])
        let rect = LayoutRect(x: 0, y: 100, width: 320, height: 480)
        let expected = try browsed.store.layout("wall").layoutAttributesForElements(in: rect).filter {
            $0.kind == .cell
        }
        #expect(frames.count == 4 * expected.count)
        let found = stride(from: 0, to: frames.count, by: 4).map { Array(frames[$0..<$0 + 4]) }
        let wanted = expected.map { [$0.frame.x, $0.frame.y, $0.frame.width, $0.frame.height] }
        #expect(Set(found) == Set(wanted))
        let sections = try #require(scene["sections"] as? [[String: Any]])
        #expect(sections.first?["title"] as? String == "Part 0")
        let pins = try #require(scene["pins"] as? [[String: Any]])
        #expect(pins.count == sections.count)
        let item = try browsed.get("/api/item?layout=wall&section=1&item=2").value
        #expect(item["key"] as? String == "k102" && item["height"] as? Int == 24)
        #expect((item["payload"] as? [String: Any])?["title"] as? String == "Title </script> 102")
        let rail = try browsed.get("/api/rail?layout=wall&count=10").value
        #expect((rail["cells"] as? [Double])?.count == 10)
        let whole = try browsed.get("/api/rail?layout=wall&count=1").value
        #expect(whole["cells"] as? [Double] == [300] && whole["flags"] as? [Int] == [0])
        let search = try browsed.get("/api/search?layout=wall&text=title+%3C/script%3E%20299").value
        #expect((search["hits"] as? [[String: Any]])?.first?["key"] as? String == "k299")
        let way = try browsed.get("/api/explain?layout=wall&rect=0,0,320,480").value
        #expect(
            (way["steps"] as? [[String: Any]])?.map { $0["step"] as? String } == [
                "tree", "bands", "blocks", "elements",
            ])
        #expect((way["bands"] as? [Any])?.isEmpty == false && (way["blocks"] as? [Any])?.isEmpty == false)
    }

    @Test("Sections that scroll across are shown at the offsets that an address gives")
    func offsets() throws {
        let browsed = try BrowsedStore(isEditable: true)
        try browsed.store.define(
            "shelves",
            """
            {"layout":"compositional","sections":[{"orthogonalScrolling":"continuous",
            "group":{"axis":"horizontal","size":{"width":100,"height":50},
            "subitems":[{"size":{"width":100,"height":50}}]}}]}
            """)
        func lefts(_ offsets: String) throws -> [[Double]] {
            let target = "/api/scene?layout=shelves&rect=0,0,320,150" + offsets
            let elements = try #require(try browsed.get(target).value["elements"] as? [String: Any])
            let frames = try #require(elements["frames"] as? [Double])
            var lefts = [[Double]](repeating: [], count: 3)
            for index in stride(from: 0, to: frames.count, by: 4) {
                lefts[Int(frames[index + 1] / 50)].append(frames[index])
            }
            return lefts.map { $0.sorted() }
        }
        #expect(try lefts("") == Array(repeating: [0, 100, 200, 300], count: 3))
        #expect(
            try lefts("&offsets=0:130,2:50.5") == [
                [-30, 70, 170, 270], [0, 100, 200, 300], [-50.5, 49.5, 149.5, 249.5],
            ])
    }

    @Test("Elements that belong to no section have the section −1")
    func withoutSection() throws {
        let browsed = try BrowsedStore(isEditable: true)
        try browsed.store.define(
            "framed",
            """
            {"layout":"compositional","sections":[{"group":{"axis":"vertical","size":{"width":320,"height":50},
             "subitems":[{"size":{"width":320,"height":50}}]}}],
             "boundaryItems":[{"elementKind":"title","size":{"width":320,"height":70},"alignment":"top"}]}
            """)
        let scene = try browsed.get("/api/scene?layout=framed&rect=0,0,320,100").value
        let elements = try #require(scene["elements"] as? [String: Any])
        let numbers = try #require(elements["numbers"] as? [Int])
        // Kind, name, section, item, z-index, lap and flags of each.
        let rows = stride(from: 0, to: numbers.count, by: 7).map { Array(numbers[$0..<$0 + 7]) }
        #expect(elements["names"] as? [String] == ["title"])
        #expect(rows.filter { $0[0] == 1 }.map { Array($0[1...3]) } == [[0, -1, 0]])
        #expect(rows.filter { $0[0] == 0 }.map { Array($0[1...3]) } == [[-1, 0, 0]])
    }

    @Test(
        "A request with something wrong is refused with a sentence",
        arguments: [
            ("/api/scene", 400), ("/api/scene?layout=wall", 400), ("/api/scene?layout=wall&rect=1,2,3", 400),
            ("/api/scene?layout=wall&rect=0,0,0,10", 400), ("/api/scene?layout=wall&rect=0,0,nan,10", 400),
            ("/api/scene?layout=wall&rect=0,0,1e400,10", 400), ("/api/scene?layout=wall&rect=0,0,1e16,10", 400),
            ("/api/scene?layout=wall&rect=0,0,0x10,10", 400), ("/api/scene?layout=nothing&rect=0,0,10,10", 404),
            ("/api/scene?layout=wall&rect=0,0,10,10&offsets=1:x", 400),
            ("/api/scene?layout=wall&rect=0,0,10,10&offsets=1::2", 400),
            ("/api/scene?layout=wall&rect=0,0,10,10&offsets=-1:2", 400),
            ("/api/scene?layout=wall&layout=wall&rect=0,0,9,9", 400), ("/api/layout?layout=%zz", 400),
            ("/api/layout?layout=%ff", 400), ("/api/layout?layout=wall&more=1", 400), ("/api/layout?layout=%00", 404),
            ("/api/item?layout=wall&section=1&item=-1", 400), ("/api/item?layout=wall&section=9&item=0", 404),
            ("/api/item?layout=wall&section=0&item=9223372036854775808", 400), ("/api/rail?layout=wall&count=0", 400),
            ("/api/rail?layout=wall&count=100000", 400), ("/api/search?layout=wall&text=", 400),
            ("/api/search?layout=wall&text=a&after=b", 400), ("/api/layouts?x=1", 400), ("/api", 404), ("/api/", 404),
            ("/page.js", 404), ("", 404), ("//", 404), ("http://127.0.0.1:8099/", 404), ("*", 404),
            ("/api/explain?layout=wall&rect=0,0,-1,5", 400),
        ])
    func refusals(target: String, status: Int) throws {
        let answer = try BrowsedStore().get(target)
        #expect(answer.status == status, "\(target): \(answer)")
        let sentence = try #require(answer.value["error"] as? String)
        #expect(sentence.count > 10, "\(sentence)")
    }

    @Test("An address takes its own method alone, and names it")
    func methods() throws {
        let browsed = try BrowsedStore(isEditable: true)
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "get", "PATCH"] {
            for target in ["/", "/api/layouts"] {
                let answer = browsed.site.answer(BrowsedStore.request(target, method: method))
                #expect(answer.status == 405 && answer.headers.contains { $0 == ("Allow", "GET, HEAD") }, "\(method)")
            }
        }
        let answer = browsed.site.answer(BrowsedStore.request("/api/resize"))
        #expect(answer.status == 405 && answer.headers.contains { $0 == ("Allow", "POST") })
        #expect(browsed.site.answer(BrowsedStore.request("/", method: "HEAD")).status == 200)
    }

    @Test("The page is one document under a policy that lets in nothing else")
    func page() throws {
        let browsed = try BrowsedStore(isEditable: true)
        let answer = browsed.site.answer(BrowsedStore.request("/?layout=wall&x=3"))
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.status == 200 && answer.contentType == "text/html; charset=utf-8")
        #expect(!text.contains("{{") && text.contains("<canvas id=\"stage\""))
        #expect(!text.contains("http://") && !text.contains("https://") && !text.contains(" src="))
        let policy = try #require(answer.headers.first { $0.name == "Content-Security-Policy" }?.value)
        #expect(policy.hasPrefix("default-src 'none'; script-src 'nonce-") && policy.contains("frame-ancestors 'none'"))
        let nonce = try #require(policy.firstMatch(of: /script-src 'nonce-([0-9a-f]{32})'/)?.1)
        #expect(text.contains("<script nonce=\"\(nonce)\" type=\"module\">"))
        #expect(text.contains("<style nonce=\"\(nonce)\">"))
        let again = String(decoding: browsed.site.answer(BrowsedStore.request("/")).body, as: UTF8.self)
        #expect(!again.contains(nonce), "a nonce is used once")
        #expect(text.contains(browsed.site.guarding.token))
        let reading = try BrowsedStore()
        let plain = String(decoding: reading.site.answer(BrowsedStore.request("/")).body, as: UTF8.self)
        #expect(!plain.contains(reading.site.guarding.token), "a read-only page gets no token")
    }

    @Test("Names that look like markup stay text in the page")
    func escaping() throws {
        let name = #"</script><script>alert(1)</script>{{script}}"&"#
        let document = PageDocument(
            title: name, configuration: .object([.init(key: "layout", value: .string(name))]), nonce: "n")
        let text = document.text
        #expect(text.components(separatedBy: "<script").count == 3)
        #expect(
            text.contains("<title>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;{{script}}&quot;&amp;</title>"))
        let json = try #require(text.firstMatch(of: /id="configuration">(.*?)<\/script>/)?.1)
        let value = try JSONSerialization.jsonObject(with: Data(String(json).utf8)) as? [String: Any]
        #expect(value?["layout"] as? String == name)
        #expect((value?["families"] as? [[String]])?.allSatisfy { $0.count == 3 } == true)
    }

    @Test("An unprepared layout is reported as such in a read-only store, and is laid out in a writable one")
    func neverPrepared() throws {
        let reading = try BrowsedStore(isPrepared: false)
        #expect(try reading.get("/api/layout?layout=wall").value["state"] as? String == "never")
        let empty = try reading.get("/api/scene?layout=wall&rect=0,0,320,480")
        #expect(empty.status == 200 && (empty.value["sections"] as? [Any])?.isEmpty == true)
        #expect(try reading.get("/api/rail?layout=wall&count=4").status == 200)
        #expect(try reading.get("/api/search?layout=wall&text=k").status == 200)
        let editing = try BrowsedStore(isEditable: true, isPrepared: false)
        let scene = try editing.get("/api/scene?layout=wall&rect=0,0,320,480").value
        #expect((scene["sections"] as? [Any])?.isEmpty == false)
    }
}
