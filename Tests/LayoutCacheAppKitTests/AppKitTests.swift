import LayoutCache
import LayoutTestSupport
import Testing

/// The adapter under a collection view of AppKit.
@MainActor
@Suite(.serialized) struct AppKitTests {
    struct Scene {
        let directory: ScratchDirectory
        let store: LayoutStore
        let layout: StoredCollectionViewLayout
        let view: StrictDocumentView
        let dataSource: LayoutCollectionViewDataSource
    }

    private func makeScene(_ definition: String, items: Int = 2000, span: Double = 4_194_304) throws -> Scene {
        let directory = try ScratchDirectory()
        let size = NSSize(width: 500, height: 400)
        let store = try LayoutStore.ofWall(
            in: directory, definition, container: LayoutSize(size), items: items, sections: 2,
            section: "i * 2 / \(items)")
        _ = try store.prepare("wall") as PreparationReport
        let layout = StoredCollectionViewLayout(store.layout("wall"), span: span)
        layout.patience = .seconds(5)
        layout.onFault = { Issue.record("\($0)") }
        let view = StrictDocumentView(size: size, layout)
        let identifier = NSUserInterfaceItemIdentifier("item")
        view.register(KeyedItem.self, forItemWithIdentifier: identifier)
        let dataSource = LayoutCollectionViewDataSource(view, layout: layout) { view, path, content in
            let item = view.makeItem(withIdentifier: identifier, for: path)
            (item as? KeyedItem)?.key = content?.key
            return item
        }
        dataSource.supplementaryViewProvider = { view, kind, path in
            view.makeSupplementaryView(ofKind: kind, withIdentifier: identifier, for: path)
        }
        view.layout()
        return Scene(directory: directory, store: store, layout: layout, view: view, dataSource: dataSource)
    }

    private func wait(_ scene: Scene, until condition: () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(300)
        while !condition() {
            try #require(ContinuousClock.now < end, "the condition did not come true")
            try await Task.sleep(for: .milliseconds(2))
            scene.view.layout()
        }
    }

    private static let table = #"{"layout":"table","estimatedRowHeight":40}"#
    private static let pinned = #"{"layout":"table","estimatedRowHeight":40,"header":{"height":30},"pinHeaders":true}"#

    @Test("Scrolling asks again for what pins alone, and the header stays where the eye is")
    func scrolls() async throws {
        let scene = try makeScene(Self.pinned)
        try await wait(scene) { !scene.layout.updates.isRunning }
        scene.view.beginScrolling()
        let questions = scene.view.wholeQuestions
        for _ in 0..<30 { scene.view.scroll(by: 10) }
        #expect(scene.view.wholeQuestions <= questions + 2)
        let header = scene.view.attributes.first { $0.representedElementKind == "header" && $0.indexPath?.section == 0 }
        #expect(header?.frame.minY == 300 && scene.view.screen["k10"] == 130)
        scene.view.endScrolling()
        #expect(scene.view.crashes.isEmpty)
    }

    @Test("No offset is written during live scrolling, and nothing moves but by the wheel")
    func measures() async throws {
        let scene = try makeScene(Self.table)
        scene.layout.scroll(toContentOffset: LayoutPoint(x: 0, y: 40_000))
        scene.view.layout()
        scene.view.measuredHeight = { _ in 100 }
        scene.layout.invalidateLayout()
        scene.view.layout()
        scene.view.beginScrolling()
        for step in 0..<60 {
            let before = scene.view.screen
            scene.view.scroll(by: -10)
            for (key, place) in scene.view.screen {
                if let former = before[key] { #expect(abs(place - former - 10) < 0.5, "step \(step): \(key)") }
            }
        }
        #expect(scene.view.scrollView.writtenWhileLive == 0)
        let before = scene.view.screen
        scene.view.endScrolling()
        try await wait(scene) { scene.layout.contentRect(scene.view.visible).y == Double(scene.view.visible.minY) }
        #expect(scene.view.screen == before && scene.view.crashes.isEmpty)
    }

    @Test("Items that prefer other heights change no stored one")
    func storedHeights() async throws {
        let scene = try makeScene(Self.table)
        scene.dataSource.follow()
        try scene.store.execute("UPDATE item SET height = 44")
        try await wait(scene) { scene.view.attributes.first?.frame.height == 44 }
        try await wait(scene) { !scene.layout.updates.isRunning }
        let generation = scene.layout.snapshot?.generation
        scene.view.measuredHeight = { _ in 100 }
        scene.layout.invalidateLayout()
        for _ in 0..<40 { scene.view.scroll(by: 170) }
        try await wait(scene) { !scene.layout.updates.isRunning }
        #expect(scene.layout.snapshot?.generation == generation && scene.view.crashes.isEmpty)
        #expect(scene.view.attributes.allSatisfy { !$0.isCell || $0.frame.height == 44 })
    }

    @Test("Another process's changes are shown, and the visible items stay in place")
    func follows() async throws {
        let scene = try makeScene(Self.pinned)
        scene.layout.scroll(toContentOffset: LayoutPoint(x: 0, y: 8000))
        scene.view.layout()
        scene.dataSource.follow()
        let before = scene.view.screen
        try scene.store.execute(
            "INSERT INTO item (section_id, position, key) VALUES (0, -1, 'new'), (1, 5e6, 'last')")
        try await wait(scene) { scene.view.counts == [1001, 1001] }
        #expect(scene.view.screen == before && scene.view.crashes.isEmpty)
    }

    @Test("The knob of the scroll bar leads to the ends of a long content")
    func knob() async throws {
        let scene = try makeScene(#"{"layout":"table","estimatedRowHeight":500}"#, span: 100_000)
        scene.view.scrollView.verticalScroller?.hitPart = .knob
        scene.view.beginScrolling()
        scene.view.change(NSRect(x: 0, y: 99_600, width: 500, height: 400))
        scene.view.layout()
        scene.view.endScrolling()
        #expect(scene.layout.contentRect(scene.view.visible).maxY == 1_000_000 && scene.view.screen["k1999"] != nil)
    }

    @Test("A SwiftUI view shows cells at their heights, reports where it rests, and selects by key")
    func swiftUI() async throws {
        let scene = try makeScene(Self.table, items: 200)
        let position = State<ScrollAnchor?>(wrappedValue: nil)
        let selection = State<Set<String>>(wrappedValue: [])
        let swiftUI = StoredLayoutView(scene.store.layout("wall"), position: position.projectedValue) {
            Text(String(repeating: $0.key == "k1" ? "x" : "y", count: 100))
        }
        .selection(selection.projectedValue)
        .onFault { Issue.record("\($0)") }
        let coordinator = swiftUI.makeCoordinator()
        coordinator.collectionLayout.patience = .seconds(5)
        let made = swiftUI.makeNSView(context: NSViewRepresentableContext(coordinator: coordinator))
        #expect((made.documentView as? NSCollectionView)?.collectionViewLayout === coordinator.collectionLayout)
        coordinator.detach()

        let view = StrictDocumentView(size: NSSize(width: 400, height: 400), coordinator.collectionLayout)
        coordinator.attach(to: view)
        swiftUI.update(coordinator, EnvironmentValues(), isAnimated: false)
        view.layout()
        // A hundred letters of 8 points, in two lines of 400 points each.
        try await wait(scene) {
            view.layout()
            return view.attributes.first?.frame.height == 40 && view.item(at: [0, 0]) != nil
        }
        view.beginScrolling()
        view.scroll(by: 400)
        #expect(position.wrappedValue == nil)
        view.endScrolling()
        #expect(position.wrappedValue?.key == "k10")
        coordinator.collectionView(view, didSelectItemsAt: [[0, 1]])
        #expect(selection.wrappedValue == ["k1"] && view.isSelectable && view.allowsMultipleSelection)
        selection.wrappedValue = ["k3", "k150"]
        swiftUI.update(coordinator, EnvironmentValues(), isAnimated: false)
        #expect(view.selectionIndexPaths == [[0, 3], [1, 50]])
        let badge = HostingSupplementaryView()
        badge.host(HostedContent(Text("badge")))
        #expect((badge.content?.rootView.view as? Text)?.text == "badge" && view.crashes.isEmpty)
        coordinator.detach()
    }
}
