import Foundation
import LayoutCache
import LayoutSQLite
import LayoutTestSupport
import Testing
@testable import LayoutBrowser

/// The page's folds of sections and of outlines, and how it shows them.
@Suite struct BrowserFoldTests {
    /// Two sections of ten items that are 20 points high, at the levels 0 1 2 2 1 0 1 1 0 0.
    private func makeTree() throws -> BrowsedStore {
        let directory = try ScratchDirectory()
        let store = try LayoutStore(path: directory.file("s.db"))
        let levels = [0, 1, 2, 2, 1, 0, 1, 1, 0, 0]
        let items = (0..<20).map { index in
            SourceItem(section: "Part \(index / 10)", key: "k\(index)", height: 20, level: levels[index % 10])
        }
        try store.importItems(items, options: ImportOptions(dataset: "data", mode: .replace))
        try store.define("tree", #"{"layout":"table"}"#)
        try store.define("grid", #"{"layout":"table","columns":2}"#)
        var options = BrowserServer.Options()
        options.isEditable = true
        return BrowsedStore(directory: directory, store: store, options: options)
    }

    /// Sets the state of a section or an item; of all if neither is named.
    private func fold(
        _ browsed: BrowsedStore, _ place: String, _ state: String, in layout: String = "tree"
    ) throws -> JSONAnswer { try browsed.edit("/api/fold?layout=\(layout)&rect=0,0,320,480&\(place)&state=\(state)") }

    /// The rows of the first section, each by its key and its place in the outline.
    private func rows(_ browsed: BrowsedStore, of layout: String = "tree") throws -> [String] {
        let scene = try browsed.get("/api/scene?layout=\(layout)&rect=0,0,320,480")
        let keys = scene.texts("elements.texts")
        let places = scene.texts("elements.outline")
        let found = places.indices.map { index in "\(keys[index * 3] ?? "") \(places[index] ?? "")" }
        let tops = scene.rows("elements.frames", of: 4).map { $0[1] }
        return zip(found, tops).sorted { $0.1 < $1.1 }.map(\.0)
    }

    @Test("Rows have their levels, and whether a branch is below them and is collapsed")
    func outline() throws {
        let browsed = try makeTree()
        #expect(
            try rows(browsed).prefix(10) == [
                "k0 1", "k1 5", "k2 8", "k3 8", "k4 4", "k5 1", "k6 4", "k7 4", "k8 0", "k9 0",
            ])
        #expect(try fold(browsed, "of=k:k1", "collapsed")["items"] == "18")
        #expect(try fold(browsed, "of=k:k8", "collapsed")["items"] == "18")
        #expect(try rows(browsed).prefix(8) == ["k0 1", "k1 7", "k4 4", "k5 1", "k6 4", "k7 4", "k8 0", "k9 0"])
        #expect(try browsed.get("/api/item?layout=tree&of=k:k1")["outline"] == "7")
        #expect(try rows(browsed, of: "grid").isEmpty)
        #expect(try fold(browsed, "of=k:k1", "expanded")["items"] == "20")
    }

    @Test("A follower of an outline has its own levels, and collapses by the ids that it shows")
    func follower() throws {
        let browsed = try makeTree()
        let store = browsed.store
        try store.follow(Following(dataset: "data", as: "flat", where: "key NOT IN ('k2', 'k3', 'k12', 'k13')"))
        try store.pool.write { connection in
            try connection.run(
                "UPDATE item SET level = (SELECT o.level FROM item AS o WHERE o.id = item.original_id) "
                    + "WHERE original_id IS NOT NULL")
        }
        try store.defineLayout(
            "flat", dataset: "flat", definition: LayoutDefinition(json: #"{"layout":"table"}"#),
            container: LayoutSize(width: 320, height: 480))
        try store.prepare("flat")
        #expect(try rows(browsed, of: "flat").prefix(4) == ["k0 1", "k1 4", "k4 4", "k5 1"])
        #expect(try fold(browsed, "of=k:k0", "collapsed", in: "flat")["items"] == "14")
        #expect(try rows(browsed, of: "flat").prefix(2) == ["k0 3", "k5 1"])
        #expect(try browsed.get("/api/item?layout=flat&of=k:k6&containing=1")["key"] == "k5")
    }

    @Test("A hidden item shows when its section is expanded, and the branches around it")
    func revealing() throws {
        let browsed = try makeTree()
        _ = try fold(browsed, "of=k:k1", "collapsed")
        _ = try fold(browsed, "of=k:k0", "collapsed")
        _ = try fold(browsed, "of=k:k5", "collapsed")
        #expect(try fold(browsed, "section=0", "collapsed")["items"] == "10")
        let hit = try browsed.get("/api/search?layout=tree&text=k3")
        #expect(hit["hits.0.isHidden"] == "true" && hit["hits.0.hidingID"] == "null")
        #expect(try fold(browsed, "of=k:k3", "revealed")["items"] == "18")
        #expect(try rows(browsed).prefix(7) == ["k0 1", "k1 5", "k2 8", "k3 8", "k4 4", "k5 3", "k8 0"])
        #expect(try browsed.get("/api/search?layout=tree&text=k3")["hits.0.isHidden"] == "false")
        let inner = try browsed.get("/api/search?layout=tree&text=k6")
        let hider = try browsed.get("/api/item?layout=tree&of=k:k5")["id"]
        #expect(inner["hits.0.isHidden"] == "true" && inner["hits.0.hidingID"] == hider)
    }

    @Test("All branches collapse and expand; if there are none, all sections do")
    func everything() throws {
        let browsed = try makeTree()
        #expect(try fold(browsed, "", "collapsed")["items"] == "8")
        #expect(try rows(browsed) == ["k0 3", "k5 3", "k8 0", "k9 0", "k10 3", "k15 3", "k18 0", "k19 0"])
        #expect(try fold(browsed, "of=k:k0", "expanded")["items"] == "10")
        #expect(try rows(browsed).prefix(3) == ["k0 1", "k1 7", "k4 4"])
        #expect(try fold(browsed, "", "expanded")["items"] == "20")
        #expect(try fold(browsed, "", "collapsed", in: "grid")["items"] == "0")
        #expect(try fold(browsed, "", "expanded", in: "grid")["items"] == "20")
        #expect(try fold(browsed, "of=k:k0", "collapsed", in: "grid").hasSentence)
    }

    @Test("The item that contains another is the nearest one of a lower level")
    func containing() throws {
        let browsed = try makeTree()
        for (item, container) in [("k3", "k1"), ("k1", "k0"), ("k4", "k0"), ("k7", "k5"), ("k17", "k15")] {
            #expect(try browsed.get("/api/item?layout=tree&of=k:\(item)&containing=1")["key"] == container)
        }
        for item in ["k0", "k8", "k10"] {
            let answer = try browsed.get("/api/item?layout=tree&of=k:\(item)&containing=1")
            #expect(answer.status == 404 && answer.hasSentence)
        }
    }

    @Test("A section or an item that is not there is not folded")
    func missing() throws {
        for place in ["section=2", "of=k:none", "of=i:999"] {
            #expect(try fold(makeTree(), place, "collapsed").status == 404)
        }
    }
}
