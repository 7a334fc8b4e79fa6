import Foundation
import LayoutCache
import Testing
@testable import LayoutBrowser

/// Who may edit, and what an edit does.
@Suite struct BrowserEditTests {
    private static let edit = #"{"layout":"wall","section":0,"item":1,"height":99,"rect":[0,0,320,480]}"#

    /// An edit that is done, unless an argument makes it malformed.
    private static func editing(
        layout: String = "wall", section: String = "0", item: String = "0", size: String = #""height":1,"#,
        rect: String = "0,0,1,1"
    ) -> String { #"{"layout":"\#(layout)","section":\#(section),"item":\#(item),\#(size)"rect":[\#(rect)]}"# }

    private func height(_ browsed: BrowsedStore) throws -> Double? {
        try browsed.store.layout("wall").layoutAttributesForItem(at: ItemIndexPath(section: 0, item: 1))?.frame.height
    }

    @Test("An edit changes the size, lays out the visible part, and reports what was rebuilt")
    func resizing() throws {
        let browsed = try BrowsedStore(isEditable: true)
        let before = try browsed.store.layout("wall").contentSize()
        let answer = try browsed.resize(Self.edit)
        #expect(answer.status == 200, "\(answer)")
        #expect(answer["bands.0"] != nil && answer["elementsWritten"].flatMap(Int.init) ?? 0 > 0)
        #expect(try height(browsed) == 99)
        #expect(try browsed.store.layout("wall").contentSize().height > before.height)
        let unmeasured = #"{"layout":"wall","section":0,"item":1,"width":null,"height":null,"rect":[0,0,320,480]}"#
        _ = try browsed.resize(unmeasured)
        let item = try browsed.get("/api/item?layout=wall&section=0&item=1")
        #expect(item["height"] == "null" && item["width"] == "null")
    }

    @Test("A page learns what changed in a rectangle since the state that it shows, and where its items are")
    func changedParts() throws {
        let browsed = try BrowsedStore(isEditable: true)
        let since = try browsed.get("/api/layout?layout=wall")["generation"] ?? ""
        func changed() throws -> JSONAnswer {
            try browsed.get(
                "/api/changed?layout=wall&rect=0,0,320,9000&since=\(since)&items=%5B%22k:k101%22,%22k:none%22%5D")
        }
        let before = try changed()
        #expect(before["changes.parts"] == "[]" && before["indices"] == "[1,null]")
        _ = try browsed.resize(Self.edit)
        let after = try changed()
        #expect(after["changes.parts.0.y"] != nil && after["changes.generation"] != since)
        #expect(try after["revision"] == browsed.get("/api/layout?layout=wall")["revision"])
    }

    @Test("Without the page's token, its content type or --try-sizes nothing is edited")
    func refusals() throws {
        let browsed = try BrowsedStore(isEditable: true)
        let token = browsed.site.guarding.token
        for wrong in [nil, "", String(token.dropLast()), token.uppercased() + "0"] {
            let request = BrowsedStore.request("/api/resize", method: "POST", body: Self.edit, token: wrong)
            #expect(try browsed.send(request).status == 403)
        }
        var form = BrowsedStore.request("/api/resize", method: "POST", body: Self.edit, token: token)
        form.contentType = HTTPRequest.Header(value: "text/plain", count: 1)
        #expect(try browsed.send(form).status == 415)
        #expect(try height(browsed) == 21)
        let reading = try BrowsedStore()
        let answer = try reading.resize(Self.edit)
        #expect(answer.status == 403 && answer["error"]?.contains("--try-sizes") == true)
    }

    @Test("A malformed edit is refused with a sentence")
    func malformed() throws {
        let browsed = try BrowsedStore(isEditable: true)
        for body in [
            "", "[", "[]", "null", "{}", #"{"layout":1}"#, #"{"layout":"wall"}"#, Self.editing(section: "-1"),
            Self.editing(section: "0.5"), Self.editing(item: "1e300"), Self.editing(size: #""height":-1,"#),
            Self.editing(size: #""height":1e10,"#), Self.editing(size: #""height":"1","#), Self.editing(size: ""),
            #"{"layout":"wall","section":0,"item":0,"height":1}"#, Self.editing(rect: "0,0,1"),
            Self.editing(rect: "0,0,1e9,1"),
            Self.editing(rect: "0,0,20001,1"), Self.editing(rect: "0,0,1,20001"), Self.editing(rect: "0,0,0,1"),
            Self.editing(rect: "0,0,1,0"), Self.editing(rect: "0,0,-1,1"), Self.editing(rect: "1e16,0,1,1"),
            Self.editing(rect: "0,0,1,1,1"), String(Self.editing().dropLast()) + #","more":1}"#,
        ] {
            let answer = try browsed.resize(body)
            #expect(answer.status == 400 && answer["error"]?.isEmpty == false, "\(body): \(answer)")
        }
        for size in ["0.5,0.5", "20000,20000"] {
            #expect(try browsed.resize(Self.editing(rect: "0,0," + size)).status == 200)
        }
        // An item that is not there is not edited.
        #expect(try browsed.resize(Self.editing(item: "1000")).status == 404)
        #expect(try browsed.resize(Self.editing(layout: "none")).status == 404)
    }
}
