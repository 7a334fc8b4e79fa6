#if LAYOUT_VIEWS && (canImport(UIKit) || LAYOUT_STAND_INS)
#if canImport(SwiftUI)
public import SwiftUI
#endif

extension StoredLayoutView: UIViewRepresentable {
    /// Creates the collection view.
    public func makeUIView(context: Context) -> UICollectionView {
        let view = UICollectionView(frame: .zero, collectionViewLayout: context.coordinator.collectionLayout)
        context.coordinator.attach(to: view)
        updateUIView(view, context: context)
        return view
    }

    /// Passes changed closures and bindings on, and scrolls if the position was set.
    public func updateUIView(_ view: UICollectionView, context: Context) {
        update(context.coordinator, context.environment, isAnimated: context.transaction.animation != nil)
        #if !os(tvOS)
        let refresh = context.environment.refresh
        context.coordinator.bind(refresh: refresh.map { action in { await action() } })
        #endif
    }

    /// Ends observing the store.
    public static func dismantleUIView(_ view: UICollectionView, coordinator: StoredLayoutCoordinator) {
        coordinator.detach()
    }
}

extension UICollectionView {
    /// A cell of a class that is registered before its first use.
    func cell(of cellClass: AnyClass, _ identifier: String, at path: IndexPath, isNew: Bool) -> UICollectionViewCell {
        if isNew { register(cellClass, forCellWithReuseIdentifier: identifier) }
        return dequeueReusableCell(withReuseIdentifier: identifier, for: path)
    }

    /// A header, a footer or a badge of a class that is registered before its first use.
    func view(
        of viewClass: AnyClass, ofKind kind: String, _ identifier: String, at path: IndexPath, isNew: Bool
    ) -> UICollectionReusableView {
        if isNew { register(viewClass, forSupplementaryViewOfKind: kind, withReuseIdentifier: identifier) }
        return dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: identifier, for: path)
    }

    var visiblePaths: [IndexPath] { indexPathsForVisibleItems }

    func shownCell(at path: IndexPath) -> UICollectionViewCell? { cellForItem(at: path) }

    func setSelection(isAllowed: Bool, allowsMultiple: Bool) {
        if allowsSelection != isAllowed { allowsSelection = isAllowed }
        if allowsMultipleSelection != allowsMultiple { allowsMultipleSelection = allowsMultiple }
    }

    func selectAfterReload(_ paths: Set<IndexPath>) {
        // Only then the view knows the items.
        layoutIfNeeded()
        select(paths, insteadOf: [])
    }

    var selectedPaths: Set<IndexPath> { Set(indexPathsForSelectedItems ?? []) }

    func select(_ wanted: Set<IndexPath>, insteadOf selected: Set<IndexPath>) {
        for path in selected.subtracting(wanted) { deselectItem(at: path, animated: false) }
        for path in wanted.subtracting(selected) { selectItem(at: path, animated: false, scrollPosition: []) }
    }
}

extension StoredLayoutCoordinator: UICollectionViewDelegate {
    func observe(_ view: UICollectionView) { view.delegate = self }

    /// Reports the position if the view is at rest.
    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        if !decelerate { reportPosition() }
    }

    /// Reports the position.
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { reportPosition() }

    /// Reports the position, after a tap on the status bar.
    public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) { reportPosition() }

    /// Reports the position, after an animation of the app's.
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { reportPosition() }

    /// Reports the selection, and calls the app's closure with the item.
    public func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        didSelect([indexPath])
    }

    /// Reports the selection.
    public func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
        didDeselect([indexPath])
    }

    #if !os(tvOS)
    /// Shows a refresh control as long as the app has an action for it.
    func bind(refresh action: (() async -> Void)?) {
        refresh = action
        guard let view else { return }
        guard action != nil else { return view.refreshControl = nil }
        guard view.refreshControl == nil else { return }
        let control = UIRefreshControl()
        control.addAction(
            UIAction { [weak self, weak control] _ in
                Task {
                    await self?.refresh?()
                    control?.endRefreshing()
                }
            }, for: .valueChanged)
        view.refreshControl = control
    }
    #endif
}
#endif
