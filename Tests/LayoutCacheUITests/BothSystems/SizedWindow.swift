import LayoutCache
import LayoutTestSupport

/// A window with a layout whose cells prefer sizes, in UIKit or AppKit, or in SwiftUI.
@MainActor
struct SizedWindow {
    enum Framework: CaseIterable { case ofViews, swiftUI }

    let layout: StoredCollectionViewLayout
    private let view: StrictView
    /// The data source or the coordinator.
    private let owner: Any

    init(
        _ wall: StoredLayout, in directory: ScratchDirectory, _ framework: Framework, size: CGSize,
        preference: @escaping (Int64) -> PreferredSize
    ) {
        switch framework {
        case .ofViews:
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
        if framework == .ofViews { return (preferred.width, preferred.height) }
        #if LAYOUT_STAND_INS
        // The content is asked for its size on both axes.
        return (preferred.width ?? .infinity, preferred.height ?? .infinity)
        #else
        // An item keeps its width, and has no height if it takes any.
        return (nil, preferred.height.flatMap { $0.isFinite ? $0 : nil })
        #endif
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
