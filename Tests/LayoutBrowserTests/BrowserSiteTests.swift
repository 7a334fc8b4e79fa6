import Foundation
import LayoutCache
import LayoutText
import Testing
@testable import LayoutBrowser

/// The answers and refusals of each address.
@Suite struct BrowserSiteTests {
    @Test("The page's addresses answer with what the store holds, and refuse what is wrong with a sentence")
    func answers() throws { try Question.expectAll(in: "page.txt", from: BrowsedStore().get) }

    @Test("A scene has the elements in its rectangle")
    func scene() throws {
        let browsed = try BrowsedStore()
        let scene = try browsed.get("/api/scene?layout=wall&rect=0,100,320,480")
        let found = scene.rows("elements.frames", of: 4)
        let expected = try browsed.cellFrames(in: LayoutRect(x: 0, y: 100, width: 320, height: 480))
        #expect(Set(found) == expected && found.count == expected.count)
        #expect(scene.texts("pins").count == scene.texts("sections").count)
        #expect(try browsed.get("/api/pieces?layout=wall&from=0&to=99&count=10").numbers("cells").count == 10)
        let way = try browsed.get("/api/explain?layout=wall&rect=0,0,320,480")
        #expect(way.texts("steps", "step") == ["tree", "bands", "blocks", "elements"])
        #expect(way["bands.0"] != nil && way["blocks.0"] != nil)
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
            var lefts = [[Double]](repeating: [], count: 3)
            for frame in try browsed.get(target).rows("elements.frames", of: 4) {
                lefts[Int(frame[1] / 50)].append(frame[0])
            }
            return lefts.map { $0.sorted() }
        }
        #expect(try lefts("") == Array(repeating: [0, 100, 200, 300], count: 3))
        #expect(
            try lefts("&offsets=0:130,2:50.5") == [
                [-30, 70, 170, 270], [0, 100, 200, 300], [-50.5, 49.5, 149.5, 249.5],
            ])
    }

    @Test("A scene names the state that it shows, which is the layout's until something changes")
    func revisions() throws {
        let browsed = try BrowsedStore(isEditable: true)
        func revisions() throws -> [String?] {
            let rects = ["0,100,320,480", "0,0,320,1e9"].map { "scene?layout=wall&rect=" + $0 }
            return try (["layout?layout=wall"] + rects).map { try browsed.get("/api/" + $0)["revision"] }
        }
        let before = try revisions()
        #expect(before[0] != nil && Set(before).count == 1)
        let edit = "/api/resize?layout=wall&section=0&item=3&height=99&rect=0,0,320,480"
        #expect(try browsed.edit(edit).status == 200)
        let after = try revisions()
        #expect(Set(after).count == 1 && after[0] != before[0])
    }

    @Test("A request that waits for a change is answered when the server stops, though the store is closed by then")
    func stopping() async throws {
        let browsed = try BrowsedStore()
        let state = try #require(try browsed.get("/api/changes?layout=wall")["state"])
        let site = browsed.site
        let target = "/api/changes?layout=wall&known=" + state.replacing(" ", with: "%20").replacing("/", with: "%2F")
        let waiting = Task.detached { site.answer(BrowsedStore.request(target)) }
        while site.changes.waitingCount == 0 { await Task.yield() }
        browsed.store.close()
        site.changes.end()
        let answer = try JSONAnswer(await waiting.value)
        #expect(answer.status == 200 && answer["state"] == state)
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
        let scene = try browsed.get("/api/scene?layout=framed&rect=0,0,320,100")
        // Kind, name, section, item, z-index, lap and flags of each.
        let rows = scene.rows("elements.numbers", of: 7)
        #expect(scene["elements.names"] == #"["title"]"#)
        #expect(rows.filter { $0[0] == 1 }.map { Array($0[1...3]) } == [[0, -1, 0]])
        #expect(rows.filter { $0[0] == 0 }.map { Array($0[1...3]) } == [[-1, 0, 0]])
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
        #expect(!text.contains("http://") && !text.contains("https://"))
        let policy = try #require(answer.headers.first { $0.name == "Content-Security-Policy" }?.value)
        #expect(policy.hasPrefix("default-src 'none'; script-src 'nonce-") && policy.contains("frame-ancestors 'none'"))
        let nonce = try #require(policy.firstMatch(of: /script-src 'nonce-([0-9a-f]{32})'/)?.1)
        let script = try #require(text.firstMatch(of: /<script nonce="(.*?)" type="module" src="(.*?)">/))
        #expect(script.1 == nonce)
        let main = browsed.site.answer(BrowsedStore.request(String(script.2)))
        #expect(main.status == 200 && main.contentType == "text/javascript; charset=utf-8")
        #expect(String(decoding: main.body, as: UTF8.self).contains("import {"))
        #expect(text.contains("<style nonce=\"\(nonce)\">"))
        let again = String(decoding: browsed.site.answer(BrowsedStore.request("/")).body, as: UTF8.self)
        #expect(!again.contains(nonce), "a nonce is used once")
        #expect(!text.contains(browsed.site.guarding.token), "any program of this computer can ask for the page")
    }

    @Test("A page as a file knows its script and its style by a number, and lets in nothing else")
    func file() throws {
        let browsed = try BrowsedStore()
        let rect = LayoutRect(x: 0, y: 0, width: 320, height: 480)
        let text = try PageDocument.PageFile.text(of: browsed.store.layout("wall"), in: rect)
        let policy = try #require(
            text.firstMatch(of: /Policy" content="default-src 'none'; script-src 'nonce-(\w{32})'; (.*?)">/))
        let names =
            text.contains("<script nonce=\"\(policy.1)\" type=\"module\">")
            && text.contains("<style nonce=\"\(policy.1)\">")
        #expect(names && policy.2 == "style-src 'nonce-\(policy.1)'; img-src data:")
    }

    @Test("Names that look like markup stay text in the page")
    func escaping() throws {
        let name = #"</script><script>alert(1)</script>{{script}}"&"#
        let document = PageDocument(
            title: name, configuration: .object([.init(key: "layout", value: .string(name))]))
        let text = document.text
        #expect(text.components(separatedBy: "<script").count == 3)
        #expect(
            text.contains("<title>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;{{script}}&quot;&amp;</title>"))
        let json = try #require(text.firstMatch(of: /id="configuration">(.*?)<\/script>/)?.1)
        let value = try JSONAnswer(HTTPAnswer(contentType: "application/json", body: Array(String(json).utf8)))
        #expect(value["layout"] == name)
        let families = value.texts("families").indices.map { value.texts("families.\($0)").count }
        #expect(!families.isEmpty && families.allSatisfy { $0 == 3 })
    }

    @Test("An unprepared layout is reported as such in a read-only store, and is laid out in a writable one")
    func neverPrepared() throws {
        let reading = try BrowsedStore(isPrepared: false)
        #expect(try reading.get("/api/layout?layout=wall")["state"] == "never")
        let scene = "/api/scene?layout=wall&rect=0,0,320,480"
        let empty = try reading.get(scene)
        #expect(empty.status == 200 && empty["sections"] == "[]")
        for target in ["/api/pieces?layout=wall&from=0&to=99&count=4", "/api/search?layout=wall&text=k"] {
            #expect(try reading.get(target).status == 200)
        }
        let editing = try BrowsedStore(isEditable: true, isPrepared: false)
        #expect(try editing.get(scene)["sections.0"] != nil)
    }
}
