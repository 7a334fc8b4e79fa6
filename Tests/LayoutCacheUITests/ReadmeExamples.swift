import Foundation
import LayoutCache
import LayoutTestSupport
import Testing

struct Photos: View {
    let layout: StoredLayout
    @State private var position: ScrollAnchor?

    var body: some View {
        StoredLayoutView(layout, position: $position) { photo in
            Text(photo.key ?? "")
        }
        .supplementaryView { album in Text(album.title ?? "") }
    }
}

/// The README's blocks for arrays, UIKit and SwiftUI. `ReadmeTests` of the command line compares them with the README.
@MainActor @Suite struct ReadmeExamples {
    private struct Photo {
        var id: String
        var album: String
        var width = 120.0
        var height = 90.0
    }

    private func load(_ photos: [Photo], in file: String) throws -> (LayoutStore, [LayoutAttributes]) {
        let store = try LayoutStore(path: file)
        let items = photos.map { SourceItem(section: $0.album, key: $0.id, width: $0.width, height: $0.height) }
        try store.importItems(items, into: "photos", mode: .sync)  // by key: writes only what differs
        let flow = LayoutDefinition.flow(FlowDefinition(itemSpacing: 8, sectionInsets: LayoutInsets(12)))
        let size = LayoutSize(width: 390, height: 844)
        try store.defineLayout("wall", dataset: "photos", definition: flow, container: size)

        let screen = LayoutRect(x: 0, y: 0, width: size.width, height: size.height)
        let elements = try store.layout("wall").layoutAttributesForElements(in: screen, preparing: .visible)

        return (store, elements)
    }

    private func show(_ store: LayoutStore, on view: UIView)
        -> (StoredCollectionViewLayout, UICollectionView, LayoutCollectionViewDataSource)
    {
        let layout = StoredCollectionViewLayout(store.layout("wall"))
        let collectionView = UICollectionView(frame: view.bounds, collectionViewLayout: layout)
        collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "photo")
        let dataSource = LayoutCollectionViewDataSource(collectionView, layout: layout) { view, indexPath, photo in
            let cell = view.dequeueReusableCell(withReuseIdentifier: "photo", for: indexPath)
            return cell  // fill it with photo?.key and photo?.payload
        }
        dataSource.observe()  // shows changes by any process

        return (layout, collectionView, dataSource)
    }

    @Test("An array becomes frames, a collection view and a SwiftUI view; the same array again writes nothing")
    func photos() async throws {
        let scratch = try ScratchDirectory()
        let photos = (0..<200).map { Photo(id: "p\($0)", album: $0 < 80 ? "Spring" : "Summer") }
        let (store, elements) = try load(photos, in: scratch.file("photos.db"))
        #expect(elements.count > 10 && elements.allSatisfy { !$0.isStale })
        let (_, again) = try load(photos, in: scratch.file("photos.db"))
        #expect(again == elements)
        let (layout, view, dataSource) = show(store, on: try AdapterScene(items: 1).view)
        defer { dataSource.stopObserving() }
        try await layout.bringUpToDate()
        #expect(!layout.layoutAttributesForElements(in: view.bounds).isEmpty)
        #expect(dataSource.content(at: [0, 0])?.key == "p0")
        #expect(Photos(layout: layout.layout).body is StoredLayoutView<Text>)
    }
}
