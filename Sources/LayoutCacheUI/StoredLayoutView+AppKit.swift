#if canImport(SwiftUI) && canImport(AppKit) && !canImport(UIKit) || LAYOUT_APPKIT_STAND_INS
#if canImport(SwiftUI)
public import SwiftUI
#endif

extension StoredLayoutView: NSViewRepresentable {
    /// Creates a scroll view with the collection view.
    public func makeNSView(context: Context) -> NSScrollView {
        let scrollView = NSScrollView()
        let view = NSCollectionView()
        view.collectionViewLayout = context.coordinator.collectionLayout
        scrollView.documentView = view
        scrollView.hasVerticalScroller = true
        scrollView.hasHorizontalScroller = true
        context.coordinator.attach(to: view)
        update(context.coordinator, context.environment, isAnimated: context.transaction.animation != nil)
        return scrollView
    }

    /// Passes changed closures and bindings on, and scrolls if the position was set.
    public func updateNSView(_ view: NSScrollView, context: Context) {
        update(context.coordinator, context.environment, isAnimated: context.transaction.animation != nil)
    }

    /// Ends observing the store.
    public static func dismantleNSView(_ view: NSScrollView, coordinator: StoredLayoutCoordinator) {
        coordinator.detach()
    }
}

extension NSCollectionView {
    /// An item of a class that is registered before its first use.
    func cell(of itemClass: AnyClass, _ identifier: String, at path: IndexPath, isNew: Bool) -> NSCollectionViewItem {
        let identifier = NSUserInterfaceItemIdentifier(identifier)
        if isNew { register(itemClass, forItemWithIdentifier: identifier) }
        return makeItem(withIdentifier: identifier, for: path)
    }

    /// A header, a footer or a badge of a class that is registered before its first use.
    func view(
        of viewClass: AnyClass, ofKind kind: String, _ identifier: String, at path: IndexPath, isNew: Bool
    ) -> NSView {
        let identifier = NSUserInterfaceItemIdentifier(identifier)
        if isNew { register(viewClass, forSupplementaryViewOfKind: kind, withIdentifier: identifier) }
        return makeSupplementaryView(ofKind: kind, withIdentifier: identifier, for: path)
    }

    var visiblePaths: [IndexPath] { Array(indexPathsForVisibleItems()) }

    func shownCell(at path: IndexPath) -> NSCollectionViewItem? { item(at: path) }

    func setSelection(isAllowed: Bool, allowsMultiple: Bool) {
        if isSelectable != isAllowed { isSelectable = isAllowed }
        if allowsMultipleSelection != allowsMultiple { allowsMultipleSelection = allowsMultiple }
    }

    func selectAfterReload(_ paths: Set<IndexPath>) { selectionIndexPaths = paths }

    var selectedPaths: Set<IndexPath> { selectionIndexPaths }

    func select(_ wanted: Set<IndexPath>, insteadOf selected: Set<IndexPath>) { selectionIndexPaths = wanted }
}

extension StoredLayoutCoordinator: NSCollectionViewDelegate {
    func observe(_ view: NSCollectionView) {
        view.delegate = self
        let observations = Observations()
        observations.observe(NSScrollView.didEndLiveScrollNotification, of: view.enclosingScrollView) { [weak self] in
            self?.reportPosition()
        }
        self.observations = observations
    }

    /// Reports the selection, and calls the app's closure with the items.
    public func collectionView(_ collectionView: NSCollectionView, didSelectItemsAt indexPaths: Set<IndexPath>) {
        didSelect(indexPaths.sorted())
    }

    /// Reports the selection.
    public func collectionView(_ collectionView: NSCollectionView, didDeselectItemsAt indexPaths: Set<IndexPath>) {
        didDeselect(indexPaths.sorted())
    }
}
#endif
