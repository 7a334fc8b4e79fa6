import LayoutCache
import LayoutSQLite
import LayoutTestSupport
import Testing

/// A view that follows its table without a word of the app's, and what happens to it when things go wrong.
@MainActor
@Suite(.serialized) struct FollowingTests {
    private let adapter = AdapterTests()
    private static let pinned = #"{"layout":"table","estimatedRowHeight":40,"header":{"height":30},"pinHeaders":true}"#

    private func follow(
        items: Int, sections: Int = 1, definition: String = StrictTests.table
    ) async throws -> AdapterTests.Scene {
        let scene = try adapter.makeScene(items: items, definition: definition, sections: sections)
        scene.dataSource.follow()
        try await StrictTests.quiet(scene)
        return scene
    }

    @Test(
        "Insertions, deletions and moves are one batch, and a cell whose contents changed stays the same cell"
    )
    func batch() async throws {
        let scene = try await follow(items: 200)
        let cell = try #require(scene.view.cells[IndexPath(item: 5, section: 0)])
        let reloads = scene.view.reloads
        try AdapterTests.execute(
            scene.store, "DELETE FROM item WHERE key = 'k2'",
            "INSERT INTO item (section_id, position, key) VALUES (0, 3.5, 'new')",
            "UPDATE item SET position = 6.5 WHERE key = 'k9'", "UPDATE item SET payload = '{\"a\":1}' WHERE key = 'k5'")
        try await StrictTests.wait(scene) { scene.view.batches == 1 && !scene.view.reconfigured.isEmpty }
        #expect(scene.view.reloads == reloads && scene.view.counts == [200])
        #expect(scene.view.reconfigured == [IndexPath(item: 5, section: 0)])
        let keys = scene.view.onScreen.sorted { $0.key < $1.key }.map(\.value)
        #expect(keys.prefix(9) == ["k0", "k1", "k3", "new", "k4", "k5", "k6", "k9", "k7"])
        let content = (scene.view.cells[IndexPath(item: 5, section: 0)] as? StrictCell)?.content
        #expect(content?.payload == #"{"a":1}"#)
        withExtendedLifetime(cell) {}
        try await StrictTests.expectSound(scene)
    }

    @Test("A change that is too large, and one of titles, is shown by asking for everything again")
    func reloads() async throws {
        let scene = try await follow(items: 3000, sections: 3, definition: Self.pinned)
        scene.layout.scroll(toContentOffset: LayoutPoint(x: 0, y: 20_000))
        scene.view.layoutIfNeeded()
        let before = scene.view.screen
        try AdapterTests.execute(
            scene.store,
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
            INSERT INTO item (section_id, position, key) SELECT 0, -i, 'n' || i FROM n
            """)
        try await StrictTests.wait(scene) { scene.view.counts?.first == 6000 }
        #expect(scene.view.batches == 0 && scene.view.screen == before)
        let reloads = scene.view.reloads
        try AdapterTests.execute(scene.store, "UPDATE section SET title = 'Beans' WHERE id = 1")
        try await StrictTests.wait(scene) { scene.view.reloads > reloads }
        #expect(scene.dataSource.title(ofSection: 1) == "Beans")
        try await StrictTests.expectSound(scene)
    }

    @Test("A data set that is imported again is animated by its keys")
    func importedAnew() async throws {
        let scene = try await follow(items: 100)
        let reloads = scene.view.reloads
        try AdapterTests.execute(
            scene.store, "CREATE TEMP TABLE former AS SELECT * FROM item", "DELETE FROM item",
            """
            INSERT INTO item (id, section_id, position, key)
            SELECT id + 1000, section_id, position, key FROM temp.former WHERE key <> 'k3'
            """)
        try await StrictTests.wait(scene) { scene.view.counts == [99] }
        #expect(scene.view.batches == 1 && scene.view.reloads == reloads && scene.view.screen["k3"] == nil)
        try await StrictTests.expectSound(scene)
    }

    @Test("Headers and decorations of a section that moves come from their former places")
    func supplementaries() async throws {
        let scene = try adapter.makeScene(items: 40, definition: Self.pinned, sections: 4)
        try adapter.change(scene, "UPDATE section SET position = -1 WHERE id = 1")
        scene.layout.exchange(for: try await scene.wall.snapshot(), isUpdate: true)
        let path = IndexPath(item: 0, section: 0)
        let moved = scene.layout.initialLayoutAttributesForAppearingSupplementaryElement(ofKind: "header", at: path)
        #expect(moved?.frame.minY == 430 && moved?.alpha == 1 && moved?.indexPath == path)
        let left = scene.layout.finalLayoutAttributesForDisappearingSupplementaryElement(ofKind: "header", at: path)
        #expect(left?.frame.minY == 430 && left?.alpha == 1)
        scene.layout.finalizeCollectionViewUpdates()
    }

    @Test("A subclass chooses the class of its attributes")
    func attributesClass() throws {
        let scene = try adapter.makeScene(items: 10)
        let layout = TintedLayout(scene.wall)
        let view = StrictCollectionView(
            frame: CGRect(origin: .zero, size: AdapterTests.phone), collectionViewLayout: layout)
        let dataSource = AdapterTests.makeDataSource(view, layout)
        view.layoutIfNeeded()
        #expect(view.attributes.count == 10 && view.attributes.allSatisfy { $0 is TintedAttributes })
        withExtendedLifetime(dataSource) {}
    }

    @Test("Upcoming items are fetched once, and items left behind are not")
    func prefetches() async throws {
        let scene = try await follow(items: 2000)
        var fetched: [String] = []
        var cancelled: Set<String> = []
        scene.dataSource.prefetchHandler = { fetched += $0.compactMap(\.key) }
        scene.dataSource.cancelPrefetchHandler = { cancelled.formUnion($0.compactMap(\.key)) }
        for _ in 0..<30 {
            scene.view.drag(by: 130)
            try await StrictTests.wait(scene) { !scene.dataSource.prefetching.isLooking }
        }
        #expect(Set(fetched).count == fetched.count && Set(fetched).isSuperset(of: (40..<110).map { "k\($0)" }))
        scene.view.drag(by: -2000)
        try await StrictTests.wait(scene) { !scene.dataSource.prefetching.isLooking }
        #expect(cancelled.contains("k115") || fetched.contains("k60"))
        scene.dataSource.collectionView(scene.view, prefetchItemsAt: [IndexPath(item: 1999, section: 0), IndexPath()])
        #expect(fetched.last == "k1999")
        scene.dataSource.collectionView(scene.view, cancelPrefetchingForItemsAt: [IndexPath(item: 1999, section: 0)])
        #expect(cancelled.contains("k1999"))
        try await StrictTests.expectSound(scene)
    }

    @Test("An item that the user moves is written by the app, and shown where the store has it")
    func moves() async throws {
        let scene = try await follow(items: 50)
        #expect(!scene.dataSource.collectionView(scene.view, canMoveItemAt: IndexPath(item: 3, section: 0)))
        let store = scene.store
        scene.dataSource.moveHandler = { item, target in
            try AdapterTests.execute(store, "UPDATE item SET position = \(target.item) - 0.5 WHERE key = 'k3'")
            #expect(item == .id(3))
        }
        #expect(scene.dataSource.collectionView(scene.view, canMoveItemAt: IndexPath(item: 3, section: 0)))
        scene.dataSource.collectionView(
            scene.view, moveItemAt: IndexPath(item: 3, section: 0), to: IndexPath(item: 1, section: 0))
        try await StrictTests.wait(scene) { scene.view.screen["k3"]?.minY == 40 }
        #expect(scene.view.screen["k1"]?.minY == 80)
        try await StrictTests.expectSound(scene)
    }

    // MARK: Orthogonal sections

    @Test("A section that scrolls sideways moves under the finger, rests at a stop, and is there the next time")
    func orthogonal() async throws {
        let definition = #"""
            {"layout":"compositional","sections":[{"group":{"axis":"horizontal","size":{"width":100,"height":80},
             "subitems":[{"size":{"width":100,"height":80}}]},"orthogonalScrolling":"groupPaging"}]}
            """#
        let scene = try await follow(items: 60, sections: 3, definition: definition)
        func scroller() -> OrthogonalScrollView? {
            scene.view.subviews.compactMap { $0 as? OrthogonalScrollView }.first { $0.section == 1 }
        }
        try await StrictTests.wait(scene) { scroller()?.delegate != nil }
        let view = try #require(scroller())
        #expect(view.frame == CGRect(x: 0, y: 80, width: 320, height: 80) && view.contentSize.width == 2000)
        let before = scene.view.screen
        for step in 1...26 {
            view.contentOffset = CGPoint(x: Double(step) * 10, y: 0)
            scene.view.layoutIfNeeded()
        }
        // k1, k4, k7 … are in the section: 260 points further on.
        #expect(scene.view.screen["k13"]?.minX == 140 && scene.view.screen["k0"] == before["k0"])
        view.delegate?.scrollViewDidEndDragging(view, willDecelerate: false)
        try await StrictTests.wait(scene) { scene.view.screen["k13"]?.minX == 100 }
        try await StrictTests.quiet(scene)
        let layout = StoredCollectionViewLayout(scene.wall)
        let other = StrictCollectionView(
            frame: CGRect(origin: .zero, size: AdapterTests.phone), collectionViewLayout: layout)
        let dataSource = AdapterTests.makeDataSource(other, layout)
        try await StrictTests.wait(scene) {
            other.reloadData()
            layout.snapshot?.close()
            other.layoutIfNeeded()
            return other.screen["k13"]?.minX == 100
        }
        withExtendedLifetime(dataSource) {}
        try await StrictTests.expectSound(scene)
    }
}

@MainActor final class TintedAttributes: UICollectionViewLayoutAttributes {
    var tint = 1
}

@MainActor final class TintedLayout: StoredCollectionViewLayout {
    override class var layoutAttributesClass: AnyClass { TintedAttributes.self }
}
