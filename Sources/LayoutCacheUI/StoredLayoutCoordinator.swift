#if canImport(SwiftUI) && canImport(UIKit) || LAYOUT_STAND_INS
internal import LayoutCache
#if canImport(SwiftUI)
internal import SwiftUI
public import UIKit
#endif

/// The state of a ``StoredLayoutView`` between updates: the collection view's layout and data source, and the last
/// reported position.
@MainActor
public final class StoredLayoutCoordinator: NSObject, UICollectionViewDelegate {
    let collectionLayout: StoredCollectionViewLayout
    var makeContent: ((ElementWithContent) -> any UIContentConfiguration)?
    var makeSupplementary: ((SupplementaryContent) -> any UIContentConfiguration)?
    var selection: ((ElementWithContent) -> Void)?
    private let edge: ScrollAnchor.Edge
    private var position: Binding<ScrollAnchor?>?
    /// The position as both sides know it.
    private var known: ScrollAnchor?
    private weak var view: UICollectionView?
    private(set) var dataSource: LayoutCollectionViewDataSource?
    private var registeredKinds: Set<String> = []
    private var scrolling: Task<Void, Never>?

    private static let identifier = "content"

    init(_ layout: StoredLayout, keeping edge: ScrollAnchor.Edge) {
        self.edge = edge
        collectionLayout = StoredCollectionViewLayout(layout, keeping: edge)
    }

    func attach(to view: UICollectionView) {
        self.view = view
        view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: Self.identifier)
        let dataSource = LayoutCollectionViewDataSource(view, layout: collectionLayout) {
            [weak self] view, path, content in
            let cell = view.dequeueReusableCell(withReuseIdentifier: Self.identifier, for: path)
            cell.contentConfiguration = content.flatMap { self?.makeContent?($0) }
            return cell
        }
        dataSource.supplementaryViewProvider = { [weak self] view, kind, path in
            self?.supplementaryView(in: view, ofKind: kind, at: path)
        }
        self.dataSource = dataSource
        view.delegate = self
        dataSource.follow()
    }

    func detach() {
        scrolling?.cancel()
        dataSource?.stopFollowing()
    }

    private func supplementaryView(
        in view: UICollectionView, ofKind kind: String, at path: IndexPath
    ) -> UICollectionReusableView? {
        guard let makeSupplementary else { return nil }
        // A cell, since only cells can host what SwiftUI draws.
        if registeredKinds.insert(kind).inserted {
            view.register(
                UICollectionViewCell.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: Self.identifier)
        }
        let cell = view.dequeueReusableSupplementaryView(
            ofKind: kind, withReuseIdentifier: Self.identifier, for: path)
        let place = ItemIndexPath(path)
        (cell as? UICollectionViewCell)?.contentConfiguration = makeSupplementary(
            SupplementaryContent(
                elementKind: kind, indexPath: place, title: place.flatMap { dataSource?.title(ofSection: $0.section) }))
        return cell
    }

    // MARK: The position

    /// Scrolls to a position if it was set to another one than the view reported.
    func follow(_ position: Binding<ScrollAnchor?>) {
        self.position = position
        let wanted = position.wrappedValue
        guard wanted != known else { return }
        known = wanted
        guard let wanted else { return }
        scrolling?.cancel()
        scrolling = Task { [weak self] in await self?.scroll(to: wanted) }
    }

    private func scroll(to anchor: ScrollAnchor) async {
        let layout = collectionLayout.active
        do {
            // The existing part is laid out off the main thread.
            let offset = try await Task.detached {
                try layout.contentOffset(for: anchor, preparing: .visible)
            }.value
            await collectionLayout.refresh()
            guard !Task.isCancelled else { return }
            collectionLayout.scroll(
                toContentOffset: try collectionLayout.snapshot?.contentOffset(for: anchor) ?? offset)
        } catch {
            collectionLayout.onFault("the view cannot scroll to a position: \(error)")
        }
    }

    /// Writes the position where the view came to rest.
    private func report() {
        guard let view, let snapshot = collectionLayout.snapshot else { return }
        let offset = collectionLayout.contentRect(view.bounds).origin
        guard let anchor = try? snapshot.anchor(at: offset, edge: edge), anchor != known else { return }
        known = anchor
        position?.wrappedValue = anchor
    }

    /// Reports the position if the view is at rest.
    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        if !decelerate { report() }
    }

    /// Reports the position.
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
        report()
    }

    /// Reports the position, after an animation of the app's.
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
        report()
    }

    // MARK: Selection

    /// Calls the app's closure with the item.
    public func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        guard let selection, let content = dataSource?.content(at: indexPath) else { return }
        selection(content)
    }
}
#endif
