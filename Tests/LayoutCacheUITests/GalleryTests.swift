import LayoutCache
import LayoutSQLite
import LayoutTestSupport
import Testing

/// The example, as far as it goes without a device.
@MainActor
@Suite struct GalleryTests {
    private let directory: ScratchDirectory

    init() throws { directory = try ScratchDirectory() }

    private func makePhotos() throws -> PhotoStore {
        let photos = try PhotoStore(path: directory.file("gallery.db"))
        let all = (0..<600).map { number in
            Photo(
                name: "p\(number)", album: "Album \"\(number / 100)\"", width: 300 + number % 7 * 100, height: 400,
                caption: String(repeating: "word ", count: 1 + number * 3 % 40))
        }
        try photos.replace(by: all, container: LayoutSize(width: 320, height: 480))
        return photos
    }

    /// A screen in a view as strict as UIKit's may be.
    private func open(_ controller: GalleryViewController) throws -> UICollectionView {
        controller.view.frame = CGRect(x: 0, y: 0, width: 320, height: 480)
        controller.viewDidLoad()
        return try #require(controller.collectionView)
    }

    @Test("Albums show by themselves, and what comes onto the screen is fetched")
    func albums() async throws {
        let photos = try makePhotos()
        let controller = AlbumsViewController(photos)
        let view = try open(controller)
        let layout = try #require(view.collectionViewLayout as? StoredCollectionViewLayout)
        layout.prepare()
        try await wait { layout.snapshot?.isComplete == true }
        #expect(view.dataSource?.numberOfSections(in: view) == 6)
        #expect(view.dataSource?.collectionView(view, numberOfItemsInSection: 5) == 100)
        for step in 1...7 {
            let bounds = CGRect(x: 0, y: Double(step) * 100, width: 320, height: 480)
            _ = layout.shouldInvalidateLayout(forBoundsChange: bounds)
            view.bounds = bounds
            layout.invalidateLayout()
            layout.prepare()
            try await wait { controller.dataSource?.prefetching.isLooking == false }
        }
        let seen = try #require(layout.layoutAttributesForElements(in: view.bounds))
        #expect(seen.contains { $0.representedElementKind == "header" && $0.frame.minY == 700 })
        let snapshot = try await photos.albums.snapshot()
        let below = try snapshot.layoutAttributesForElements(in: LayoutRect(x: 0, y: 1180, width: 320, height: 600))
            .filter { $0.kind == .cell && $0.frame.y >= 1180 }
        #expect(below.count > 4)
        for cell in below {
            let key = try cell.indexPath.flatMap { try snapshot.key(of: $0) }
            #expect(key.map { controller.fetched.contains($0) } == true)
        }
        let cell = view.dataSource?.collectionView(view, cellForItemAt: IndexPath(item: 3, section: 2)) as? PhotoCell
        #expect(cell?.label.text == "p203")
    }

    @Test("Captions become as high as their texts")
    func captions() async throws {
        let photos = try makePhotos()
        let controller = CaptionsViewController(photos)
        let view = try open(controller)
        let layout = try #require(view.collectionViewLayout as? StoredCollectionViewLayout)
        layout.patience = .seconds(5)
        layout.prepare()
        try await wait { layout.snapshot?.isComplete == true }
        // A pass of a collection view: each visible cell reports its size, and the layout is prepared.
        for attributes in layout.layoutAttributesForElements(in: view.bounds) ?? []
        where attributes.representedElementCategory == .cell {
            let cell = try #require(
                view.dataSource?.collectionView(view, cellForItemAt: attributes.indexPath) as? CaptionCell)
            let preferred = UICollectionViewLayoutAttributes(forCellWith: attributes.indexPath)
            preferred.frame = attributes.frame
            preferred.frame = cell.preferredLayoutAttributesFitting(preferred).frame
            if layout.shouldInvalidateLayout(
                forPreferredLayoutAttributes: preferred, withOriginalAttributes: attributes)
            {
                layout.invalidateLayout(
                    with: layout.invalidationContext(
                        forPreferredLayoutAttributes: preferred, withOriginalAttributes: attributes))
            }
        }
        layout.prepare()
        // The first caption has 5 letters, and the fourth 50: a line has 40.
        #expect(layout.layoutAttributesForItem(at: IndexPath(item: 0, section: 0))?.frame.height == 36)
        #expect(layout.layoutAttributesForItem(at: IndexPath(item: 3, section: 0))?.frame.height == 56)
    }

    // MARK: In a strict view

    private static let phone = CGSize(width: 320, height: 480)

    private func openStrictly(_ controller: GalleryViewController) throws -> StrictCollectionView {
        controller.makeView = { StrictCollectionView(frame: $0, collectionViewLayout: $1) }
        controller.layout.onFault = { Issue.record("\($0)") }
        controller.layout.patience = .seconds(5)
        controller.view.frame = CGRect(origin: .zero, size: Self.phone)
        controller.viewDidLoad()
        let view = try #require(controller.collectionView as? StrictCollectionView)
        view.layoutIfNeeded()
        return view
    }

    /// Lays out until a condition is true and nothing is under way.
    private func settle(
        _ controller: GalleryViewController, _ view: StrictCollectionView, until condition: () -> Bool = { true },
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await view.wait(sourceLocation: sourceLocation) {
            condition() && !controller.layout.updates.isRunning && controller.layout.snapshot?.isComplete == true
        }
    }

    /// The texts of the visible cells from the top, with their places on the screen.
    private func screen(_ view: StrictCollectionView) -> [(text: String, y: Double)] {
        view.cells.values.filter { $0.frame.minY < view.bounds.maxY && $0.frame.maxY > view.bounds.minY }
            .map { cell in
                (
                    (cell as? PhotoCell)?.label.text ?? (cell as? CaptionCell)?.label.text ?? "",
                    cell.frame.minY - view.bounds.minY, cell.frame.minX
                )
            }
            .sorted { ($0.1, $0.2) < ($1.1, $1.2) }.map { ($0.0, $0.1) }
    }

    @Test("A conversation opens at its end, shows what arrives, and stays in place when older messages come")
    func conversation() async throws {
        func open() throws -> (Conversation, ConversationViewController, StrictCollectionView) {
            let chat = try Conversation(path: directory.file("chat.db"), container: LayoutSize(Self.phone))
            if try chat.store.datasets()[0].itemCount == 0 {
                try chat.append(
                    (0..<300).map { Message(id: "m\($0)", text: "\($0) " + String(repeating: "x", count: $0 % 90)) })
            }
            let controller = ConversationViewController(chat)
            return (chat, controller, try openStrictly(controller))
        }
        var (chat, controller, view) = try open()
        try await settle(controller, view) { screen(view).last?.text.hasPrefix("299 ") == true }
        #expect(view.bounds.maxY == view.contentSize.height)
        try chat.append([Message(id: "m300", text: "new")])
        try await settle(controller, view) { screen(view).last?.text == "new" }
        #expect(view.bounds.maxY == view.contentSize.height)
        view.drag(by: -1000)
        try await settle(controller, view)
        let before = screen(view)
        try chat.prepend([Message(id: "a", text: "older"), Message(id: "b", text: "old")])
        try chat.append([Message(id: "m301", text: "newer")])
        try await settle(controller, view) { view.counts == [304] }
        #expect(screen(view).map(\.text) == before.map(\.text))
        #expect(zip(screen(view), before).allSatisfy { abs($0.y - $1.y) < 0.5 } && view.crashes.isEmpty)
        // Another launch begins at the end again, with every height known.
        controller.dataSource?.stopFollowing()
        chat.store.close()
        (chat, controller, view) = try open()
        #expect(screen(view).last?.text == "newer" && view.bounds.maxY == view.contentSize.height)
        controller.dataSource?.stopFollowing()
    }

    @Test("A table of the app is shown and followed, from the first frame of the second launch on")
    func library() async throws {
        let path = directory.file("app.db")
        let app = try Connection(path: path, mode: .create)
        try app.execute(
            """
            CREATE TABLE photo (id INTEGER PRIMARY KEY, album TEXT, taken REAL, width REAL, height REAL);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
            INSERT INTO photo SELECT i, 'Album ' || (i / 500), i, 300 + i % 5 * 100, 400 FROM n;
            """)
        func open() throws -> (Library, LibraryViewController, StrictCollectionView) {
            let library = try Library(database: path, container: LayoutSize(Self.phone))
            let controller = LibraryViewController(library)
            return (library, controller, try openStrictly(controller))
        }
        var (library, controller, view) = try open()
        try await settle(controller, view) { screen(view).first?.text == "1" }
        try app.execute("INSERT INTO photo VALUES (9999, 'Album 0', 0.5, 400, 400)")
        try await settle(controller, view) { view.counts?.first == 500 && view.cells.count > 5 }
        view.scrollToTop()
        try await settle(controller, view) { screen(view).first?.text == "9999" }
        let first = screen(view).map(\.text)
        // The system suspends the app, and it goes on later.
        library.store.suspend()
        view.drag(by: 40)
        #expect(!screen(view).isEmpty)
        library.store.resume()
        view.drag(by: -40)
        try await settle(controller, view) { screen(view).map(\.text) == first }
        #expect(view.crashes.isEmpty)
        controller.dataSource?.stopFollowing()
        library.store.close()
        (library, controller, view) = try open()
        #expect(screen(view).map(\.text) == first && view.crashes.isEmpty)
        controller.dataSource?.stopFollowing()
        app.close()
    }

    @Test("Turning shows a layout for each width, and turning back shows the first one at once")
    func turning() async throws {
        let photos = try makePhotos()
        let controller = AlbumsViewController(photos)
        let view = try openStrictly(controller)
        try await settle(controller, view) { screen(view).count > 5 }
        view.drag(by: 2000)
        try await settle(controller, view)
        let upright = view.cells.mapValues(\.frame)
        view.resize(to: CGSize(width: 480, height: 320))
        try await settle(controller, view) { view.cells.values.contains { $0.frame.maxX > 320 } }
        #expect(try photos.store.status().map(\.layout).contains("albums@480x320"))
        view.resize(to: Self.phone)
        view.layoutIfNeeded()
        #expect(view.cells.allSatisfy { path, cell in upright[path].map { $0.size == cell.frame.size } ?? true })
        #expect(view.cells.keys.contains { upright[$0] != nil } && view.crashes.isEmpty)
        controller.dataSource?.stopFollowing()
    }

    @Test("The albums in SwiftUI have the same photos")
    func swiftUI() throws {
        let photos = try makePhotos()
        let stored = try #require(AlbumsView(photos).body as? StoredLayoutView<Text>)
        #expect(stored.layout.name == "albums" && stored.allowsMultipleSelection)
    }
}
