import LayoutCFaults
import LayoutCache
import LayoutSQLite
import LayoutTestSupport
import Testing

/// Faults from outside of the adapter while a store is shown. The view gets an answer that it accepts, and the app
/// one error. Everything readable is shown again.
@MainActor
@Suite(.serialized) struct BadInputTests {
    typealias Scene = AdapterTests.Scene
    private let adapter = AdapterTests()

    private func follow(items: Int) async throws -> Scene {
        let scene = try adapter.makeScene(items: items)
        scene.dataSource.follow()
        try await StrictTests.quiet(scene)
        return scene
    }

    // MARK: The app

    @Test("A title of the index leads to an item that exists: of its section, or of the nearest one with items")
    func indexTitles() throws {
        let scene = try adapter.makeScene(
            items: 40, sections: 5, data: "DELETE FROM item WHERE section_id IN (0, 2, 4)")
        #expect(scene.dataSource.indexTitles(for: scene.view) == nil)
        scene.dataSource.indexTitles = (0..<7).map { ("\($0)", $0) }
        let titles = try #require(scene.dataSource.indexTitles(for: scene.view))
        let sections = titles.indices.map {
            scene.dataSource.collectionView(scene.view, indexPathForIndexTitle: titles[$0], at: $0).section
        }
        #expect(sections == [1, 1, 3, 3, 3, 3, 3])
    }

    @Test("Without providers empty views are shown that the view has made itself, and decorations have a class")
    func noProviders() async throws {
        let definition = #"""
            {"layout":"compositional","sections":[{"group":{"axis":"vertical","size":{"width":{"fractionalWidth":1},
             "height":50},"subitems":[{"size":{"width":{"fractionalWidth":1},"height":50}}]},
             "boundaryItems":[{"elementKind":"header","size":{"width":{"fractionalWidth":1},"height":30},
             "alignment":"top"}],"decorations":[{"elementKind":"background"}]}]}
            """#
        let scene = try adapter.makeScene(items: 20, definition: definition)
        #expect(scene.view.attributes.contains { $0.representedElementCategory == .decorationView })
        scene.dataSource.supplementaryViewProvider = nil
        scene.view.reloadData()
        scene.view.layoutIfNeeded()
        #expect(scene.view.crashes.isEmpty && scene.faults.errors.count == 1)
        let bare = LayoutCollectionViewDataSource(scene.view, layout: scene.layout) { _, _, _ in nil }
        scene.view.reloadData()
        scene.view.layoutIfNeeded()
        #expect(scene.view.crashes.isEmpty && !scene.view.cells.isEmpty)
        withExtendedLifetime(bare) {}
    }

    @Test("Views that were not dequeued, and nil, are replaced by empty ones, and reported once for all items")
    func bareViews() throws {
        let scene = try adapter.makeScene(
            items: 20, definition: #"{"layout":"table","estimatedRowHeight":40,"header":{"height":30}}"#)
        scene.dataSource.supplementaryViewProvider = { _, _, _ in UICollectionReusableView() }
        var makesCells = true
        let bare = LayoutCollectionViewDataSource(scene.view, layout: scene.layout) { _, _, _ in
            makesCells ? UICollectionViewCell() : nil
        }
        bare.supplementaryViewProvider = scene.dataSource.supplementaryViewProvider
        for reported in [2, 3] {
            scene.view.reloadData()
            scene.view.layoutIfNeeded()
            #expect(scene.view.crashes.isEmpty && scene.view.cells.count == 12)
            #expect(scene.faults.errors.count == reported, "\(scene.faults.errors)")
            makesCells = false
        }
        #expect(scene.faults.errors.allSatisfy { $0.code == .missingView })
    }

    // MARK: The store

    @Test("Another program that holds the lock for long costs no frame: sizes are stored when it lets go")
    func locked() async throws {
        let scene = try await follow(items: 500)
        let other = try Connection(path: scene.store.path, mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        scene.view.measuredHeight = { _ in 70 }
        scene.layout.invalidateLayout()
        scene.view.layoutIfNeeded()
        for _ in 0..<20 { scene.view.drag(by: 30) }
        #expect(scene.view.screen.count >= 6 && scene.view.crashes.isEmpty && scene.view.mostPasses < 30)
        try other.execute("COMMIT")
        try await StrictTests.wait(scene) {
            scene.view.layoutIfNeeded()
            return !scene.view.screen.isEmpty && scene.view.screen.values.allSatisfy { $0.height == 70 }
        }
        other.close()
        try await StrictTests.quiet(scene)
        #expect(scene.view.crashes.isEmpty)
    }

    @Test("Derived rows that are damaged under a view are reported once, and what is on the screen stays")
    func damaged() async throws {
        let scene = try await follow(items: 500)
        let screen = scene.view.screen
        try AdapterTests.execute(
            scene.store, "DELETE FROM lc_sum", "UPDATE lc_preparation SET revision = revision + 1")
        for _ in 0..<20 {
            scene.layout.requestUpdate()
            try await Task.sleep(for: .milliseconds(10))
            scene.layout.invalidateLayout()
            scene.view.layoutIfNeeded()
            scene.view.drag(by: 10)
        }
        #expect(scene.view.crashes.isEmpty && scene.view.screen.count >= screen.count)
        #expect(scene.faults.errors.count == 1, "\(scene.faults.errors)")
    }

    @Test("A store whose file is deleted under a view, and a layout that is removed, leave what is on the screen")
    func deleted() async throws {
        let scene = try await follow(items: 500)
        let screen = scene.view.screen
        try scene.store.removeLayout("wall")
        for _ in 0..<10 {
            try await Task.sleep(for: .milliseconds(20))
            scene.layout.invalidateLayout()
            scene.view.layoutIfNeeded()
        }
        #expect(scene.view.screen == screen && scene.view.crashes.isEmpty)
        #expect(scene.faults.errors.count == 1, "\(scene.faults.errors)")
        try FileManager.default.removeItem(atPath: scene.store.path)
        scene.store.close()
        for _ in 0..<10 {
            scene.layout.invalidateLayout()
            scene.view.drag(by: 3)
        }
        #expect(scene.view.screen.count >= 12 && scene.view.crashes.isEmpty)
    }

    @Test("Index paths that are gone are answered with nothing")
    func gone() async throws {
        let scene = try await follow(items: 20)
        for path in [IndexPath(item: 99, section: 0), IndexPath(item: -1, section: 0), IndexPath(item: 0, section: 7)] {
            #expect(scene.layout.layoutAttributesForItem(at: path) == nil && scene.dataSource.content(at: path) == nil)
            #expect(scene.layout.initialLayoutAttributesForAppearingItem(at: path) == nil)
            #expect(scene.layout.finalLayoutAttributesForDisappearingItem(at: path) == nil)
        }
        #expect(scene.dataSource.indexPath(forKey: "k7") == IndexPath(item: 7, section: 0))
        #expect(scene.dataSource.indexPath(forKey: "none") == nil && scene.dataSource.title(ofSection: 9) == nil)
        scene.layout.scroll(toItem: .key("none"))
        try await StrictTests.expectSound(scene)
    }

    @Test("Damage under a view that is mended later leaves nothing blank, without a touch")
    func mended() async throws {
        let scene = try adapter.makeScene(items: 500, isPrepared: false)
        try AdapterTests.execute(
            scene.store, "CREATE TRIGGER full BEFORE INSERT ON lc_band BEGIN SELECT RAISE(ABORT, 'broken'); END")
        try await StrictTests.wait(scene) { scene.layout.updates.failures > 6 }
        #expect(scene.view.crashes.isEmpty && scene.faults.errors.count == 1, "\(scene.faults.errors)")
        try AdapterTests.execute(scene.store, "DROP TRIGGER full")
        try await StrictTests.wait(scene) { scene.view.screen.count == 12 && scene.layout.snapshot?.isComplete == true }
        #expect(scene.view.crashes.isEmpty && scene.faults.errors.count == 1)
    }

    @Test("On a full disk what is shown stays, one error is reported, and the rest follows when there is room")
    func fullDisk() async {
        await #expect(processExitsWith: .success) {
            guard layout_faults_install() == 0 else { throw Unexpected("SQLite is in use already") }
            try await Self.showOnFullDisk()
        }
    }

    private static func showOnFullDisk() async throws {
        let scene = try AdapterTests().makeScene(items: 5000, isPrepared: false)
        scene.dataSource.follow()
        try await StrictTests.wait(scene) { scene.view.screen.count >= 12 }
        layout_faults_arm(Int32(LAYOUT_FAULT_WRITE), 1, 1, Int32(LAYOUT_FAULT_FULL))
        scene.view.measuredHeight = { _ in 70 }
        scene.layout.invalidateLayout()
        for _ in 0..<40 {
            scene.view.drag(by: 5)
            try await Task.sleep(for: .milliseconds(5))
            try require(scene.view.screen.count >= 12, "\(scene.view.screen.count) cells are on the screen")
        }
        try require(scene.view.crashes.isEmpty, "\(scene.view.crashes)")
        try require(scene.faults.errors.map(\.code) == [.diskFull], "\(scene.faults.errors)")
        layout_faults_disarm()
        try await StrictTests.wait(upTo: .seconds(60), scene) {
            scene.layout.snapshot?.isComplete == true && scene.view.screen.values.allSatisfy { $0.height == 70 }
        }
        try require(scene.view.crashes.isEmpty && scene.view.interruptions == 0, "\(scene.view.crashes)")
        try require(scene.faults.errors.count == 1, "\(scene.faults.errors)")
    }

    private static func require(_ condition: Bool, _ message: String) throws {
        if !condition { throw Unexpected(message) }
    }
}

private struct Unexpected: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
