import Foundation
import LayoutCache
import LayoutCacheTools
import LayoutTestSupport
import Testing
import LayoutBrowser

/// The rungs of a ladder, and the change from one to another, as the page asks for them.
@Suite struct LadderTests {
    /// Tables of one to eight columns over a hundred rows of 20 points, and a flow.
    private func makeStore(ladder: [String] = [], unprepared: Int? = nil) throws -> BrowsedStore {
        let directory = try ScratchDirectory()
        let store = try LayoutStore(path: directory.file("s.db"))
        let items = (0..<960).map { SourceItem(section: "all", key: "k\($0)", width: 20, height: 20) }
        try store.importItems(items, options: ImportOptions(dataset: "data", mode: .replace))
        for columns in [8, 1, 3] {
            try store.define(
                "t\(columns)", #"{"layout":"table","columns":\#(columns)}"#, width: 240, height: 400,
                isPrepared: columns != unprepared)
        }
        try store.define("flow", #"{"layout":"flow"}"#, width: 240, height: 400)
        var options = BrowserServer.Options()
        options.ladder = ladder
        options.isEditable = unprepared != nil
        return BrowsedStore(directory: directory, store: store, options: options)
    }

    /// A change from “t1” to another layout.
    private func transition(
        _ browsed: BrowsedStore, _ target: String, item: Int, fraction: String = "0,0", place: String
    ) throws -> JSONAnswer {
        let places = "fraction=\(fraction)&place=\(place)&goal=\(place)&size=240,400&scale=1"
        return try browsed.get("/api/transition?layout=t1&to=\(target)&section=0&item=\(item)&\(places)")
    }

    private func rungs(_ browsed: BrowsedStore, _ layout: String) throws -> [String] {
        let answer = try browsed.get("/api/ladder?layout=\(layout)")
        try #require(answer["rungs"] != nil)
        return answer.texts("rungs", "name").compactMap(\.self)
    }

    @Test("The layouts that differ in columns are a ladder by themselves, and a list of names is another")
    func order() throws {
        let own = try makeStore()
        #expect(try rungs(own, "t3") == ["t1", "t3", "t8"])
        #expect(try rungs(own, "flow").isEmpty)
        let named = try makeStore(ladder: ["flow", "t8"])
        #expect(try rungs(named, "t8") == ["flow", "t8"])
        #expect(try rungs(named, "t1") == ["t1", "t3", "t8"])
    }

    @Test("A rung that was never laid out is left out, unless the page may lay it out")
    func unprepared() throws {
        let editing = try makeStore(unprepared: 3)
        #expect(try rungs(editing, "t1") == ["t1", "t3", "t8"])
        let answer = try transition(editing, "t3", item: 500, fraction: "0,0.5", place: "0,100")
        #expect(answer.status == 200 && answer["to"] == "[160,3320,80,20]")
        let store = try LayoutStore(path: editing.directory.file("s.db"), mode: .readOnly)
        try editing.store.removeLayout("t3")
        try editing.store.define("t4", #"{"layout":"table","columns":4}"#, width: 240, height: 400, isPrepared: false)
        let reading = BrowsedStore(directory: editing.directory, store: store, options: BrowserServer.Options())
        #expect(try rungs(reading, "t1") == ["t1", "t8"])
    }

    @Test("The hits of a search have the same ladder, laid out or not, and a change leads from one to another")
    func hits() throws {
        let browsed = try makeStore(unprepared: nil)
        try browsed.store.define("t2", #"{"layout":"table","columns":2}"#, width: 240, height: 400, isPrepared: false)
        #expect(try rungs(browsed, "t1&hits=k95") == ["t1", "t2", "t3", "t8"])
        // k95 and k950 to k959: the fifth of eleven is k954, in the second row of three columns and the third of two.
        for (columns, frame) in [(3, "[80,20,80,20]"), (2, "[0,40,120,20]")] {
            let answer = try transition(browsed, "t\(columns)&hits=k95", item: 4, place: "0,80")
            #expect(answer.status == 200 && answer["from"] == "[0,80,240,20]" && answer["to"] == frame)
            #expect(answer["layout.items"] == "11")
            #expect(try browsed.get("/api/layout?layout=t\(columns)&hits=k95")["items"] == "11")
        }
    }

    @Test("A change holds the elements of both layouts, each with its frames and opacities")
    func transition() throws {
        let browsed = try makeStore()
        // The item 500 is at y = 10,000 in one column, and at 1,240 in eight; both are shown 100 points down.
        let answer = try transition(browsed, "t8", item: 500, place: "0,100")
        #expect(answer.status == 200 && answer["layout.name"] == "t8")
        #expect(answer["from"] == "[0,10000,240,20]" && answer["to"] == "[120,1240,30,20]")
        let numbers = answer.rows("elements.numbers", of: 7)
        let frames = answer.rows("elements.frames", of: 4)
        let opacities = answer.rows("opacities", of: 2)
        // One column shows rows 495 to 514; eight columns show rows 57 to 76, some of them near in the source.
        var seen: Set<Int> = []
        for (index, target) in answer.rows("targets", of: 4).enumerated() {
            let item = Int(numbers[index][3])
            seen.insert(item)
            let isShown = (495..<515).contains(item)
            let isShownLater = (57 * 8..<77 * 8).contains(item)
            #expect(opacities[index] == [isShown ? 1 : 0, isShownLater ? 1 : 0])
            #expect(target == [Double(item % 8) * 30, Double(item / 8) * 20, 30, 20])
            if isShown { #expect(frames[index] == [0, Double(item) * 20, 240, 20]) }
        }
        #expect(seen == Set(495..<515).union(57 * 8..<77 * 8))
        #expect(answer.numbers("depths").count == seen.count)
    }

    @Test("A piece of a contact sheet has the average of a field's numbers, or its most frequent word")
    func values() throws {
        let directory = try ScratchDirectory()
        let store = try LayoutStore(path: directory.file("s.db"))
        let values = [
            (50, "2"), (50, "4"), (70, "10"), (30, #""ink""#), (40, #""tea""#), (60, #""ink""#), (100, "null"),
        ]
        let items = values.flatMap { Array(repeating: $0.1, count: $0.0) }.enumerated().map { index, value in
            SourceItem(section: "all", key: "k\(index)", width: 10, height: 10, payload: #"{"v":\#(value)}"#)
        }
        try store.importItems(items, options: ImportOptions(dataset: "data", mode: .replace))
        try store.define("t", #"{"layout":"table"}"#, width: 100, height: 400)
        var options = BrowserServer.Options()
        options.fields.tint = try store.itemFields(["$.v"]).first
        let browsed = BrowsedStore(directory: directory, store: store, options: options)
        let answer = try browsed.get("/api/pieces?layout=t&from=0&to=5000&count=5&values=1")
        // Of 2 and 4, of 10 with less ink, and of ink with less tea.
        #expect(answer["values"] == #"[3,10,"ink",null,null]"#)
    }

    @Test(
        "A change that cannot be is refused with a sentence",
        arguments: [
            ("layout=t1&to=none", "size=240,400&scale=1", 404), ("layout=t1&to=t3", "size=240,400&scale=0", 400),
            ("layout=t1&to=t3", "size=0,400&scale=1", 400), ("layout=t1&to=t3", "size=240&scale=1", 400),
            ("layout=t1", "size=240,400&scale=1", 400), ("layout=t1&to=t3&more=1", "size=240,400&scale=1", 400),
        ])
    func refusals(layouts: String, size: String, status: Int) throws {
        let answer = try makeStore().get(
            "/api/transition?\(layouts)&section=0&item=5&fraction=0,0&place=0,0&goal=0,0&\(size)")
        #expect(answer.status == status && answer.hasSentence)
    }
}
