import LayoutCache
import LayoutSQLite
import LayoutTestSupport
import Testing

/// The example, as far as it goes without a device: its screens in a view as strict as UIKit's may be.
@MainActor @Suite struct GalleryTests {
    private let directory: ScratchDirectory

    init() throws { directory = try ScratchDirectory() }

    private func makePhotos() throws -> PhotoStore {
        let photos = try PhotoStore(path: directory.file("gallery.db"))
        let all = (0..<600).map { number in
            Photo(
                name: "p\(number)", album: "Album \"\(number / 100)\"", width: 300 + number % 7 * 100, height: 400,
                caption: String(repeating: "word ", count: 1 + number * 3 % 40))
        }
        try photos.replace(by: all, container: LayoutSize(AdapterScene.phone))
        return photos
    }

    private struct Turn: UIViewControllerTransitionCoordinator {}

    @MainActor private struct Screen<Controller: GalleryViewController> {
        let controller: Controller
        let view: StrictCollectionView

        init(_ controller: Controller) throws {
            self.controller = controller
            controller.makeView = { StrictCollectionView(frame: $0, collectionViewLayout: $1) }
            controller.layout.onError = { Issue.record("\($0)") }
            controller.layout.lockTimeout = .seconds(5)
            controller.view.frame = CGRect(origin: .zero, size: AdapterScene.phone)
            controller.viewDidLoad()
            view = try #require(controller.collectionView as? StrictCollectionView)
            view.layoutIfNeeded()
        }

        /// Lays out until a condition is true and nothing is under way.
        func settle(
            sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool = { true }
        ) async throws {
            try await view.wait(sourceLocation: sourceLocation) {
                condition() && !controller.layout.updates.isRunning && controller.layout.snapshot?.isComplete == true
            }
            #expect(view.crashes == [], sourceLocation: sourceLocation)
        }

        /// The texts of the visible cells from the top, with their places on the screen.
        var lines: [(text: String, y: Double)] {
            view.cells.values.filter { $0.frame.overlaps(view.bounds) }
                .sorted { ($0.frame.minY, $0.frame.minX) < ($1.frame.minY, $1.frame.minX) }
                .map { (text($0), $0.frame.minY - view.bounds.minY) }
        }

        var texts: [String] { lines.map(\.text) }

        func text(_ cell: UICollectionViewCell) -> String {
            (cell as? PhotoCell)?.label.text ?? (cell as? CaptionCell)?.label.text ?? ""
        }

        func leave() { controller.dataSource?.stopObserving() }
    }

    @Test("Albums show by themselves, and what comes onto the screen is fetched")
    func albums() async throws {
        let photos = try makePhotos()
        let screen = try Screen(AlbumsViewController(photos))
        let (controller, view) = (screen.controller, screen.view)
        try await screen.settle()
        #expect(view.counts == Array(repeating: 100, count: 6))
        for _ in 1...7 {
            view.drag(by: 100)
            try await screen.settle { controller.dataSource?.prefetching.isLooking == false }
        }
        #expect(view.attributes.contains { $0.representedElementKind == "header" && $0.frame.minY == 700 })
        let snapshot = try photos.albums.snapshot()
        let below = try snapshot.layoutAttributesForElements(in: LayoutRect(x: 0, y: 1180, width: 320, height: 600))
            .filter { $0.kind == .cell && $0.frame.y >= 1180 }
        #expect(below.count > 4)
        for cell in below {
            let key = try cell.indexPath.flatMap { try snapshot.key(of: $0) }
            #expect(key.map { controller.fetched.contains($0) } == true)
        }
        for (path, cell) in view.cells { #expect(screen.text(cell) == "p\(path.section * 100 + path.item)") }
        controller.viewWillTransition(to: AdapterScene.turned, with: Turn())
        view.resize(to: AdapterScene.turned)
        #expect(controller.layout.snapshot?.containerSize == LayoutSize(AdapterScene.turned) && view.cells.count > 8)
        try await screen.settle()
        screen.leave()
    }

    @Test("Captions become as high as their texts")
    func captions() async throws {
        let screen = try Screen(CaptionsViewController(makePhotos()))
        try await screen.settle()
        // The first caption has 5 letters, and the fourth 50: a line has 40.
        #expect(screen.view.cells[[0, 0]]?.frame.height == 36 && screen.view.cells[[0, 3]]?.frame.height == 56)
        screen.leave()
    }

    @Test("A conversation opens at its end, and shows what arrives at both ends")
    func conversation() async throws {
        func open() throws -> (Conversation, Screen<ConversationViewController>) {
            let chat = try Conversation(path: directory.file("chat.db"), container: LayoutSize(AdapterScene.phone))
            if try chat.store.datasets()[0].itemCount == 0 {
                try chat.append(
                    (0..<300).map { Message(id: "m\($0)", text: "\($0) " + String(repeating: "x", count: $0 % 90)) })
            }
            return (chat, try Screen(ConversationViewController(chat)))
        }
        var (chat, screen) = try open()
        try await screen.settle { screen.texts.last?.hasPrefix("299 ") == true }
        #expect(screen.view.bounds.maxY == screen.view.contentSize.height)
        try chat.append([Message(id: "m300", text: "new")])
        try await screen.settle { screen.texts.last == "new" }
        #expect(screen.view.bounds.maxY == screen.view.contentSize.height)
        try chat.prepend([Message(id: "a", text: "older"), Message(id: "b", text: "old")])
        try await screen.settle { screen.view.counts == [303] }
        #expect(screen.texts.last == "new")
        // Another launch begins at the end again, with every height known.
        screen.leave()
        chat.store.close()
        (chat, screen) = try open()
        #expect(screen.texts.last == "new" && screen.view.bounds.maxY == screen.view.contentSize.height)
        screen.leave()
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
        func open() throws -> (LayoutStore, Screen<LibraryViewController>) {
            let library = try Library(database: path, container: LayoutSize(AdapterScene.phone))
            return (library.store, try Screen(LibraryViewController(library)))
        }
        var (store, screen) = try open()
        try await screen.settle { screen.texts.first == "1" }
        try app.execute("INSERT INTO photo VALUES (9999, 'Album 0', 0.5, 400, 400)")
        try await screen.settle { screen.view.counts?.first == 500 && screen.view.cells.count > 5 }
        screen.view.scrollToTop()
        try await screen.settle { screen.texts.first == "9999" }
        let first = screen.texts
        // The system suspends the app, and it goes on later.
        store.suspend()
        screen.view.drag(by: 40)
        #expect(!screen.texts.isEmpty)
        store.resume()
        screen.view.drag(by: -40)
        try await screen.settle { screen.texts == first }
        screen.leave()
        store.close()
        (store, screen) = try open()
        #expect(screen.texts == first && screen.view.crashes == [])
        screen.leave()
        app.close()
    }

    @Test("The albums in SwiftUI have the same photos")
    func swiftUI() throws {
        let photos = try makePhotos()
        let stored = try #require(AlbumsView(photos).body as? StoredLayoutView<Text>)
        #expect(stored.layout.name == "albums" && stored.allowsMultipleSelection)
    }
}
