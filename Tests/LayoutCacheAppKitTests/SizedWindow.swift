import LayoutCache
import LayoutTestSupport

/// A window with a layout whose items prefer sizes, in AppKit or in SwiftUI.
@MainActor
struct SizedWindow {
    enum Framework: CaseIterable { case appKit, swiftUI }

    let layout: StoredCollectionViewLayout
    private let view: StrictDocumentView
    /// The data source or the coordinator.
    private let owner: Any

    init(
        _ wall: StoredLayout, in directory: ScratchDirectory, _ framework: Framework, size: CGSize,
        preference: @escaping (Int64) -> PreferredSize
    ) {
        switch framework {
        case .appKit:
            let scene = DocumentScene(StoredCollectionViewLayout(wall), of: wall.store, in: directory, size: size)
            (layout, view, owner) = (scene.layout, scene.view, scene.dataSource)
            scene.dataSource.observe()
            view.measuredSize = { key, size in preference(Int64(key.dropFirst()) ?? -1).size(size) }
        case .swiftUI:
            let swiftUI = StoredLayoutView(wall) { preference($0.attributes.itemID ?? -1).view }
            let coordinator = swiftUI.makeCoordinator()
            layout = coordinator.collectionLayout
            layout.lockTimeout = .seconds(5)
            view = StrictDocumentView(size: size, layout)
            coordinator.attach(to: view)
            swiftUI.update(coordinator, EnvironmentValues(), isAnimated: false)
            owner = coordinator
        }
    }

    /// The lengths that an item prefers in the end; nil for one that it keeps.
    static func lengths(_ preferred: PreferredSize, _ framework: Framework) -> (width: Double?, height: Double?) {
        switch framework {
        case .appKit: (preferred.width, preferred.height)
        // An item of SwiftUI's keeps its width, and has no height if it takes any.
        case .swiftUI: (nil, preferred.height.flatMap { $0.isFinite ? $0 : nil })
        }
    }

    var crashes: [String] { view.crashes }

    func layOut() { view.layout() }

    func askAgain() {
        (owner as? StoredLayoutCoordinator)?.showContents()
        layout.invalidateLayout()
        view.layout()
    }

    func scroll(by distance: Double) { view.scroll(by: distance) }
}
