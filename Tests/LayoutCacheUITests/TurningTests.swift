import LayoutCache
import LayoutTestSupport
import Testing

/// Views that get another size, and views of one layout beside each other.
@MainActor
@Suite(.serialized) struct TurningTests {
    @Test("After a turn of the device the same rows are on the screen, far down in many sections")
    func turns() async throws {
        let scene = try AdapterScene(
            items: 10_000,
            definition: #"{"layout":"flow","itemSize":{"width":70,"height":50},"header":{"height":30}}"#,
            sections: 100)
        scene.scroll(to: 9600)
        let former = Set(scene.view.screen.keys)
        let first = try #require(try scene.layout.snapshot?.anchor(at: LayoutPoint(x: 0, y: 9600))?.key)
        scene.view.resize(to: AdapterScene.turned)
        #expect(!scene.view.screen.isEmpty && scene.layout.snapshot?.containerSize.width == 320)
        try await scene.turn()
        #expect(scene.view.screen.count > 10 && scene.view.screen[first] != nil)
        try await scene.quiet()
        // And back, to what is laid out already: at once.
        scene.view.resize(to: AdapterScene.phone)
        #expect(scene.layout.snapshot?.containerSize.width == 320 && !former.isDisjoint(with: scene.view.screen.keys))
        try await scene.expectSound()
    }

    @Test(
        "A view that has no size for a while shows the same rows again, or the one to which it was sent",
        arguments: [CGSize.zero, CGSize(width: 320, height: 0), CGSize(width: 0, height: 480)],
        [ScrollAnchor.Edge.start, .end])
    func hidden(size: CGSize, edge: ScrollAnchor.Edge) async throws {
        let scene = try await AdapterScene(items: 900, keeping: edge, lockTimeout: .seconds(5)).observing()
        scene.view.measuredHeight = { 36 + Double(($0.attributes.itemID ?? 0) &* 7919 % 185) }
        scene.scroll(to: 15_000)
        try await scene.quiet()
        let before = scene.view.screen
        for (jump, count) in [(nil, 950), ("k10", 1000)] {
            scene.view.resize(to: size)
            try scene.insertInFront(50, after: count - 950)
            if let jump { scene.layout.scroll(toItem: .key(jump), at: .top) }
            try await scene.wait { scene.view.counts == [count] }
            scene.view.resize(to: AdapterScene.phone)
            try await scene.quiet()
            #expect(jump.map { scene.view.screen[$0]?.minY == 0 } ?? (scene.view.screen == before))
        }
        try await scene.expectSound()
    }

    @Test("A first rotation that was announced shows the other layout in its first frame, at the same rows")
    func announced() async throws {
        let scene = try AdapterScene(items: 10_000, definition: AdapterScene.tiles)
        scene.scroll(to: 9000)
        try await scene.quiet()
        let first = try #require(scene.layout.anchor?.key)
        scene.layout.viewWillTransition(to: AdapterScene.turned)
        #expect(scene.layout.snapshot?.containerSize.width == 320)
        scene.view.resize(to: AdapterScene.turned)
        #expect(scene.layout.snapshot?.containerSize.width == 480)
        #expect(scene.view.screen.count > 40 && scene.view.screen[first] != nil)
        let screen = scene.view.screen
        try await scene.wait { scene.layout.snapshot?.isComplete == true }
        try await scene.expectSound()
        #expect(scene.view.screen == screen)
    }

    @Test("Two windows of one layout do not fight, and a window that is dragged has its size laid out once")
    func twoWindows() async throws {
        let scene = try AdapterScene(items: 2000, definition: AdapterScene.tiles)
        let other = scene.openAnother(size: AdapterScene.turned)
        let (layout, view) = (other.layout, other.view)
        try await scene.wait { layout.snapshot?.containerSize.width == 480 }
        try await scene.quiet()
        #expect(scene.layout.snapshot?.containerSize.width == 320)
        let names = try scene.store.layouts().count
        let dragged = try await ContinuousClock().measure {
            for width in 1...30 {
                view.resize(to: CGSize(width: 480 + width, height: 320))
                try await Task.sleep(for: .milliseconds(1))
            }
        }
        try await scene.wait { layout.snapshot?.containerSize.width == 510 }
        // On a busy machine the window rests in between.
        let rests = Int(dragged / StoredCollectionViewLayout.BackgroundUpdates.settlingTime)
        #expect(try scene.store.layouts().count <= names + 4 + rests)
        #expect(scene.layout.snapshot?.containerSize.width == 320 && view.crashes.isEmpty)
        try await scene.expectSound()
    }

    @Test("Layouts of sizes that do not come back are removed; a view that shows one has it made again")
    func formerSizes() async throws {
        let scene = try AdapterScene(items: 300, definition: AdapterScene.tiles)
        try await scene.turn()
        for width in 500..<510 { _ = try await scene.wall.sized(for: LayoutSize(width: Double(width), height: 320)) }
        #expect(try Set(scene.store.layouts().map(\.name)) == Set(["wall"] + (504..<510).map { "wall@\($0)x320" }))
        try scene.change("DELETE FROM item WHERE key = 'k3'")
        scene.layout.requestUpdate()
        try await scene.wait { scene.view.counts == [299] && scene.view.screen["k3"] == nil }
        #expect(scene.layout.snapshot?.name == "wall@480x320" && scene.view.screen.count > 20)
        try await scene.expectSound()
    }

    @Test("A turn for which no layout can be made shows what there is, reports once, and is tried again")
    func failingTurn() async throws {
        let scene = try AdapterScene(items: 300, definition: AdapterScene.tiles)
        try scene.execute("CREATE TRIGGER full BEFORE INSERT ON layout BEGIN SELECT RAISE(ABORT, 'full'); END")
        scene.view.resize(to: AdapterScene.turned)
        try await scene.wait { scene.layout.updates.failures > 1 }
        #expect(scene.view.screen.count > 20 && scene.faults.errors.count == 1)
        try scene.execute("DROP TRIGGER full")
        try await scene.wait { scene.layout.snapshot?.containerSize.width == 480 }
        try await scene.expectSound(faults: 1)
    }
}

extension AdapterScene {
    /// Turns the view, and waits for the layout of that size.
    func turn(to size: CGSize = turned) async throws {
        view.resize(to: size)
        try await wait { layout.snapshot?.containerSize == LayoutSize(size) }
    }
}
