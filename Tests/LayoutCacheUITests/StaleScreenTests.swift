import LayoutCache
import LayoutTestSupport
import Testing

/// Parts of the content that are counted, and not laid out yet, on the screen.
@MainActor
@Suite(.serialized) struct StaleScreenTests {
    @Test("Items of a part that was only counted stay in place when that part is laid out")
    func laidOutLater() async throws {
        let scene = try AdapterScene(items: 6000)
        // Some in each run, so that every band is counted again.
        try scene.execute(
            "INSERT INTO item (section_id, position, key) SELECT 0, id + 0.5, 'n' || id FROM item WHERE id % 10 = 3",
            "UPDATE item SET height = 60 WHERE id % 7 = 0")
        try await scene.refresh()
        #expect(scene.view.counts == [6600])
        // Into what is not laid out.
        scene.view.drag(by: 50_000)
        let stale = try scene.layout.snapshot?.naturalCells(in: scene.place)
        #expect(stale?.contains { $0.isStale } == true)
        let before = scene.view.screen
        #expect(before.count > 9)
        scene.store.suspend()
        scene.store.resume()
        try scene.change()
        scene.view.drag(by: 7)
        #expect(scene.layout.snapshot?.isComplete == true)
        let places = before.sorted { $0.value.minY < $1.value.minY }
        let first = try #require(places.first { $0.value.size == scene.view.screen[$0.key]?.size })
        #expect(scene.view.screen[first.key]?.minY == first.value.minY - 7)
        try await scene.expectSound()
    }

    @Test("After a suspension keys lead to their items, and a jump to its item, before another state is shown")
    func suspended() async throws {
        let scene = try AdapterScene(items: 1000)
        scene.store.suspend()
        scene.layOutAgain()
        scene.store.resume()
        #expect(scene.layout.snapshot?.isOpen == false)
        #expect(scene.dataSource.indexPath(forKey: "k700") == [0, 700])
        scene.layout.scroll(toItem: .key("k700"), at: .top)
        try await scene.wait { scene.view.screen["k700"]?.minY == 0 }
        try await scene.expectSound()
    }

    @Test(
        "While a store is suspended, the anchor is the one of the screen", arguments: [ScrollAnchor.Edge.start, .end])
    func anchorOfSuspended(edge: ScrollAnchor.Edge) throws {
        let scene = try AdapterScene(
            items: 1000, definition: #"{"layout":"flow","itemSize":{"width":50,"height":50},"contentInsets":12}"#,
            sections: 3, keeping: edge)
        scene.scroll(to: 2013)
        var shown = try #require(scene.layout.anchor)
        shown.key = nil
        scene.store.suspend()
        #expect(scene.layout.anchor == shown)
        scene.store.resume()
    }

    @Test("A store that is suspended right after another state was shown leaves that state on the screen")
    func suspendedBeforeAPass() async throws {
        let scene = try AdapterScene(items: 300)
        scene.scroll(to: 4000)
        try scene.change("DELETE FROM item WHERE key = 'k3'")
        let before = scene.view.screen
        scene.layout.reload(try scene.wall.snapshot())
        scene.store.suspend()
        scene.view.layoutIfNeeded()
        // Their contents cannot be read, and are filled in later.
        #expect(scene.view.counts == [299] && scene.view.cells.count == before.count)
        scene.store.resume()
        try await scene.wait { scene.view.screen == before }
        #expect(scene.view.crashes == [])
    }

    @Test("A cell shows its item's content while a state that was only counted cannot be read")
    func contentOfUnread() async throws {
        let scene = try AdapterScene(items: 2000, sections: 4)
        scene.scroll(to: 60_000)
        for key in ["k1203", "k1303"] {
            try scene.execute("DELETE FROM item WHERE key = '\(key)'")
            try scene.show()
        }
        scene.scroll(to: 61_000)
        try scene.execute("DELETE FROM item WHERE key = 'k1403'")
        scene.store.suspend()
        scene.store.resume()
        let shown = scene.view.onScreen
        #expect(scene.layout.snapshot?.isOpen == false && shown.count > 10)
        for (path, key) in shown { #expect(scene.dataSource.content(at: path)?.key == key, "\(path)") }
        try await scene.expectSound()
    }

    @Test("Rows stay at their places through a state that was shown before it was counted", arguments: [0.0, 7])
    func throughUncounted(distance: Double) async throws {
        let scene = try AdapterScene(
            items: 1000, data: "UPDATE item SET height = 30 + id * 7 % 61", keeping: .end)
        scene.scroll(to: 20_000)
        let before = scene.view.screen.sorted { $0.value.minY < $1.value.minY }
        let removed = before[before.count / 2]
        try scene.execute("DELETE FROM item WHERE key = '\(removed.key)'")
        try scene.show()
        #expect(scene.layout.snapshot?.freshness.isCounted == false)
        if distance != 0 { scene.view.drag(by: distance) }
        try await scene.refresh()
        scene.view.layoutIfNeeded()
        for (key, frame) in before {
            let place = frame.minY > removed.value.minY ? frame.minY : frame.minY + removed.value.height
            #expect(key == removed.key || scene.view.screen[key]?.minY == place - distance, "\(key)")
        }
        try await scene.expectSound()
    }
}
