import LayoutCache
import LayoutTestSupport
import Testing

/// A layout class of an app, as in the guide ShowingOneState.
private final class OwnLayout: UICollectionViewLayout {
    let snapshot: LayoutSnapshot

    init(_ snapshot: LayoutSnapshot) {
        self.snapshot = snapshot
        super.init()
    }

    required init?(coder: NSCoder) { nil }

    private func attributes(for element: LayoutAttributes) -> UICollectionViewLayoutAttributes {
        let attributes = UICollectionViewLayoutAttributes(
            forCellWith: element.indexPath.map { IndexPath($0) } ?? [0, 0])
        attributes.frame = CGRect(element.frame)
        return attributes
    }

    override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        let bounds = LayoutRect(collectionView?.bounds ?? .zero)
        let elements = try? snapshot.layoutAttributesForElements(in: LayoutRect(rect), visible: bounds)
        return elements?.map(attributes(for:))
    }
}

nonisolated(unsafe) private var shownKeys: [String?] = []

private func show(_ key: String?) { unsafe shownKeys.append(key) }

struct Wall: View {
    let layout: StoredLayout
    @State private var position: ScrollAnchor?
    @State private var selection: Set<String> = []

    var body: some View {
        StoredLayoutView(layout, position: $position) { content in
            Text(content.key ?? "")
        }
        .supplementaryView { header in Text(header.title ?? "") }
        .selection($selection)
        .onSelect { content in show(content.key) }
    }
}

struct PhotoCount: View {
    @State var observer: StoreObserver

    var body: some View {
        Text("\(observer.datasets.first?.itemCount ?? 0) photos")
    }
}

/// The Swift blocks of the guides that need UIKit, SwiftUI or an Apple system. `GuideTests` of the command line
/// compares them with the guides.
@MainActor
@Suite struct GuideTests {
    @Test("A layout class of the app answers from a snapshot")
    func ownLayout() throws {
        let scene = try AdapterScene(items: 50)
        let layout = OwnLayout(try scene.wall.snapshot())
        let view = UICollectionView(frame: scene.view.bounds, collectionViewLayout: layout)
        #expect(layout.layoutAttributesForElements(in: view.bounds)?.count == 12)
    }

    @Test("A grid has a ladder for pinches, and a chat has its messages")
    func gridAndChat() async throws {
        let scene = try AdapterScene(items: 50)
        let (store, view) = (scene.store, scene.view)
        for name in ["1", "3", "5", "8", "chat"] {
            try await store.defineLayout(
                name, dataset: "data", definition: LayoutDefinition(json: AdapterScene.table),
                container: LayoutSize(AdapterScene.phone))
        }
        do {
            let layout = StoredCollectionViewLayout(store.layout("3"))
            let collectionView = UICollectionView(frame: view.bounds, collectionViewLayout: layout)
            collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "photo")
            let dataSource = LayoutCollectionViewDataSource(collectionView, layout: layout) { view, indexPath, photo in
                let cell = view.dequeueReusableCell(withReuseIdentifier: "photo", for: indexPath)
                return cell  // fill it with photo?.key and photo?.payload
            }
            dataSource.observe()  // shows changes by any process
            layout.ladder = [1, 3, 5, 8].map { store.layout("\($0)") }
            layout.handlePinches()

            #expect(layout.ladder.map(\.name) == ["1", "3", "5", "8"])
            dataSource.stopObserving()
        }
        let layout = StoredCollectionViewLayout(store.layout("chat"), keeping: .end)
        let collectionView = UICollectionView(frame: view.bounds, collectionViewLayout: layout)

        try await store.layout("chat").prepare()
        collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "message")
        let dataSource = LayoutCollectionViewDataSource(collectionView, layout: layout) { view, indexPath, _ in
            view.dequeueReusableCell(withReuseIdentifier: "message", for: indexPath)
        }
        dataSource.observe()
        defer { dataSource.stopObserving() }
        try await layout.bringUpToDate()
        #expect(dataSource.content(at: [0, 49])?.key == "k49")
    }

    private final class TitleView: UICollectionReusableView {}

    @Test("Headers are made for the definition's kind")
    func kinds() throws {
        let scene = try AdapterScene(items: 50, definition: AdapterScene.headed)
        let (collectionView, dataSource) = (scene.view, scene.dataSource)

        collectionView.register(TitleView.self, forSupplementaryViewOfKind: "header", withReuseIdentifier: "title")
        dataSource.supplementaryViewProvider = { view, kind, indexPath in
            view.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "title", for: indexPath)
        }

        let header = dataSource.collectionView(
            collectionView, viewForSupplementaryElementOfKind: "header", at: [0, 0])
        #expect(header is TitleView)
    }

    @Test("A SwiftUI view shows a layout")
    func swiftUI() throws {
        let scene = try AdapterScene(items: 50)
        let body = Wall(layout: scene.wall).body
        let stored = try #require(body as? StoredLayoutView<Text>)
        let (coordinator, view) = stored.opened()
        view.layoutIfNeeded()
        coordinator.collectionView(view, didSelectItemAt: [0, 7])
        #expect(unsafe shownKeys == ["k7"])
        coordinator.detach()
    }

    @Test("Any view shows snapshots")
    func snapshots() async throws {
        let scene = try AdapterScene(items: 50)
        let store = scene.store
        let visible = (rect: LayoutRect(x: 0, y: 0, width: 320, height: 480), screens: 1)
        @MainActor final class OwnView {
            var shown: [Int] = []
            func show(_ snapshot: LayoutSnapshot) async throws {
                shown.append(try snapshot.numberOfItems(inSection: 0))
                throw CancellationError()
            }
        }
        let view = OwnView()
        await #expect(throws: CancellationError.self) {
            for try await snapshot in store.layout("wall").snapshots(near: { visible.rect }) {
                try await view.show(snapshot)
            }
        }
        #expect(view.shown == [50])
    }

    @Test("A snapshot is replaced in a batch update")
    func showingOneState() async throws {
        let scene = try AdapterScene(items: 50)
        let (wall, collectionView) = (
            scene.wall, UICollectionView(frame: scene.view.frame, collectionViewLayout: UICollectionViewLayout())
        )
        var shown = try wall.snapshot()
        let former = shown

        try await wall.prepare()
        let next = try wall.snapshot()
        collectionView.performBatchUpdates {
            shown = next
            // Insert, delete and move what differs.
        } completion: { _ in
            former.close()
        }

        let difference = DatasetDifference()
        collectionView.performBatchUpdates {
            collectionView.deleteSections(IndexSet(difference.deletedSections))
            collectionView.insertItems(at: difference.insertedItems.map { IndexPath($0) })
            // And so on.
        }
        #expect((PhotoCount(observer: StoreObserver(scene.store)).body as? Text)?.text == "0 photos")

        #expect(!former.isOpen && shown.isOpen)
    }

    @Test("A store is in the folder of an app group, with a protection class")
    func folders() throws {
        let group = "group.example"
        let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
        #expect(container == nil)

        let scratch = try ScratchDirectory()
        let folder = URL(filePath: scratch.file("store"))
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication])
        #expect(try scratch.names() == ["store"])
    }

    @Test("An answer grows token by token")
    func growingAnswer() async throws {
        let scene = try AdapterScene(items: 20, data: "UPDATE item SET key = 'a5000' WHERE id = 19", keeping: .end)
        let collectionLayout = scene.layout
        let answer = AsyncThrowingStream<String, any Error> { continuation in
            for word in ["The", " pelican", " is", " one."] { continuation.yield(word) }
            continuation.finish()
        }
        var text = ""
        func height(of text: String) -> Double { 400 + Double(text.utf8.count) }

        for try await token in answer {
            text += token
            try collectionLayout.grow(.key("a5000"), to: LayoutSize(width: 320, height: height(of: text)))
        }

        scene.view.layoutIfNeeded()
        #expect(scene.view.screen["a5000"]?.height == 419 && scene.view.screen["a5000"]?.maxY == 480)
        try await scene.wait { try scene.wall.contentSize().height == 19 * 40 + 419 }
        try await scene.expectSound()
    }
}
