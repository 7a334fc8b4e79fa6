import Foundation
import LayoutCache
import LayoutCacheTools
import LayoutTestSupport
import Testing
@testable import LayoutBrowser

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
        var options = BrowserOptions()
        options.ladder = ladder
        options.isEditable = unprepared != nil
        return BrowsedStore(directory: directory, store: store, options: options)
    }

    private func rungs(_ browsed: BrowsedStore, _ layout: String) throws -> [String] {
        let rungs = try #require(try browsed.get("/api/ladder?layout=\(layout)").value["rungs"] as? [[String: Any]])
        return rungs.compactMap { $0["name"] as? String }
    }

    @Test("The layouts that differ in columns are a ladder by themselves, and a list of names is another")
    func order() throws {
        let own = try makeStore()
        #expect(try rungs(own, "t3") == ["t1", "t3", "t8"])
        #expect(try rungs(own, "flow").isEmpty)
        let named = try makeStore(ladder: ["flow", "t8"])
        #expect(try rungs(named, "t8") == ["flow", "t8"])
        #expect(try rungs(named, "t1") == ["t1", "t3", "t8"])
        #expect(try own.get("/api/ladder?layout=none").status == 404)
    }

    @Test("A rung that was never laid out is left out, unless the page may lay it out")
    func unprepared() throws {
        let editing = try makeStore(unprepared: 3)
        #expect(try rungs(editing, "t1") == ["t1", "t3", "t8"])
        let answer = try editing.get(
            "/api/transition?layout=t1&to=t3&section=0&item=500&fraction=0,0.5&place=0,100&goal=0,100"
                + "&size=240,400&scale=1"
        )
        #expect(answer.status == 200 && answer.value["to"] as? [Double] == [160, 3320, 80, 20])
        let store = try LayoutStore(path: editing.directory.file("s.db"), mode: .readOnly)
        try editing.store.removeLayout("t3")
        try editing.store.define(
            "t4", #"{"layout":"table","columns":4}"#, width: 240, height: 400, isPrepared: false)
        let reading = BrowsedStore(directory: editing.directory, store: store, options: BrowserOptions())
        #expect(try rungs(reading, "t1") == ["t1", "t8"])
    }

    @Test("The hits of a search have the same ladder, laid out or not, and a change leads from one to another")
    func hits() throws {
        let browsed = try makeStore(unprepared: nil)
        try browsed.store.define(
            "t2", #"{"layout":"table","columns":2}"#, width: 240, height: 400, isPrepared: false)
        #expect(try rungs(browsed, "t1&hits=k95") == ["t1", "t2", "t3", "t8"])
        // k95 and k950 to k959: the fifth of eleven is k954, in the second row of three columns and the third of two.
        for (columns, frame) in [(3, [80.0, 20, 80, 20]), (2, [0, 40, 120, 20])] {
            let answer = try browsed.get(
                "/api/transition?layout=t1&hits=k95&to=t\(columns)&section=0&item=4&fraction=0,0&place=0,80&goal=0,80"
                    + "&size=240,400&scale=1")
            #expect(answer.status == 200 && answer.value["from"] as? [Double] == [0, 80, 240, 20])
            #expect(answer.value["to"] as? [Double] == frame)
            #expect((answer.value["layout"] as? [String: Any])?["items"] as? Int == 11)
            #expect(try browsed.get("/api/layout?layout=t\(columns)&hits=k95").value["items"] as? Int == 11)
        }
    }

    @Test("A change holds the elements of both layouts, each with its frames and opacities")
    func transition() throws {
        let browsed = try makeStore()
        // The item 500 is at y = 10,000 in one column, and at 1,240 in eight; both are shown 100 points down.
        let answer = try browsed.get(
            "/api/transition?layout=t1&to=t8&section=0&item=500&fraction=0,0&place=0,100&goal=0,100"
                + "&size=240,400&scale=1"
        )
        let value = answer.value
        #expect(answer.status == 200 && (value["layout"] as? [String: Any])?["name"] as? String == "t8")
        #expect(value["from"] as? [Double] == [0, 10_000, 240, 20] && value["to"] as? [Double] == [120, 1240, 30, 20])
        let elements = try #require(value["elements"] as? [String: Any])
        let numbers = try #require(elements["numbers"] as? [Int])
        let frames = try #require(elements["frames"] as? [Double])
        let targets = try #require(value["targets"] as? [Double])
        let opacities = try #require(value["opacities"] as? [Double])
        // One column shows rows 495 to 514; eight columns show rows 57 to 76, of which some are near in the source.
        var seen: Set<Int> = []
        for index in 0..<targets.count / 4 {
            let item = numbers[7 * index + 3]
            seen.insert(item)
            let isShown = (495..<515).contains(item)
            let isShownLater = (57 * 8..<77 * 8).contains(item)
            #expect(opacities[2 * index] == (isShown ? 1 : 0) && opacities[2 * index + 1] == (isShownLater ? 1 : 0))
            let target = Array(targets[4 * index..<4 * index + 4])
            #expect(target == [Double(item % 8) * 30, Double(item / 8) * 20, 30, 20])
            if isShown { #expect(Array(frames[4 * index..<4 * index + 4]) == [0, Double(item) * 20, 240, 20]) }
        }
        #expect(seen == Set(495..<515).union(57 * 8..<77 * 8))
        #expect((value["depths"] as? [Int])?.count == seen.count)
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
        var options = BrowserOptions()
        options.fields.tint = try store.itemFields(["$.v"]).first
        let browsed = BrowsedStore(directory: directory, store: store, options: options)
        let value = try browsed.get("/api/pieces?layout=t&from=0&to=5000&count=5").value
        let found = try #require(value["values"] as? [Any])
        // Of 2 and 4, of 10 with less ink, and of ink with less tea.
        #expect(found.prefix(2).compactMap { $0 as? Int } == [3, 10])
        #expect(found[2] as? String == "ink" && found[3] is NSNull && found[4] is NSNull)
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
        #expect(answer.status == status && (answer.value["error"] as? String ?? "").count > 10)
    }
}
