import Foundation
import LayoutCache
import LayoutTestSupport
import Testing

struct Garden: View {
    let layout: StoredLayout
    @State private var position: ScrollAnchor?

    var body: some View {
        StoredLayoutView(layout, position: $position) { plant in
            Text(plant.key ?? "")
        }
        .supplementaryView { bed in Text(bed.title ?? "") }
    }
}

/// The README's blocks for UIKit and SwiftUI. `ReadmeTests` of the command line compares them with the README.
@MainActor
@Suite struct ReadmeExamples {
    private func show(_ csv: String, in file: String, on view: UIView) throws
        -> (StoredCollectionViewLayout, UICollectionView, LayoutCollectionViewDataSource)
    {
        let store = try LayoutStore(path: file)
        let columns = ImportColumns(section: "bed", key: "plant", width: "width", height: "height")
        try store.importFile(at: csv, into: "garden", columns: columns)
        let flow = LayoutDefinition.flow(FlowDefinition(itemSpacing: 8, sectionInsets: LayoutInsets(12)))
        try store.defineLayout("wall", dataset: "garden", definition: flow, container: LayoutSize(view.bounds.size))

        let layout = StoredCollectionViewLayout(store.layout("wall"))
        let collectionView = UICollectionView(frame: view.bounds, collectionViewLayout: layout)
        collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "plant")
        let dataSource = LayoutCollectionViewDataSource(collectionView, layout: layout) { view, indexPath, plant in
            let cell = view.dequeueReusableCell(withReuseIdentifier: "plant", for: indexPath)
            return cell  // fill it with plant?.key and plant?.payload
        }
        dataSource.follow()  // shows changes by any process

        return (layout, collectionView, dataSource)
    }

    @Test("A collection view shows a file of plants, and so does a SwiftUI view")
    func garden() async throws {
        let scratch = try ScratchDirectory()
        let csv = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../LayoutCommandTests/Pictures/garden.csv").path
        let screen = try AdapterScene(items: 1).view
        let (layout, view, dataSource) = try show(csv, in: scratch.file("garden.db"), on: screen)
        defer { dataSource.stopFollowing() }
        try await layout.bringUpToDate()
        #expect(layout.layoutAttributesForElements(in: view.bounds)?.isEmpty == false)
        #expect(dataSource.content(at: [0, 0])?.key != nil)
        #expect(Garden(layout: layout.layout).body is StoredLayoutView<Text>)
    }
}
