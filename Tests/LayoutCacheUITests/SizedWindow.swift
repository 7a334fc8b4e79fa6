import LayoutCache
import LayoutTestSupport

/// A window with a layout whose cells prefer sizes, in UIKit or in SwiftUI.
@MainActor
struct SizedWindow {
    enum Framework: CaseIterable { case uiKit, swiftUI }

    let layout: StoredCollectionViewLayout
    private let view: StrictCollectionView
    /// The data source or the coordinator.
    private let owner: Any

    init(
        _ wall: StoredLayout, in directory: ScratchDirectory, _ framework: Framework, size: CGSize,
        preference: @escaping (Int64) -> PreferredSize
    ) {
        switch framework {
        case .uiKit:
            let scene = AdapterScene(StoredCollectionViewLayout(wall), of: wall.store, in: directory, size: size)
            (layout, view, owner) = (scene.layout, scene.view, scene.dataSource)
            scene.dataSource.observe()
            view.measuredSize = { content, size in preference(content.attributes.itemID ?? -1).size(size) }
        case .swiftUI:
            let (coordinator, view) = StoredLayoutView(wall) { preference($0.attributes.itemID ?? -1).view }
                .opened(size: size)
            (layout, self.view, owner) = (coordinator.collectionLayout, view, coordinator)
        }
        layout.lockTimeout = .seconds(5)
    }

    /// The lengths that a cell prefers in the end; nil for one that it keeps.
    static func lengths(_ preferred: PreferredSize, _ framework: Framework) -> (width: Double?, height: Double?) {
        switch framework {
        case .uiKit: (preferred.width, preferred.height)
        // The content is asked for its size on both axes.
        case .swiftUI: (preferred.width ?? .infinity, preferred.height ?? .infinity)
        }
    }

    var crashes: [String] { view.crashes }

    func layOut() { view.layoutIfNeeded() }

    func askAgain() {
        (owner as? StoredLayoutCoordinator)?.showContents()
        layout.invalidateLayout()
        view.layoutIfNeeded()
    }

    func scroll(by distance: Double) { view.drag(by: distance) }
}
