import LayoutCache
import LayoutTestSupport
import Testing

/// Views that get another size, and views of one layout beside each other.
@MainActor
@Suite(.serialized) struct TurningTests {
    private let adapter = AdapterTests()

    @Test("After a turn of the device the same rows are on the screen, far down in many sections")
    func turns() async throws {
        let scene = try adapter.makeScene(
            items: 10_000,
            definition: #"{"layout":"flow","itemSize":{"width":70,"height":50},"header":{"height":30}}"#,
            sections: 100)
        scene.layout.scroll(toContentOffset: LayoutPoint(x: 0, y: 9600))
        scene.view.layoutIfNeeded()
        let former = Set(scene.view.screen.keys)
        scene.view.resize(to: CGSize(width: 480, height: 320))
        #expect(!scene.view.screen.isEmpty)
        try await StrictTests.wait(scene) { scene.layout.snapshot?.containerSize.width == 480 }
        #expect(scene.view.screen.count > 10 && !former.isDisjoint(with: scene.view.screen.keys))
        try await StrictTests.quiet(scene)
        // And back, to what is laid out already: at once.
        scene.view.resize(to: CGSize(width: 320, height: 480))
        #expect(scene.layout.snapshot?.containerSize.width == 320 && !former.isDisjoint(with: scene.view.screen.keys))
        try await StrictTests.quiet(scene)
        try await StrictTests.expectSound(scene)
    }

    @Test("Two windows of one layout do not fight, and a window that is dragged has its size laid out once")
    func twoWindows() async throws {
        let scene = try adapter.makeScene(
            items: 2000, definition: #"{"layout":"flow","itemSize":{"width":50,"height":50}}"#)
        let layout = StoredCollectionViewLayout(scene.wall)
        let view = StrictCollectionView(
            frame: CGRect(x: 0, y: 0, width: 480, height: 320), collectionViewLayout: layout)
        let dataSource = AdapterTests.makeDataSource(view, layout)
        view.layoutIfNeeded()
        try await StrictTests.wait(scene) { layout.snapshot?.containerSize.width == 480 }
        try await StrictTests.quiet(scene)
        #expect(scene.layout.snapshot?.containerSize.width == 320)
        let names = try scene.store.layoutNames().count
        for width in 1...30 {
            view.resize(to: CGSize(width: 480 + width, height: 320))
            try await Task.sleep(for: .milliseconds(1))
        }
        try await StrictTests.wait(scene) { layout.snapshot?.containerSize.width == 510 }
        #expect(try scene.store.layoutNames().count <= names + 4)
        #expect(scene.layout.snapshot?.containerSize.width == 320 && view.crashes.isEmpty)
        withExtendedLifetime(dataSource) {}
        try await StrictTests.expectSound(scene)
    }

    @Test("Layouts of sizes that do not come back are removed; a view that shows one has it made again")
    func formerSizes() async throws {
        let scene = try adapter.makeScene(
            items: 300, definition: #"{"layout":"flow","itemSize":{"width":50,"height":50}}"#)
        scene.view.resize(to: CGSize(width: 480, height: 320))
        try await StrictTests.wait(scene) { scene.layout.snapshot?.containerSize.width == 480 }
        for width in 500..<510 { _ = try await scene.wall.sized(for: LayoutSize(width: Double(width), height: 320)) }
        #expect(
            try Set(scene.store.layoutNames()) == Set(["wall"] + (504..<510).map { "wall@\($0)x320" }))
        try adapter.change(scene, "DELETE FROM item WHERE key = 'k3'")
        scene.layout.requestUpdate()
        try await StrictTests.wait(scene) { scene.view.counts == [299] && scene.view.screen["k3"] == nil }
        #expect(scene.layout.snapshot?.name == "wall@480x320" && scene.view.screen.count > 20)
        try await StrictTests.expectSound(scene)
    }

    @Test("A turn for which no layout can be made shows what there is, reports once, and is tried again")
    func failingTurn() async throws {
        let scene = try adapter.makeScene(
            items: 300, definition: #"{"layout":"flow","itemSize":{"width":50,"height":50}}"#)
        try AdapterTests.execute(
            scene.store, "CREATE TRIGGER full BEFORE INSERT ON layout BEGIN SELECT RAISE(ABORT, 'full'); END")
        scene.view.resize(to: CGSize(width: 480, height: 320))
        try await StrictTests.wait(scene) { scene.layout.updates.failures > 1 }
        #expect(scene.view.screen.count > 20 && scene.faults.errors.count == 1)
        try AdapterTests.execute(scene.store, "DROP TRIGGER full")
        try await StrictTests.wait(scene) { scene.layout.snapshot?.containerSize.width == 480 }
        try await StrictTests.quiet(scene)
        #expect(scene.view.crashes.isEmpty && scene.faults.errors.count == 1)
    }

    @Test("Nine views that are reloaded at once all get their snapshot")
    func manyViews() async throws {
        let scene = try adapter.makeScene(items: 200)
        var scenes: [(StrictCollectionView, StoredCollectionViewLayout, LayoutCollectionViewDataSource)] = []
        for _ in 0..<20 {
            let layout = StoredCollectionViewLayout(scene.wall)
            let view = StrictCollectionView(
                frame: CGRect(origin: .zero, size: AdapterTests.phone), collectionViewLayout: layout)
            let dataSource = AdapterTests.makeDataSource(view, layout)
            layout.onFault = { Issue.record("\($0)") }
            view.layoutIfNeeded()
            scenes.append((view, layout, dataSource))
        }
        try adapter.change(scene, "DELETE FROM item WHERE key = 'k3'")
        for (view, _, dataSource) in scenes {
            dataSource.show(try await scene.wall.snapshot())
            view.layoutIfNeeded()
            #expect(view.counts == [199] && view.screen["k3"] == nil && view.crashes.isEmpty)
        }
        // A closed one leaves those alone that share its state.
        scenes.removeLast().1.snapshot?.close()
        #expect(try scenes.allSatisfy { try $0.1.snapshot?.numberOfItems(inSection: 0) == 199 })
    }
}
