import LayoutCache
import LayoutTestSupport
import Testing

/// Cells that size themselves.
@MainActor @Suite(.serialized) struct SelfSizingTests {
    @Test("A cell whose size is kept for later is asked for it once")
    func keptForLater() async throws {
        let scene = try AdapterScene(items: 200, lockTimeout: .seconds(5))
        scene.layout.updates.contests = 2
        scene.view.measuredHeight = { _ in 60 }
        scene.layOutAgain()
        #expect(scene.view.mostPasses <= 3 && scene.view.screen["k1"]?.height == 40)
        // The view shows the latest state: none comes that they could wait for.
        try await scene.refresh()
        scene.view.layoutIfNeeded()
        #expect(scene.view.screen["k1"]?.height == 60)
        try await scene.expectSound()
    }

    @Test(
        "Scrolling up through rows that turn out higher moves what is on the screen by the drag alone",
        arguments: [false, true])
    func measuresUpwards(isHeld: Bool) async throws {
        let scene = try AdapterScene(items: 2000, lockTimeout: .seconds(5))
        scene.layout.scroll(toContentOffset: LayoutPoint(x: 0, y: 40_000))
        scene.view.measuredHeight = { _ in 100 }
        if isHeld { scene.view.touch() }
        scene.view.layoutIfNeeded()
        let written = scene.view.offsetsWritten
        for step in 0..<150 {
            let before = scene.view.screen
            scene.view.drag(by: -10)
            for (key, frame) in scene.view.screen {
                guard let former = before[key], former.height == 100, frame.height == 100 else { continue }
                #expect(abs(frame.minY - former.minY - 10) < 0.5, "step \(step): \(key)")
            }
        }
        if isHeld {
            #expect(scene.view.offsetsWritten == written)
            scene.view.release()
        }
        #expect(try scene.wall.contentSize().height > 80_000)
        let before = scene.view.screen
        scene.layout.settle()
        scene.view.layoutIfNeeded()
        #expect(scene.view.screen == before && scene.place == LayoutRect(scene.view.bounds))
        try await scene.expectSound()
    }

    @Test("A cell of a conversation that is measured at rest moves none below it, although they have just come")
    func measuresAtRest() async throws {
        let scene = try AdapterScene(items: 1000, keeping: .end, lockTimeout: .seconds(5))
        scene.scroll(to: 8000)
        scene.view.drag(by: 300)
        // A pass after the one of the movement.
        scene.layOutAgain()
        let before = scene.view.screen
        let rows = before.sorted { $0.value.minY < $1.value.minY }.map(\.key)
        scene.view.measuredHeight = { $0.key == rows[7] ? 100 : 40 }
        scene.layOutAgain()
        #expect(scene.view.screen[rows[7]]?.height == 100)
        for row in rows[8...] { #expect(scene.view.screen[row] == before[row], "\(row)") }
        try await scene.expectSound()
    }

    @Test(
        "A row that others made lower and that prefers its height moves no row but what comes before it",
        arguments: ["", "with a deletion", "overtaken", "refreshed twice"])
    func prefersFormerHeight(change: String) async throws {
        let scene = try AdapterScene(
            items: 1000, definition: #"{"layout":"table","estimatedRowHeight":40,"selfSizing":"always"}"#,
            lockTimeout: .seconds(5))
        scene.view.measuredHeight = { $0.key == "k200" ? 80 : 40 }
        scene.scroll(to: 8000)
        scene.layout.scroll(toItem: .key("k200"))
        scene.view.layoutIfNeeded()
        let before = scene.view.screen
        #expect(before["k201"]?.minY == 80 && before["k199"] == nil)
        try scene.execute(
            "UPDATE item SET height = 40 WHERE key = 'k200'",
            "DELETE FROM item WHERE key = 'k206' AND \(change == "with a deletion")")
        if change == "overtaken" {
            // The store has other data than the view when the cell prefers its height.
            var isFirst = true
            scene.view.measuredHeight = { [store = scene.store] element in
                guard element.key == "k200" else { return 40 }
                if isFirst { try? store.execute("UPDATE item SET height = 41 WHERE key = 'k900'") }
                isFirst = false
                return 80
            }
        }
        try await scene.refresh()
        if change == "refreshed twice" { try await scene.refresh() }
        try await scene.expectSound()
        #expect(scene.view.screen["k200"]?.height == 80 && scene.view.screen["k201"] == before["k201"])
    }
}
