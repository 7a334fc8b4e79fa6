import LayoutCache
import LayoutSQLite
import LayoutTestSupport
import Testing

/// The adapter under a collection view of AppKit.
@MainActor @Suite(.serialized) struct AppKitTests {
    private func makeScene(
        _ definition: String, items: Int = 2000, sections: Int = 2, keeping edge: ScrollAnchor.Edge = .start,
        span: Double = 4_194_304
    ) throws -> AdapterScene {
        try AdapterScene(
            items: items, definition: definition, sections: sections, section: "i * \(sections) / \(items)",
            keeping: edge, span: span, size: CGSize(width: 500, height: 400), lockTimeout: .seconds(5))
    }

    private static let pinned = #"{"layout":"table","estimatedRowHeight":40,"header":{"height":30},"pinHeaders":true}"#

    @Test("Scrolling asks again for what pins alone, and the header stays where the eye is")
    func scrolls() async throws {
        let scene = try makeScene(Self.pinned)
        try await scene.quiet()
        scene.view.beginScrolling()
        let questions = scene.view.wholeQuestions
        for _ in 0..<30 { scene.view.drag(by: 10) }
        #expect(scene.view.wholeQuestions <= questions + 2)
        let header = scene.view.attributes.first { $0.representedElementKind == "header" && $0.indexPath?.section == 0 }
        #expect(header?.frame.minY == 300 && scene.view.screen["k10"] == 130)
        scene.view.endScrolling()
        try await scene.expectSound()
    }

    @Test("No offset is written during live scrolling, and nothing moves but by the wheel")
    func measures() async throws {
        let scene = try makeScene(AdapterScene.table)
        scene.layout.scroll(toContentOffset: LayoutPoint(x: 0, y: 40_000))
        scene.view.layoutIfNeeded()
        scene.view.measuredHeight = { _ in 100 }
        scene.layout.invalidateLayout()
        scene.view.layoutIfNeeded()
        scene.view.beginScrolling()
        for step in 0..<60 {
            let before = scene.view.screen
            scene.view.drag(by: -10)
            for (key, place) in scene.view.screen {
                if let former = before[key] { #expect(abs(place - former - 10) < 0.5, "step \(step): \(key)") }
            }
        }
        #expect(scene.view.scrollView.writtenWhileLive == 0)
        let before = scene.view.screen
        scene.view.endScrolling()
        try await scene.wait { scene.layout.contentRect(scene.view.visible).y == Double(scene.view.visible.minY) }
        #expect(scene.view.screen == before && scene.view.crashes.isEmpty)
        try await scene.quiet()
    }

    @Test(
        "A jump ends with its item in place, however high the rows turn out",
        arguments: [ScrollAnchor.Edge.start, .end])
    func jumps(edge: ScrollAnchor.Edge) async throws {
        let scene = try makeScene(#"{"layout":"table","estimatedRowHeight":60}"#, items: 900, keeping: edge)
        scene.view.measuredHeight = { 36 + Double(($0.attributes.itemID ?? 0) &* 7919 % 185) }
        scene.layout.invalidateLayout()
        scene.view.layoutIfNeeded()
        for position in [NSCollectionView.ScrollPosition.top, .centeredVertically, .bottom] {
            for item in [440, 454, 20, 880] {
                scene.layout.scroll(toItem: .key("k\(item)"), at: position)
                scene.view.layoutIfNeeded()
                try await scene.wait {
                    !scene.layout.updates.isRunning && !scene.layout.updates.isSettling
                        && scene.view.screen["k\(item)"] != nil
                }
                let height = 36 + Double(item &* 7919 % 185)
                let place = position == .top ? 0 : position == .bottom ? 400 - height : (400 - height) / 2
                #expect(
                    scene.view.screen["k\(item)"].map { abs($0 - place) < 1 } == true, "\(item) \(position.rawValue)")
            }
        }
        try await scene.expectSound()
    }

    @Test("A long conversation opens at its newest message, and older ones in front of the first row move nothing")
    func longConversation() async throws {
        let scene = try makeScene(
            #"{"layout":"table","estimatedRowHeight":60}"#, sections: 1, keeping: .end, span: 20_000)
        try await scene.quiet()
        #expect(scene.view.screen["k1999"] == 340)
        scene.layout.scroll(toItem: .key("k0"))
        try await scene.quiet()
        scene.dataSource.observe()
        try scene.store.execute("INSERT INTO item (section_id, position, key) VALUES (0, -1, 'old')")
        try await scene.wait { scene.view.counts == [2001] && !scene.layout.updates.isSettling }
        #expect(scene.view.screen["k0"] == 0)
        try await scene.expectSound()
    }

    @Test("An item is dropped into another section, also an empty one, in one batch, and into no collapsed one")
    func drops() async throws {
        let scene = try makeScene(Self.pinned, items: 40, sections: 4)
        try scene.store.execute("DELETE FROM item WHERE section_id = 1", "INSERT INTO collapsed VALUES ('wall', 2)")
        let source = scene.dataSource
        source.observe()
        try await scene.wait { scene.view.counts == [10, 0, 0, 10] }
        #expect(source.dropTarget(for: [0, 3], before: [1, 0]) == nil)
        source.moveHandler = { [store = scene.store] in try store.apply([.moveItem($0, to: $1)], to: "data") }
        let places: [IndexPath] = [[0, 6], [0, 1], [0, 99], [1, 0], [2, 0], [3, 99], [9, 0], [7]]
        let targets: [IndexPath?] = [[0, 5], [0, 1], [0, 9], [1, 0], nil, [3, 10], nil, nil]
        #expect(places.map { source.dropTarget(for: [0, 3], before: $0) } == targets)
        let batches = scene.view.batches
        for (place, counts) in [([1, 0], [9, 1, 0, 10]), ([3, 2], [8, 1, 0, 11])] as [(IndexPath, [Int])] {
            source.moveItem(at: [0, 3], to: place)
            try await scene.wait { scene.view.counts == counts }
        }
        #expect(scene.view.batches == batches + 2 && scene.view.crashes.isEmpty)
        #expect(source.content(at: [1, 0])?.key == "k3" && source.content(at: [3, 2])?.key == "k4")
    }

    @Test("The knob of the scroll bar leads to the ends of a long content")
    func knob() async throws {
        let scene = try makeScene(#"{"layout":"table","estimatedRowHeight":500}"#, span: 100_000)
        scene.view.scrollView.verticalScroller?.hitPart = .knob
        scene.view.beginScrolling()
        scene.view.change(NSRect(x: 0, y: 99_600, width: 500, height: 400))
        scene.view.layoutIfNeeded()
        scene.view.endScrolling()
        #expect(scene.layout.contentRect(scene.view.visible).maxY == 1_000_000 && scene.view.screen["k1999"] != nil)
    }

    // MARK: Sections that scroll sideways

    /// Twelve sections of 30 items, 100 points wide each, in a view of 500 points. It asks for a part with ten of them.
    private func makeShelves(_ behavior: String, isMirrored: Bool = false) async throws -> AdapterScene {
        let definition = #"""
            {"layout":"compositional","sections":[{"group":{"axis":"horizontal","size":{"width":100,"height":80},
             "subitems":[{"size":{"width":100,"height":80}}]},"orthogonalScrolling":"\#(behavior)"}],
             "rightToLeft":\#(isMirrored)}
            """#
        let scene = try makeScene(definition, items: 360, sections: 12)
        try await scene.wait { scene.layout.orthogonalScrolling.views.values.count { $0.content != nil } == 10 }
        return scene
    }

    /// How far the second section was scrolled.
    private func offset(_ scene: AdapterScene) -> Double? {
        scene.view.layoutIfNeeded()
        let views = scene.layout.orthogonalScrolling.views.values
        guard let strip = views.first(where: { $0.strip.section == 1 })?.strip else { return nil }
        let first = scene.view.attributes.first { $0.isCell && $0.frame.minY == 80 }
        guard let first, let item = first.indexPath?.item else { return nil }
        let edge = Double(strip.isMirrored ? 500 - first.frame.maxX : first.frame.minX)
        return Double(item) * 100 - edge
    }

    private func storedOffset(_ scene: AdapterScene) throws -> Double? {
        let connection = try Connection(path: scene.store.path, mode: .readOnly)
        defer { connection.close() }
        return try connection.first("SELECT offset FROM section_offset WHERE section_id = 1", as: Double.self)
    }

    @Test("Fingers page through a section, and lead the list when they move along it")
    func pages() async throws {
        let scene = try await makeShelves("groupPaging")
        let view = scene.view
        let shelf = NSPoint(x: 50, y: 100)
        // Clicks go to the items.
        view.scrollView.testWindow.currentEvent?.type = .leftMouseDown
        #expect(view.wheelView?.hitTest(shelf) == nil)
        view.wheel(.began, x: -10, at: shelf)
        for _ in 0..<3 { view.wheel(.changed, x: -70, y: 3, at: shelf) }
        #expect(offset(scene) == 220 && view.visible.minY == 0)
        view.wheel(.ended, at: shelf)
        view.wheel(momentum: .began, x: -90, at: shelf)
        view.wheel(momentum: .ended, at: shelf)
        #expect(offset(scene) == 100)
        try await scene.wait { (try? storedOffset(scene)) == 100 }
        // Slowly, and back: to the nearest of the places next to where it was.
        view.wheel(.began, x: -10, at: shelf)
        view.wheel(.changed, x: -20, at: shelf)
        view.wheel(.ended, at: shelf, after: 0.2)
        #expect(offset(scene) == 100)
        // The first event has no direction yet.
        view.wheel(.mayBegin, at: shelf)
        view.wheel(.began, at: shelf)
        view.wheel(.changed, x: 4, y: -90, at: shelf)
        view.wheel(.ended, at: shelf)
        #expect(offset(scene) == 100 && view.visible.minY == 90)
        #expect(view.scrollView.phases == [.mayBegin, .began, .changed, .ended])
        view.drag(by: -90)
        // Steps of a wheel.
        for (delta, place) in [(-1.0, 200.0), (-1, 300), (1, 200)] {
            view.wheel(x: delta, at: shelf)
            #expect(offset(scene) == place)
        }
        try await scene.expectSound()
    }

    @Test("A section that may rest anywhere goes on with its momentum to its end", arguments: [false, true])
    func glides(isMirrored: Bool) async throws {
        let scene = try await makeShelves("continuous", isMirrored: isMirrored)
        let view = scene.view
        let shelf = NSPoint(x: 450, y: 100)
        let forward = isMirrored ? 1.0 : -1
        view.wheel(.began, x: 10 * forward, at: shelf)
        view.wheel(.changed, x: 30 * forward, at: shelf)
        view.wheel(.ended, at: shelf)
        view.wheel(momentum: .began, x: 25 * forward, at: shelf)
        #expect(offset(scene) == 65)
        for _ in 0..<6 { view.wheel(momentum: .changed, x: 900 * forward, at: shelf) }
        view.wheel(momentum: .ended, at: shelf)
        #expect(offset(scene) == 2500)
        try await scene.wait { (try? storedOffset(scene)) == 2500 }
        // Appended items can be reached, and what is visible stays in place.
        scene.dataSource.observe()
        try await scene.store.apply([.appendItems([SourceItem(key: "new")], section: 1)], to: "data")
        try await scene.wait { view.counts?[1] == 31 }
        #expect(offset(scene) == 2500)
        try await scene.wait {
            view.wheel(x: 900 * forward, at: shelf)
            return offset(scene) == 2600
        }
        try await scene.expectSound()
    }

    @Test("While the user types into an item, it stays through a change that is too large")
    func firstResponder() async throws {
        let scene = try makeScene(AdapterScene.table)
        scene.dataSource.observe()
        let editor = NSView()
        scene.view.addSubview(editor)
        for isEdited in [true, false] {
            scene.view.scrollView.testWindow.firstResponder = isEdited ? editor : scene.view
            let batches = scene.view.batches
            try scene.store.execute(
                """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
                INSERT INTO item (section_id, position) SELECT 0, -i - \(isEdited ? 0 : 2000) FROM n
                """)
            try await scene.wait { scene.view.counts?[0] == (isEdited ? 2500 : 4000) }
            #expect(scene.view.batches == batches + (isEdited ? 1 : 0))
        }
        try await scene.expectSound()
    }

    @Test("A SwiftUI view shows cells at their heights, reports where it rests, and selects by key")
    func swiftUI() async throws {
        let scene = try makeScene(AdapterScene.table, items: 200)
        let position = State<ScrollAnchor?>(wrappedValue: nil)
        let selection = State<Set<String>>(wrappedValue: [])
        let swiftUI = StoredLayoutView(scene.store.layout("wall"), position: position.projectedValue) {
            Text(String(repeating: $0.key == "k1" ? "x" : "y", count: 100))
        }.selection(selection.projectedValue).onError { Issue.record("\($0)") }
        let coordinator = swiftUI.makeCoordinator()
        coordinator.collectionLayout.lockTimeout = .seconds(5)
        let made = swiftUI.makeNSView(context: NSViewRepresentableContext(coordinator: coordinator))
        #expect((made.documentView as? NSCollectionView)?.collectionViewLayout === coordinator.collectionLayout)
        coordinator.detach()

        let view = StrictDocumentView(size: NSSize(width: 400, height: 400), coordinator.collectionLayout)
        coordinator.attach(to: view)
        swiftUI.update(coordinator, EnvironmentValues(), isAnimated: false)
        view.layoutIfNeeded()
        // A hundred letters of 8 points, in two lines of 400 points each.
        try await scene.wait {
            view.layoutIfNeeded()
            return view.attributes.first?.frame.height == 40 && view.item(at: [0, 0]) != nil
        }
        view.beginScrolling()
        view.drag(by: 400)
        #expect(position.wrappedValue == nil)
        view.endScrolling()
        #expect(position.wrappedValue?.key == "k10")
        coordinator.collectionView(view, didSelectItemsAt: [[0, 1]])
        #expect(selection.wrappedValue == ["k1"] && view.isSelectable && view.allowsMultipleSelection)
        selection.wrappedValue = ["k3", "k150"]
        swiftUI.update(coordinator, EnvironmentValues(), isAnimated: false)
        #expect(view.selectionIndexPaths == [[0, 3], [1, 50]])
        let badge = HostedContent.SupplementaryView()
        badge.host(HostedContent(Text("badge")))
        #expect((badge.content?.rootView.view as? Text)?.text == "badge" && view.crashes.isEmpty)
        coordinator.detach()
    }
}
