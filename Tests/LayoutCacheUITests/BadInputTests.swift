import LayoutCFaults
import LayoutCache
import LayoutSQLite
import LayoutTestSupport
import Testing

/// Faults from outside of the adapter while a store is shown. The view gets an answer that it accepts, and the app
/// one error. Everything readable is shown again.
@MainActor @Suite(.serialized) struct BadInputTests {
    // MARK: The app

    @Test("A title of the index leads to an item that exists: of its section, or of the nearest one with items")
    func indexTitles() throws {
        let scene = try AdapterScene(items: 40, sections: 5, data: "DELETE FROM item WHERE section_id IN (0, 2, 4)")
        #expect(scene.dataSource.indexTitles(for: scene.view) == nil)
        scene.dataSource.indexTitles = (0..<7).map { ("\($0)", $0) }
        let titles = try #require(scene.dataSource.indexTitles(for: scene.view))
        let sections = titles.indices.map {
            scene.dataSource.collectionView(scene.view, indexPathForIndexTitle: titles[$0], at: $0).section
        }
        #expect(sections == [1, 1, 3, 3, 3, 3, 3])
    }

    @Test("Views that were not dequeued, nil and missing providers lead to empty ones, and are reported once for all")
    func bareViews() async throws {
        let scene = try AdapterScene(items: 20, definition: AdapterScene.headed)
        scene.dataSource.supplementaryViewProvider = { _, _, _ in UICollectionReusableView() }
        var makesCells = true
        let bare = LayoutCollectionViewDataSource(scene.view, layout: scene.layout) { _, _, _ in
            makesCells ? UICollectionViewCell() : nil
        }
        bare.supplementaryViewProvider = scene.dataSource.supplementaryViewProvider
        for reported in [2, 3] {
            scene.reload()
            try await scene.expectSound(faults: reported)
            #expect(scene.view.cells.count == 12)
            makesCells = false
        }
        bare.supplementaryViewProvider = nil
        scene.reload()
        try await scene.expectSound(faults: 4)
        #expect(scene.faults.errors.allSatisfy { $0.code == .missingView })
    }

    // MARK: The store

    @Test("Another program that holds the lock for long costs no frame: sizes are stored when it lets go")
    func locked() async throws {
        let scene = try await AdapterScene(items: 500).observing()
        let other = try Connection(path: scene.store.path, mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        scene.view.measuredHeight = { _ in 70 }
        scene.layOutAgain()
        for _ in 0..<20 { scene.view.drag(by: 30) }
        #expect(scene.view.screen.count >= 6 && scene.view.crashes.isEmpty && scene.view.mostPasses < 30)
        try other.execute("COMMIT")
        try await scene.wait { !scene.view.screen.isEmpty && scene.view.screen.values.allSatisfy { $0.height == 70 } }
        other.close()
        try await scene.quiet()
        #expect(scene.view.crashes.isEmpty)
    }

    @Test("Derived rows that are damaged under a view are reported once, and what is on the screen stays")
    func damaged() async throws {
        let scene = try await AdapterScene(items: 500).observing()
        let screen = scene.view.screen
        try scene.execute("DELETE FROM lc_sum", "UPDATE lc_preparation SET revision = revision + 1")
        for _ in 0..<20 {
            scene.layout.requestUpdate()
            try await Task.sleep(for: .milliseconds(10))
            scene.layOutAgain()
            scene.view.drag(by: 10)
        }
        #expect(scene.view.crashes.isEmpty && scene.view.screen.count >= screen.count)
        #expect(scene.faults.errors.count == 1, "\(scene.faults.errors)")
    }

    @Test("A layout that is removed under a view leaves what is on the screen")
    func deleted() async throws {
        let scene = try await AdapterScene(items: 500).observing()
        let screen = scene.view.screen
        try await scene.store.removeLayout("wall")
        for _ in 0..<10 {
            try await Task.sleep(for: .milliseconds(20))
            scene.layOutAgain()
        }
        #expect(scene.view.screen == screen && scene.view.crashes.isEmpty)
        #expect(scene.faults.errors.count == 1, "\(scene.faults.errors)")
    }

    @Test("After its file was deleted a view shows what it knows, also at the end of a jump, and reports it once")
    func deletedFile() async throws {
        let scene = try await AdapterScene(items: 500).observing()
        try FileManager.default.removeItem(atPath: scene.store.path)
        var reports: [Bool] = []
        for key in ["k400", "none", "k200"] {
            let count = reports.count
            scene.layout.scroll(toItem: .key(key)) { reports.append($0) }
            try await scene.wait { reports.count > count }
        }
        #expect(reports == [true, false, true] && scene.view.screen["k200"]?.minY == 0)
        scene.layout.requestUpdate()
        try await scene.expectSound(faults: 1)
        #expect(scene.faults.errors.map(\.code) == [.fileReplaced])
    }

    @Test("A nib that the app registers for a decoration is not replaced by an empty view")
    func decorationNib() async throws {
        let scene = try AdapterScene(items: 20, definition: #"{"layout":"table","background":{}}"#)
        let (layout, nib) = (StoredCollectionViewLayout(scene.wall), UINib())
        layout.register(nib, forDecorationViewOfKind: "background")
        let second = scene.openAnother(layout)
        #expect(layout.layoutAttributesForDecorationView(ofKind: "background", at: [0, 0]) != nil)
        #expect(layout.decorationNibs["background"] === nib && second.view.crashes.isEmpty)
        try await second.expectSound()
    }

    @Test("Index paths that are gone are answered with nothing")
    func gone() async throws {
        let scene = try await AdapterScene(items: 20).observing()
        for path: IndexPath in [[0, 99], [0, 20], [0, -1], [7, 0], [3], []] {
            #expect(scene.layout.layoutAttributesForItem(at: path) == nil && scene.dataSource.content(at: path) == nil)
            #expect(scene.layout.layoutAttributesForSupplementaryView(ofKind: "header", at: path) == nil)
            #expect(scene.layout.layoutAttributesForDecorationView(ofKind: "background", at: path) == nil)
            #expect(scene.layout.initialLayoutAttributesForAppearingItem(at: path) == nil)
            #expect(scene.layout.finalLayoutAttributesForDisappearingItem(at: path) == nil)
        }
        #expect(scene.dataSource.indexPath(forKey: "k7") == [0, 7])
        #expect(scene.dataSource.indexPath(forKey: "none") == nil && scene.dataSource.title(ofSection: 9) == nil)
        scene.layout.scroll(toItem: .key("none"))
        try await scene.expectSound()
    }

    @Test("On a full disk what is shown stays, one error is reported, and the rest follows when there is room")
    func fullDisk() async {
        await #expect(processExitsWith: .success) {
            try #require(layout_faults_install() == 0, "SQLite is in use already")
            try await Self.showOnFullDisk()
        }
    }

    private static func showOnFullDisk() async throws {
        let scene = try AdapterScene(items: 5000, isPrepared: false)
        scene.dataSource.observe()
        try await scene.wait { scene.view.screen.count >= 12 }
        layout_faults_arm(Int32(LAYOUT_FAULT_WRITE), 1, 1, Int32(LAYOUT_FAULT_FULL))
        scene.view.measuredHeight = { _ in 70 }
        scene.layout.invalidateLayout()
        for _ in 0..<40 {
            scene.view.drag(by: 5)
            try await Task.sleep(for: .milliseconds(5))
            try #require(scene.view.screen.count >= 12)
        }
        try #require(scene.view.crashes == [])
        try #require(scene.faults.errors.map(\.code) == [.diskFull], "\(scene.faults.errors)")
        layout_faults_disarm()
        try await scene.wait {
            scene.layout.snapshot?.isComplete == true && scene.view.screen.values.allSatisfy { $0.height == 70 }
        }
        try await scene.expectSound(faults: 1)
    }
}
