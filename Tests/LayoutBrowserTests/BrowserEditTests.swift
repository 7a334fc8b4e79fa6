import Foundation
import LayoutCache
import Testing
@testable import LayoutBrowser

/// Who may edit, and what an edit does.
@Suite struct BrowserEditTests {
    private static let edit = "/api/resize?layout=wall&section=0&item=1&height=99&rect=0,0,320,480"

    private func height(_ browsed: BrowsedStore) throws -> Double? {
        try browsed.store.layout("wall").layoutAttributesForItem(at: ItemIndexPath(section: 0, item: 1))?.frame.height
    }

    @Test("An edit changes the size, lays out the visible part, and reports what was rebuilt")
    func resizing() throws {
        let browsed = try BrowsedStore(isEditable: true)
        let before = try browsed.store.layout("wall").contentSize()
        let answer = try browsed.edit(Self.edit)
        #expect(answer.status == 200, "\(answer)")
        #expect(answer["bands.0"] != nil && answer["elementsWritten"].flatMap(Int.init) ?? 0 > 0)
        #expect(try height(browsed) == 99)
        #expect(try browsed.store.layout("wall").contentSize().height > before.height)
        _ = try browsed.edit("/api/resize?layout=wall&section=0&item=1&width=none&height=none&rect=0,0,320,480")
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
        _ = try browsed.edit(Self.edit)
        let after = try changed()
        #expect(after["changes.parts.0.y"] != nil && after["changes.generation"] != since)
        #expect(try after["revision"] == browsed.get("/api/layout?layout=wall")["revision"])
    }

    @Test("Without the page's token or --try-sizes nothing is edited")
    func refusals() throws {
        let browsed = try BrowsedStore(isEditable: true)
        let token = browsed.site.guarding.token
        for wrong in [nil, "", String(token.dropLast()), token.uppercased() + "0"] {
            #expect(try browsed.send(BrowsedStore.request(Self.edit, method: "POST", token: wrong)).status == 403)
        }
        #expect(try height(browsed) == 21)
        let answer = try BrowsedStore().edit(Self.edit)
        #expect(answer.status == 403 && answer["error"]?.contains("--try-sizes") == true)
    }

    @Test("A malformed edit is refused with a sentence, and so is one of what is not there")
    func malformed() throws { try Question.expectAll(in: "edits.txt", from: BrowsedStore(isEditable: true).edit) }
}
