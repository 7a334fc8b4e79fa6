import LayoutCache
import LayoutSQLite
import LayoutTestSupport
import Testing

/// The adapter under a stand-in for a collection view: scrolled, turned, measured, changed and moved far.
@MainActor
@Suite struct AdapterTests {
    static let phone = CGSize(width: 320, height: 480)

    /// A view on a list, with all its dependencies.
    struct Scene {
        let directory: ScratchDirectory
        let store: LayoutStore
        let layout: StoredCollectionViewLayout
        let view: StrictCollectionView
        let dataSource: LayoutCollectionViewDataSource
        let faults: Faults
    }

    final class Faults {
        var errors: [LayoutError] = []
    }

    nonisolated static let table = #"{"layout":"table","estimatedRowHeight":40}"#

    func makeScene(
        items: Int, definition: String = table, sections: Int = 1,
        data statement: String = "SELECT 1", keeping edge: ScrollAnchor.Edge = .start, span: Double = 4_194_304,
        isPrepared: Bool = true, patience: Duration? = nil
    ) throws -> Scene {
        let directory = try ScratchDirectory()
        let store = try LayoutStore(path: directory.file("store.db"))
        try Self.execute(
            store,
            [
                "INSERT INTO dataset (id, name) VALUES (1, 'data')",
                """
                WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(sections - 1))
                INSERT INTO section (id, dataset_id, position) SELECT i, 1, i FROM n
                """,
                """
                WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(items - 1))
                INSERT INTO item (id, section_id, position, key) SELECT i, i % \(sections), i, 'k' || i FROM n
                """, statement,
            ])
        try store.defineLayout(
            "wall", dataset: "data", definition: LayoutDefinition(json: definition), container: LayoutSize(Self.phone))
        if isPrepared { _ = try store.prepare("wall") as PreparationReport }
        let layout = StoredCollectionViewLayout(store.layout("wall"), keeping: edge, span: span)
        let scene = Self.open(layout, of: store, in: directory)
        if let patience { layout.patience = patience }
        return scene
    }

    /// A view on a layout.
    static func open(
        _ layout: StoredCollectionViewLayout, of store: LayoutStore, in directory: ScratchDirectory,
        size: CGSize = phone
    ) -> Scene {
        let faults = Faults()
        layout.onFault = { faults.errors.append($0) }
        let view = StrictCollectionView(frame: CGRect(origin: .zero, size: size), collectionViewLayout: layout)
        let dataSource = makeDataSource(view, layout)
        view.layoutIfNeeded()
        return Scene(
            directory: directory, store: store, layout: layout, view: view, dataSource: dataSource, faults: faults)
    }

    private static func makeDataSource(
        _ view: StrictCollectionView, _ layout: StoredCollectionViewLayout
    ) -> LayoutCollectionViewDataSource {
        view.register(StrictCell.self, forCellWithReuseIdentifier: "cell")
        for kind in ["header", "footer"] {
            view.register(UICollectionReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "title")
        }
        let dataSource = LayoutCollectionViewDataSource(view, layout: layout) { view, path, content in
            let cell = view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
            (cell as? StrictCell)?.content = content
            return cell
        }
        dataSource.supplementaryViewProvider = { view, kind, path in
            view.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "title", for: path)
        }
        return dataSource
    }

    @Test("A content is as high as its rows and headers, and scrolling writes no offset")
    func scrolls() throws {
        let scene = try makeScene(
            items: 900,
            definition: #"{"layout":"table","estimatedRowHeight":40,"header":{"height":30},"pinHeaders":true}"#,
            sections: 3)
        #expect(scene.view.contentSize == CGSize(width: 320, height: 900 * 40 + 3 * 30))
        for step in 0..<60 {
            scene.view.drag(by: step < 40 ? 271 : -157)
            let expected = try scene.wall.layoutAttributesForElements(in: LayoutRect(scene.view.bounds))
            let found = scene.view.attributes.filter { $0.frame.overlaps(scene.view.bounds) }
            #expect(
                Set(found.map { "\($0.indexPath)\($0.frame)" })
                    == Set(expected.map { "\(IndexPath($0))\(CGRect($0.frame))" }))
        }
        #expect(scene.view.offsetsWritten == 0 && scene.faults.errors.isEmpty)
    }

    @Test("The data source counts and reads the elements that the layout shows, during any writes")
    func oneMoment() throws {
        let scene = try makeScene(items: 100)
        try scene.change(
            "DELETE FROM item WHERE key = 'k3'",
            "INSERT INTO item (section_id, position, key) VALUES (0, -1, 'new')")
        #expect(scene.dataSource.collectionView(scene.view, numberOfItemsInSection: 0) == 100)
        #expect(scene.dataSource.content(at: IndexPath(item: 3, section: 0))?.key == "k3")
        var difference = DatasetDifference()
        difference.deletedItems = [ItemIndexPath(section: 0, item: 3)]
        difference.insertedItems = [ItemIndexPath(section: 0, item: 0)]
        let former = scene.layout.snapshot
        scene.dataSource.show(try scene.wall.snapshot(), by: difference)
        #expect(scene.view.batches == 1 && scene.view.reloads == 0)
        #expect(scene.dataSource.content(at: IndexPath(item: 0, section: 0))?.key == "new")
        #expect(try former?.key(of: ItemIndexPath(section: 0, item: 3)) == "k3")
    }

    @Test("Changes that do not lead from one state's counts to the other's have everything asked for again")
    func disagreement() throws {
        let scene = try makeScene(items: 100, sections: 4)
        try scene.change("DELETE FROM item WHERE key = 'k3'", "DELETE FROM section WHERE id = 1")
        var wrong = DatasetDifference()
        wrong.deletedSections = [1]
        scene.dataSource.show(try scene.wall.snapshot(), by: wrong)
        #expect(scene.view.batches == 0 && scene.view.reloads == 1)
        #expect(scene.faults.errors.map(\.code) == [.invalidArgument])
        #expect(scene.dataSource.numberOfSections(in: scene.view) == 3)
        // The same states with the right changes.
        let check = try makeScene(items: 100, sections: 4)
        try check.change("DELETE FROM item WHERE key = 'k3'", "DELETE FROM section WHERE id = 1")
        wrong.deletedItems = [ItemIndexPath(section: 3, item: 0)]
        check.dataSource.show(try check.wall.snapshot(), by: wrong)
        #expect(check.view.batches == 1 && check.faults.errors.isEmpty, "\(check.faults.errors)")
    }

    @Test("Appearing and disappearing items come from their former places and go to their new ones")
    func animations() throws {
        let scene = try makeScene(items: 100)
        // k9, k0, k1, k3, k4, new, k5 …
        try scene.change(
            "DELETE FROM item WHERE key = 'k2'", "UPDATE item SET position = -1 WHERE key = 'k9'",
            "INSERT INTO item (section_id, position, key) VALUES (0, 4.5, 'new')")
        scene.layout.exchange(for: try scene.wall.snapshot(), isUpdate: true)
        let moved = scene.layout.initialLayoutAttributesForAppearingItem(at: IndexPath(item: 0, section: 0))
        #expect(moved?.frame.origin.y == 9 * 40 && moved?.alpha == 1)
        let new = scene.layout.initialLayoutAttributesForAppearingItem(at: IndexPath(item: 5, section: 0))
        #expect(new?.frame.origin.y == 5 * 40 && new?.alpha == 0)
        let gone = scene.layout.finalLayoutAttributesForDisappearingItem(at: IndexPath(item: 2, section: 0))
        #expect(gone?.frame.origin.y == 2 * 40 && gone?.alpha == 0)
        let away = scene.layout.finalLayoutAttributesForDisappearingItem(at: IndexPath(item: 9, section: 0))
        #expect(away?.frame.origin.y == 0 && away?.alpha == 1)
        scene.layout.finalizeCollectionViewUpdates()
        #expect(scene.layout.initialLayoutAttributesForAppearingItem(at: IndexPath(item: 0, section: 0)) == nil)
    }

    @Test("Cells that size themselves are stored in one pass, and nothing on screen moves", arguments: [false, true])
    func selfSizing(isHeld: Bool) throws {
        let scene = try makeScene(items: 2000)
        scene.layout.scroll(toContentOffset: LayoutPoint(x: 0, y: 40_000))
        scene.layout.patience = .seconds(5)
        scene.view.isHeld = isHeld
        scene.view.layoutIfNeeded()
        let written = scene.view.offsetsWritten
        scene.view.measuredHeight = { 30 + Double(($0.attributes.itemID ?? 0) % 5) * 10 }
        for _ in 0..<40 {
            let bounds = scene.view.bounds
            // The first cell that is whole on the screen before a step is in place after it.
            let first = scene.view.attributes.filter { $0.frame.minY >= bounds.minY + 60 }.min {
                $0.frame.minY < $1.frame.minY
            }
            let item = try #require(first).indexPath.item
            let before = try #require(scene.view.screenY(section: 0, item: item))
            scene.view.drag(by: -50)
            let after = try #require(scene.view.screenY(section: 0, item: item))
            #expect(abs(after - before - 50) <= 40, "\(before) became \(after)")
        }
        if isHeld { #expect(scene.view.offsetsWritten == written) }
        let sized = try scene.wall.snapshot()
        #expect(sized.contentSize.height != 80_000)
        scene.view.measuredHeight = nil
        scene.view.isHeld = false
        let item = try #require(scene.view.attributes.first { $0.frame.minY >= scene.view.bounds.minY }).indexPath.item
        let before = scene.view.screenY(section: 0, item: item)
        scene.layout.settle()
        scene.view.layoutIfNeeded()
        #expect(scene.view.screenY(section: 0, item: item) == before)
        #expect(scene.layout.contentRect(scene.view.bounds) == LayoutRect(scene.view.bounds))
        #expect(scene.faults.errors.isEmpty)
    }

    @Test("Another size of the view lays out for it in the background, and shows that when it is there")
    func rotates() async throws {
        let scene = try makeScene(items: 500, definition: #"{"layout":"flow","itemSize":{"width":50,"height":50}}"#)
        scene.view.drag(by: 1000)
        let first = try #require(try scene.layout.snapshot?.anchor(at: LayoutPoint(x: 0, y: 1000))?.key)
        scene.view.resize(to: CGSize(width: 640, height: 320))
        #expect(scene.layout.snapshot?.containerSize == LayoutSize(width: 320, height: 480))
        while scene.layout.snapshot?.containerSize.width != 640 { try await Task.sleep(for: .milliseconds(1)) }
        scene.view.layoutIfNeeded()
        let wide = try #require(scene.layout.snapshot)
        let place = scene.layout.contentRect(scene.view.bounds)
        #expect(
            try wide.layoutAttributesForElements(in: place).contains { element in
                try element.kind == .cell && element.indexPath.flatMap { try wide.key(of: $0) } == first
            })
        // A view without a size changes nothing.
        scene.view.resize(to: .zero)
        #expect(scene.layout.snapshot?.containerSize.width == 640)
    }

    @Test("A content of ten million points scrolls point by point in a view of a hundred thousand")
    func window() throws {
        let scene = try makeScene(
            items: 20_000, definition: #"{"layout":"table","estimatedRowHeight":500}"#, span: 100_000)
        #expect(scene.view.contentSize.height == 100_000)
        for place in [0.0, 5_000_123, 9_999_520, 77] {
            scene.scroll(to: place)
            #expect(scene.layout.contentRect(scene.view.bounds).y == place)
            let step = place > 9_000_000 ? -31.0 : 31
            for _ in 0..<200 {
                let before = scene.layout.contentRect(scene.view.bounds).y
                scene.view.drag(by: step)
                #expect(scene.layout.contentRect(scene.view.bounds).y == before + step)
                #expect(scene.view.attributes.allSatisfy { abs($0.frame.maxY) < 100_000 + 4 * 480 + 500 })
                scene.layout.settle()
                #expect(scene.layout.contentRect(scene.view.bounds).y == before + step)
            }
        }
    }

    @Test("In a conversation that is at its end, rows added at the end are shown, and elsewhere nothing moves")
    func conversation() throws {
        let scene = try makeScene(items: 300, keeping: .end)
        scene.layout.scroll(toContentOffset: LayoutPoint(x: 0, y: 12_000 - 480))
        for message in 0..<20 {
            let end = try scene.wall.contentSize().height
            // From the tenth on the user has scrolled up.
            if message == 10 { scene.view.drag(by: -300) }
            let place = scene.layout.contentRect(scene.view.bounds).y
            try scene.change("INSERT INTO item (section_id, position, key) VALUES (0, NULL, 'm\(message)')")
            try scene.show()
            #expect(scene.layout.contentRect(scene.view.bounds).y == (message < 10 ? end + 40 - 480 : place))
        }
    }

    @Test("Requests before the first preparation get no frames, and a store closed under a view is reported once")
    func nothing() async throws {
        let scene = try makeScene(items: 50, isPrepared: false)
        #expect(scene.view.contentSize == .zero && scene.view.attributes.isEmpty)
        #expect(scene.view.counts == [50])
        await scene.layout.refresh()
        // The view updates without a call of the app.
        scene.view.layoutIfNeeded()
        #expect(!scene.view.attributes.isEmpty)
        #expect(scene.faults.errors.isEmpty)
        // A store that was closed under the view: the visible elements stay, and the fault is reported once.
        scene.store.close()
        let shown = scene.view.attributes.count
        #expect(scene.layout.layoutAttributesForElements(in: CGRect(origin: .zero, size: Self.phone))?.isEmpty == false)
        #expect(scene.dataSource.collectionView(scene.view, numberOfItemsInSection: 0) == 50)
        for _ in 0..<3 { scene.layOutAgain() }
        #expect(scene.view.attributes.count == shown && scene.faults.errors.count == 1)
        let gone = StoredCollectionViewLayout(scene.store.layout("roof"))
        var faults: [LayoutError] = []
        gone.onFault = { faults.append($0) }
        gone.prepare()
        #expect(gone.collectionViewContentSize == .zero && faults.map(\.code) == [.closed], "\(faults)")
    }
}
