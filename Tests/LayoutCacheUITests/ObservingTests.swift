import LayoutCache
import LayoutTestSupport
import Testing

/// A view that follows its table without a word of the app's, and what happens to it when things go wrong.
@MainActor @Suite(.serialized) struct ObservingTests {
    @Test("Insertions, deletions and moves are one batch, and a cell whose contents changed is reconfigured")
    func batch() async throws {
        let scene = try await AdapterScene(items: 200).observing()
        let reloads = scene.view.reloads
        try scene.execute(
            "DELETE FROM item WHERE key = 'k2'",
            "INSERT INTO item (section_id, position, key) VALUES (0, 3.5, 'new')",
            "UPDATE item SET position = 6.5 WHERE key = 'k9'", "UPDATE item SET payload = '{\"a\":1}' WHERE key = 'k5'")
        try await scene.wait { scene.view.batches == 1 && !scene.view.reconfigured.isEmpty }
        #expect(scene.view.reloads == reloads && scene.view.counts == [200])
        #expect(scene.view.reconfigured == [[0, 5]])
        let keys = scene.view.onScreen.sorted { $0.key < $1.key }.map(\.value)
        #expect(keys.prefix(9) == ["k0", "k1", "k3", "new", "k4", "k5", "k6", "k9", "k7"])
        let content = (scene.view.cells[[0, 5]] as? StrictCell)?.content
        #expect(content?.payload == #"{"a":1}"#)
        try await scene.expectSound()
    }

    @Test("A change that is too large, and one of titles, is shown by asking for everything again")
    func reloads() async throws {
        let scene = try await AdapterScene(items: 3000, definition: AdapterScene.headed, sections: 3).observing()
        scene.scroll(to: 20_000)
        let before = scene.view.screen
        scene.view.allowsMultipleSelection = true
        scene.view.selected = [[1, 500], [2, 7]]
        try scene.insertInFront(5000)
        try await scene.wait { scene.view.counts?.first == 6000 }
        #expect(scene.view.selected == [[1, 500], [2, 7]])
        #expect(scene.view.batches == 0 && scene.view.screen == before)
        let reloads = scene.view.reloads
        try scene.execute("UPDATE section SET title = 'Beans' WHERE id = 1")
        try await scene.wait { scene.view.reloads > reloads }
        #expect(scene.dataSource.title(ofSection: 1) == "Beans")
        try await scene.expectSound()
    }

    @Test("While the user types into a cell, it stays through a change that is too large, and so does the selection")
    func firstResponder() async throws {
        let scene = try await AdapterScene(items: 2000).observing()
        scene.scroll(to: 20_000)
        let before = scene.view.screen
        let reloads = scene.view.reloads
        let cell = try #require(scene.view.cells[[0, 503]] as? StrictCell)
        cell.isEdited = true
        scene.view.allowsMultipleSelection = true
        scene.view.selected = [[0, 503], [0, 1999]]
        try scene.insertInFront(1500)
        try await scene.wait { scene.view.counts == [3500] }
        #expect(scene.view.cells[[0, 2003]] === cell && cell.content?.key == "k503")
        #expect(scene.view.selected == [[0, 2003], [0, 3499]])
        #expect(scene.view.screen == before && scene.view.reloads == reloads && scene.view.batches == 1)
        try await scene.expectSound()
    }

    @Test("A subclass chooses the class of its attributes")
    func attributesClass() throws {
        let scene = try AdapterScene(items: 10)
        let shown = scene.openAnother(TintedLayout(scene.wall)).view.attributes
        #expect(shown.count == 10 && shown.allSatisfy { $0 is TintedAttributes })
    }

    @Test("Upcoming items are fetched once, and items left behind are not")
    func prefetches() async throws {
        let scene = try await AdapterScene(items: 2000).observing()
        var fetched: [String] = []
        var cancelled: Set<String> = []
        scene.dataSource.prefetchHandler = { fetched += $0.compactMap(\.key) }
        scene.dataSource.cancelPrefetchHandler = { cancelled.formUnion($0.compactMap(\.key)) }
        scene.layOutAgain()
        try await scene.wait { fetched.contains("k20") }
        for _ in 0..<30 {
            scene.view.drag(by: 130)
            try await scene.wait { !scene.dataSource.prefetching.isLooking }
        }
        #expect(Set(fetched).count == fetched.count && Set(fetched).isSuperset(of: (40..<110).map { "k\($0)" }))
        scene.view.drag(by: -2000)
        try await scene.wait { !scene.dataSource.prefetching.isLooking }
        #expect(cancelled.contains("k115") || fetched.contains("k60"))
        try await scene.expectSound()
    }

    @Test("A move that the app does not write, or writes elsewhere, leads back to the state of the store")
    func refusedMoves() async throws {
        let scene = try await AdapterScene(items: 60, definition: AdapterScene.headed, sections: 2).observing()
        let before = scene.view.screen
        scene.dataSource.moveHandler = { _, _ in throw LayoutError(.invalidArgument, "not this one") }
        scene.view.allowsMultipleSelection = true
        scene.view.selected = [[0, 2], [0, 3], [0, 5], [1, 9]]
        for target: IndexPath in [[0, 1], [1, 2]] {
            scene.view.moveItemByHand([0, 3], to: target)
            try await scene.wait { scene.view.screen == before }
            #expect(scene.view.counts == [30, 30] && scene.view.selected == [[0, 2], [0, 3], [0, 5], [1, 9]])
        }
        scene.dataSource.moveHandler = { [store = scene.store] _, _ in
            try store.execute("DELETE FROM item WHERE key = 'k6'")
        }
        scene.view.moveItemByHand([0, 3], to: [1, 2])
        try await scene.wait { scene.view.counts == [29, 30] && scene.view.screen["k8"]?.minY == 150 }
        try await scene.expectSound(faults: 1)
    }

    @Test("A finger carries an item into any section, also an empty one, and into no collapsed one")
    func carries() async throws {
        let scene = try await AdapterScene(
            items: 40, definition: AdapterScene.headed, sections: 4, data: "DELETE FROM item WHERE section_id = 1"
        ).observing()
        try scene.change("INSERT INTO collapsed VALUES ('wall', 2)")
        try await scene.wait { scene.view.counts == [10, 0, 0, 10] }
        scene.dataSource.moveHandler = { [store = scene.store] in try store.apply([.moveItem($0, to: $1)], to: "data") }
        scene.scroll(to: 200)
        func point(_ y: Double) -> CGPoint { CGPoint(x: 9, y: y) }
        // Rows are at 30 to 430; the headers of the others at 430, 460 and 490, and rows again.
        let targets = [40.0, 110, 300, 445, 475, 530].map {
            scene.layout.targetIndexPath(forInteractivelyMovingItem: [0, 3], withPosition: point($0))
        }
        #expect(targets == [[0, 0], [0, 2], [0, 6], [1, 0], [0, 3], [3, 0]])
        let reloads = scene.view.reloads
        let before = scene.view.screen
        scene.view.carry([0, 7], over: [300, 445, 530, 445].map(point), isCancelled: true)
        #expect(scene.view.screen == before && scene.view.counts == [10, 0, 0, 10])
        scene.view.carry([0, 7], over: [300, 445].map(point))
        #expect(scene.view.counts == [9, 1, 0, 10])
        #expect(scene.view.screen["k28"] == CGRect(x: 0, y: 220, width: 320, height: 40))
        // Through the empty section, and to the end of the last row but one.
        scene.view.carry([0, 8], over: [445, 610].map(point))
        #expect(scene.view.counts == [8, 1, 0, 11])
        let shown = scene.view.onScreen
        #expect([[0, 7], [1, 0], [3, 0], [3, 1], [3, 2]].map { shown[$0] } == ["k32", "k28", "k3", "k7", "k36"])
        for (path, key) in shown { #expect(scene.dataSource.content(at: path)?.key == key) }
        try await scene.expectSound()
        #expect(scene.view.reloads == reloads && scene.view.onScreen == shown)
        // At the place from which it was taken, it is not carried any more.
        scene.view.carry([0, 6], over: [250, 290].map(point))
        // A drop of which the view knows nothing is one batch.
        #expect(scene.dataSource.dropTarget(for: [0, 3], before: [0, 6]) == [0, 5])
        #expect(scene.dataSource.dropTarget(for: [0, 3], before: [2, 0]) == nil)
        scene.dataSource.moveItem(at: [3, 2], to: [1, 1])
        try await scene.wait { scene.view.counts == [8, 2, 0, 10] }
        #expect(scene.view.onScreen[[1, 1]] == "k36" && scene.view.reloads == reloads)
        try await scene.expectSound()
    }

    /// Stored frames, for a canvas and for rows.
    nonisolated private static let frames = "UPDATE item SET x = id * 379 % 260, y = id * 8, width = 60, height = 40"

    @Test(
        "A drop leaves the rows and notes that it passed in place, also a contested one",
        arguments: [("table", false), ("table", true), ("canvas", false)])
    func dropsInPlace(layout: String, isContested: Bool) async throws {
        let scene = try await AdapterScene(
            items: 1000, definition: #"{"layout":"\#(layout)"}"#, data: Self.frames
        ).observing()
        scene.scroll(to: 4000)
        scene.dataSource.moveHandler = { [store = scene.store] in
            try store.apply([.moveItem($0, to: $1)], to: "data")
            // Cells would give their sizes to other items.
            if isContested { try store.execute("UPDATE item SET position = 120.5 WHERE key = 'k105'") }
        }
        let (before, reloads) = (scene.view.screen, scene.view.reloads)
        let source = try #require(scene.view.onScreen.keys.min())
        scene.view.lift(source, over: [CGPoint(x: 180, y: 4100), CGPoint(x: 150, y: 4170)])
        let carried = scene.view.screen
        #expect(scene.view.lifted?.place != source && (carried == before) == (layout == "canvas"))
        scene.view.putDown()
        try await scene.expectSound()
        #expect((scene.view.reloads > reloads) == isContested)
        for (key, frame) in carried where frame.minY <= 160 { #expect(scene.view.screen[key] == frame, "\(key)") }
    }

    @Test("The first row or note of the screen moves away without the view", arguments: ["table", "canvas"])
    func movesAway(layout: String) async throws {
        let scene = try await AdapterScene(
            items: 1000, definition: #"{"layout":"\#(layout)"}"#, data: Self.frames
        ).observing()
        scene.scroll(to: 4000)
        var before = scene.view.screen
        let key = try #require(before.min { $0.value.minY < $1.value.minY }?.key)
        before[key] = nil
        try scene.execute("UPDATE item SET position = position + 40.5, y = y + 2000 WHERE key = '\(key)'")
        try await scene.wait { scene.view.screen[key] == nil }
        for (key, frame) in before { #expect(scene.view.screen[key] == frame, "\(key)") }
        try await scene.expectSound()
    }

    @Test("While an item is carried, index paths are those of the view, and another carry waits for a refused one")
    func carriedPaths() async throws {
        let scene = try await AdapterScene(items: 200, definition: AdapterScene.headed, sections: 2).observing()
        scene.dataSource.moveHandler = { [store = scene.store] in try store.apply([.moveItem($0, to: $1)], to: "data") }
        scene.view.lift([0, 2], over: [CGPoint(x: 9, y: 320)])
        #expect(scene.view.lifted?.place == [0, 7])
        for (path, key) in scene.view.onScreen { #expect(scene.dataSource.indexPath(forKey: key) == path) }
        var fetched: [PrefetchPlan.Item] = []
        scene.dataSource.prefetchHandler = { fetched += $0 }
        scene.view.drag(by: 150)
        try await scene.wait { !fetched.isEmpty }
        for item in fetched { #expect(scene.dataSource.content(at: IndexPath(item.indexPath))?.key == item.key) }
        let key = scene.view.onScreen[[0, 4]]
        scene.layout.scroll(toItem: .indexPath(ItemIndexPath(section: 0, item: 4)), at: .top)
        scene.view.putDown()
        try await scene.quiet()
        #expect(key == "k10" && scene.view.screen["k10"]?.minY == 0)
        scene.dataSource.moveHandler = { _, _ in }
        scene.view.moveItemByHand([0, 5], to: [1, 3])
        scene.view.moveItemByHand([0, 9], to: [1, 1])
        #expect(scene.dataSource.dropTarget(for: [0, 6], before: [0, 9]) == nil)
        try await scene.wait { scene.view.counts == [100, 100] }
        try await scene.expectSound()
    }

    @Test("While an item is carried, the anchor, a way to it, and the badges are of what is on the screen")
    func carriedPlaces() async throws {
        // Two to a line of 95 points, with a header and badges.
        let definition = try #require(DriverTests.kinds.first { $0.name == "compositional" }).definitions[0]
        let scene = try await AdapterScene(items: 60, definition: definition, sections: 2).observing()
        scene.dataSource.moveHandler = { [store = scene.store] in try store.apply([.moveItem($0, to: $1)], to: "data") }
        scene.scroll(to: 1203)
        scene.view.lift([0, 22], over: [CGPoint(x: 9, y: 1600)])
        #expect(scene.view.lifted?.place == [1, 0] && scene.view.counts == [29, 31])
        let before = scene.view.screen
        let anchor = try #require(scene.layout.anchor)
        #expect(anchor.key == scene.view.onScreen[IndexPath(anchor.indexPath)])
        #expect(before[anchor.key ?? ""].map { Double($0.minY) } == anchor.distance && anchor.distance < 0)
        let badges = scene.view.attributes.filter { $0.representedElementKind == "badge" }
        #expect(badges.count > 20 && !badges.contains { $0.indexPath == [0, 29] })
        for _ in 0..<2 {
            scene.scroll(to: 200)
            scene.layout.scroll(to: anchor)
            scene.view.layoutIfNeeded()
            #expect(scene.view.screen == before)
            scene.view.putDown()
            try await scene.expectSound()
        }
    }

    @Test("A note that is dragged over a canvas is shown at each step in the next frame")
    func dragsNote() async throws {
        let scene = try AdapterScene(
            items: 3000, definition: #"{"layout":"canvas"}"#,
            data: "UPDATE item SET x = id % 30 * 60, y = id / 30 * 60, width = 50, height = 40")
        try await scene.quiet()
        let steps = TestSettings.takesAll ? 300 : 60
        for step in 1...steps {
            let point = LayoutPoint(x: Double(step * 7 % 260), y: Double(step * 11 % 430))
            try await scene.store.apply([.place(.key("k7"), x: point.x, y: point.y)], to: "data")
            try await scene.refresh()
            scene.view.layoutIfNeeded()
            let frame = CGRect(x: point.x, y: point.y, width: 50, height: 40)
            guard scene.view.screen["k7"] == frame else {
                Issue.record("step \(step): \(scene.view.screen["k7"] as Any) instead of \(frame)")
                return
            }
        }
        try await scene.expectSound()
    }

    // MARK: Orthogonal sections

    @Test("A section that scrolls sideways moves under the finger, rests at a stop, and is there the next time")
    func orthogonal() async throws {
        let scene = try await AdapterScene(items: 60, definition: Self.shelves("groupPaging"), sections: 3).observing()
        let view = try await shelf(of: scene)
        #expect(view.frame == CGRect(x: 0, y: 80, width: 320, height: 80) && view.contentSize.width == 2000)
        let before = scene.view.screen
        view.beginDragging()
        for step in 1...26 {
            view.contentOffset = CGPoint(x: Double(step) * 10, y: 0)
            scene.view.layoutIfNeeded()
        }
        // k1, k4, k7 … are in the section: 260 points further on.
        #expect(scene.view.screen["k13"]?.minX == 140 && scene.view.screen["k0"] == before["k0"])
        // Paging goes to a neighbour of the group that it began at, however far the finger went.
        view.endDragging(velocity: 0)
        try await scene.wait { scene.view.screen["k13"]?.minX == 300 }
        view.beginDragging()
        view.contentOffset.x += 10
        view.endDragging(velocity: 1)
        try await scene.wait { scene.view.screen["k13"]?.minX == 200 }
        try await scene.quiet()
        let other = scene.openAnother()
        try await scene.wait {
            other.view.reloadData()
            other.layout.snapshot?.close()
            other.view.layoutIfNeeded()
            return other.view.screen["k13"]?.minX == 200
        }
        try await scene.expectSound()
    }

    @Test("A shelf keeps its length while it has another index in the store")
    func shelfWithOtherIndex() async throws {
        let scene = try AdapterScene(items: 60, definition: Self.shelves("continuous"), sections: 3)
        let view = try await shelf(of: scene)
        try scene.change("DELETE FROM item WHERE section_id <> 1", "DELETE FROM section WHERE id <> 1")
        (view.content, view.generation) = (nil, nil)
        scene.layOutAgain()
        try await scene.wait { view.content != nil }
        #expect(view.contentSize.width == 2000)
        try await scene.expectSound()
    }

    @Test("A section can be scrolled sideways as soon as it comes onto the screen")
    func laterShelf() async throws {
        let scene = try await AdapterScene(items: 60, definition: Self.shelves("paging"), sections: 10).observing()
        try await scene.wait { scene.view.subviews.count == 10 }
        #expect(scene.view.subviews.map(\.frame.minY).max() == 720 && scene.view.bounds.height == 480)
        scene.scroll(to: 320)
        try await scene.expectSound()
        #expect(scene.view.subviews.count == 10)
    }

    @Test(
        "A shelf can be scrolled to its end after it has become longer, and shorter, and what is on it stays in place",
        arguments: [false, true])
    func changedShelf(isMirrored: Bool) async throws {
        let definition = Self.shelves("continuous", isMirrored: isMirrored)
        let scene = try await AdapterScene(items: 60, definition: definition, sections: 3).observing()
        let view = try await shelf(of: scene)
        func edge(_ key: String) -> Double? {
            scene.view.screen[key].map { isMirrored ? 320 - $0.maxX : $0.minX }
        }
        view.beginDragging()
        view.contentOffset = view.place(of: 500)
        scene.view.layoutIfNeeded()
        view.endDragging(velocity: 0)
        try await scene.wait { edge("k16") == 0 }
        // Ten at the end: they can be reached.
        try await scene.store.apply([.appendItems((0..<10).map { SourceItem(key: "n\($0)") }, section: 1)], to: "data")
        try await scene.wait { view.contentSize.width == 3000 }
        #expect(edge("k16") == 0)
        // Three in front go: the rest stays in place.
        try await scene.store.apply(["k1", "k4", "k7"].map { DatasetChange.deleteItem(.key($0)) }, to: "data")
        try await scene.wait { view.contentSize.width == 2700 }
        #expect(edge("k16") == 0 && view.offset == 200)
        // Everything on the screen goes: the shelf ends where its content does.
        view.contentOffset = view.place(of: 2380)
        scene.view.layoutIfNeeded()
        try await scene.wait { edge("n9") == 220 }
        try await scene.store.apply((0..<10).map { DatasetChange.deleteItem(.key("n\($0)")) }, to: "data")
        try await scene.wait { view.contentSize.width == 1700 && edge("k58") == 220 }
        #expect(view.offset == 1380)
        // The first one on the screen is carried over the two after it, and dropped there.
        scene.dataSource.moveHandler = { [store = scene.store] in try store.apply([.moveItem($0, to: $1)], to: "data") }
        scene.view.carry([1, 13], over: [CGPoint(x: isMirrored ? 170 : 150, y: 120)])
        try await scene.quiet()
        #expect(["k52", "k55", "k49", "k58"].map(edge) == [-80, 20, 120, 220] && view.offset == 1380)
        try await scene.expectSound()
    }

    private static func shelves(_ behavior: String, isMirrored: Bool = false) -> String {
        #"""
        {"layout":"compositional","sections":[{"group":{"axis":"horizontal","size":{"width":100,"height":80},
         "subitems":[{"size":{"width":100,"height":80}}]},"orthogonalScrolling":"\#(behavior)"}],
         "rightToLeft":\#(isMirrored)}
        """#
    }

    /// The scroll view of the second section.
    private func shelf(of scene: AdapterScene) async throws -> OrthogonalScrollView {
        func view() -> OrthogonalScrollView? {
            scene.view.subviews.compactMap { $0 as? OrthogonalScrollView }.first { $0.strip.section == 1 }
        }
        try await scene.wait { view()?.content != nil }
        return try #require(view())
    }
}

extension OrthogonalScrollView {
    fileprivate func beginDragging() { delegate?.scrollViewWillBeginDragging(self) }

    /// Lets go, and is where it rests at once.
    fileprivate func endDragging(velocity: Double) {
        var target = contentOffset
        unsafe withUnsafeMutablePointer(to: &target) {
            unsafe delegate?.scrollViewWillEndDragging(
                self, withVelocity: CGPoint(x: velocity, y: 0), targetContentOffset: $0)
        }
        contentOffset = target
        delegate?.scrollViewDidEndDragging(self, willDecelerate: false)
    }
}

@MainActor final class TintedAttributes: UICollectionViewLayoutAttributes {
    var tint = 1
}

@MainActor final class TintedLayout: StoredCollectionViewLayout {
    override class var layoutAttributesClass: AnyClass { TintedAttributes.self }
}
