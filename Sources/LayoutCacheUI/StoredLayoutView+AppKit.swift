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

/// The SwiftUI view that an item of AppKit shows.
struct HostedContent {
    let view: AnyView

    @MainActor init(_ view: some View) { self.view = AnyView(view) }
}

/// An item that shows what SwiftUI draws, and is as high as that at its width.
final class HostingCell: NSCollectionViewItem {
    private let controller = NSHostingController(rootView: AnyView(EmptyView()))

    override func loadView() { view = controller.view }

    var content: AnyView { controller.rootView }

    func show(_ view: AnyView) { controller.rootView = view }

    override func preferredLayoutAttributesFitting(
        _ layoutAttributes: NSCollectionViewLayoutAttributes
    ) -> NSCollectionViewLayoutAttributes {
        let size = CGSize(width: layoutAttributes.frame.width, height: .greatestFiniteMagnitude)
        let height = controller.sizeThatFits(in: size).height
        // A view that takes any height it is offered has no preferred one.
        guard height < 1e6, let copy = layoutAttributes.copy() as? NSCollectionViewLayoutAttributes else {
            return layoutAttributes
        }
        copy.frame.size.height = height
        return copy
    }
}

/// A header, a footer or a badge that shows what SwiftUI draws.
final class HostingSupplementaryView: NSView, NSCollectionViewElement {
    private(set) var content: NSHostingView<AnyView>?

    func show(_ view: AnyView) {
        if let content { return content.rootView = view }
        let content = NSHostingView(rootView: view)
        content.frame = bounds
        content.autoresizingMask = [.width, .height]
        addSubview(content)
        self.content = content
    }
}

extension NSView {
    func host(_ content: HostedContent?) {
        (self as? HostingSupplementaryView)?.show(content?.view ?? AnyView(EmptyView()))
    }
}

extension NSCollectionViewItem {
    func host(_ content: HostedContent?) { (self as? HostingCell)?.show(content?.view ?? AnyView(EmptyView())) }
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
