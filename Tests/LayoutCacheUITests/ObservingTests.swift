import LayoutCache
import LayoutTestSupport
import Testing

/// A view that follows its table without a word of the app's, and what happens to it when things go wrong.
@MainActor
@Suite(.serialized) struct ObservingTests {
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

    @Test("A section collapses and expands in one batch each, and the screen stays where it is")
    func folds() async throws {
        let scene = try await AdapterScene(items: 60, definition: AdapterScene.headed, sections: 3).observing()
        let reloads = scene.view.reloads
        let before = scene.view.screen
        try scene.execute("INSERT INTO collapsed SELECT 'wall', id FROM section ORDER BY position LIMIT 1 OFFSET 1")
        try await scene.wait { scene.view.batches == 1 }
        #expect(scene.view.counts == [20, 0, 20])
        try scene.execute("DELETE FROM collapsed")
        try await scene.wait { scene.view.batches == 2 }
        #expect(scene.view.counts == [20, 20, 20] && scene.view.reloads == reloads && scene.view.screen == before)
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
        for _ in 0..<30 {
            scene.view.drag(by: 130)
            try await scene.wait { !scene.dataSource.prefetching.isLooking }
        }
        #expect(Set(fetched).count == fetched.count && Set(fetched).isSuperset(of: (40..<110).map { "k\($0)" }))
        scene.view.drag(by: -2000)
        try await scene.wait { !scene.dataSource.prefetching.isLooking }
        #expect(cancelled.contains("k115") || fetched.contains("k60"))
        scene.dataSource.collectionView(scene.view, prefetchItemsAt: [[0, 1999], IndexPath()])
        #expect(fetched.last == "k1999")
        scene.dataSource.collectionView(scene.view, cancelPrefetchingForItemsAt: [[0, 1999]])
        #expect(cancelled.contains("k1999"))
        try await scene.expectSound()
    }

    @Test("An item that the user moves is shown where the app has written it when the view asks again")
    func moves() async throws {
        let scene = try await AdapterScene(items: 60, definition: AdapterScene.headed, sections: 2).observing()
        #expect(!scene.dataSource.collectionView(scene.view, canMoveItemAt: [0, 3]))
        scene.dataSource.moveHandler = { [store = scene.store] item, target in
            guard case .id(let id) = item else { return }
            try store.execute(
                """
                UPDATE item SET section_id = \(target.section), position = coalesce((SELECT position FROM item
                WHERE section_id = \(target.section) ORDER BY position LIMIT 1 OFFSET \(target.item)), 1e6) - 0.5
                WHERE id = \(id)
                """)
        }
        // k0, k2 … are in the first section, and k1, k3 … in the second.
        for (source, target, keys) in [
            ([0, 3], [0, 1], ["k0", "k6", "k2", "k4", "k8"]), ([0, 1], [1, 0], ["k0", "k2", "k4", "k8"]),
        ] as [(IndexPath, IndexPath, [String])] {
            let reloads = scene.view.reloads
            scene.view.moveItemByHand(source, to: target)
            let shown = scene.view.onScreen.filter { $0.key.section == 0 }.sorted { $0.key < $1.key }.map(\.value)
            #expect(Array(shown.prefix(keys.count)) == keys && scene.view.reloads == reloads)
            for (path, key) in scene.view.onScreen { #expect(scene.dataSource.content(at: path)?.key == key) }
        }
        #expect(scene.view.counts == [29, 31] && scene.dataSource.content(at: [1, 0])?.key == "k6")
        try await scene.expectSound()
    }

    @Test("A move that the app does not write, or writes elsewhere, leads back to the state of the store")
    func refusedMoves() async throws {
        let scene = try await AdapterScene(items: 60, definition: AdapterScene.headed, sections: 2).observing()
        let before = scene.view.screen
        scene.dataSource.moveHandler = { _, _ in throw LayoutError(.invalidArgument, "not this one") }
        for target: IndexPath in [[0, 1], [1, 2]] {
            scene.view.moveItemByHand([0, 3], to: target)
            try await scene.wait { scene.view.screen == before }
            #expect(scene.view.counts == [30, 30])
        }
        scene.dataSource.moveHandler = { [store = scene.store] _, _ in
            try store.execute("DELETE FROM item WHERE key = 'k6'")
        }
        scene.view.moveItemByHand([0, 3], to: [1, 2])
        try await scene.wait { scene.view.counts == [29, 30] && scene.view.screen["k8"]?.minY == 150 }
        try await scene.expectSound(faults: 1)
    }

    @Test("A finger carries an item along its section, and to no other one")
    func carries() async throws {
        let scene = try AdapterScene(items: 20, definition: AdapterScene.headed, sections: 2)
        let targets = [40.0, 110, 300, 445, 475].map {
            scene.layout.targetIndexPath(forInteractivelyMovingItem: [0, 3], withPosition: CGPoint(x: 9, y: $0))
        }
        #expect(targets == [[0, 0], [0, 2], [0, 6], [0, 3], [0, 3]])
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
