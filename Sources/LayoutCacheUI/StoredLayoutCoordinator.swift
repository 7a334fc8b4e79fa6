#if LAYOUT_VIEWS
#if canImport(SwiftUI)
internal import SwiftUI
public import Foundation
#endif

/// The state of a ``StoredLayoutView`` between updates: the collection view's layout and data source, and the position
/// and the selection as they were last reported.
@MainActor
public final class StoredLayoutCoordinator: NSObject {
    let collectionLayout: StoredCollectionViewLayout
    /// The layout as the app gives it.
    private var given: StoredLayout
    var makeContent: ((LayoutElement, _ isSelected: Bool) -> HostedContent)?
    var makeSupplementary: ((SupplementaryContent) -> HostedContent)?
    var action: ((LayoutElement) -> Void)?
    var refresh: (() async -> Void)?
    private var position: Binding<ScrollAnchor?>?
    /// The position as both sides know it.
    private var knownPosition: ScrollAnchor?
    private var selection: Binding<Set<String>>?
    /// The selection as both sides know it.
    private var knownSelection: Set<String> = []
    private(set) weak var view: _PlatformCollectionView?
    private(set) var dataSource: LayoutCollectionViewDataSource?
    private var registeredKinds: Set<String> = []
    private var selecting: Task<Void, Never>?
    /// The observation of the scroll view, on AppKit.
    var observations: Observations?

    static let identifier = "content"

    init(_ layout: StoredLayout, keeping edge: ScrollAnchor.Edge) {
        given = layout
        collectionLayout = StoredCollectionViewLayout(layout, keeping: edge)
    }

    func attach(to view: _PlatformCollectionView) {
        self.view = view
        let dataSource = LayoutCollectionViewDataSource(view, layout: collectionLayout) {
            [weak self] view, path, content in
            let isNew = self?.registeredKinds.insert("").inserted ?? false
            let cell = view.cell(of: HostedContent.Cell.self, Self.identifier, at: path, isNew: isNew)
            cell.host(content.flatMap { self?.hostedContent($0) })
            if let key = content?.key { self?.didShow(key, at: path) }
            return cell
        }
        dataSource.supplementaryViewProvider = { [weak self] view, kind, path in
            self?.supplementaryView(in: view, ofKind: kind, at: path)
        }
        self.dataSource = dataSource
        observe(view)
        dataSource.observe()
    }

    func detach() {
        selecting?.cancel()
        dataSource?.stopObserving()
        observations = nil
    }

    /// Shows another layout, if the app gives another one than before. A pinch may have led elsewhere since.
    func show(_ layout: StoredLayout) {
        guard layout.name != given.name || layout.store !== given.store else { return }
        let isOther = layout.store !== given.store
        given = layout
        if isOther { dataSource?.stopObserving() }
        collectionLayout.show(layout)
        if isOther { dataSource?.observe() }
    }

    // MARK: Contents

    private func hostedContent(_ content: LayoutElement) -> HostedContent? {
        makeContent?(content, content.key.map(knownSelection.contains) ?? false)
    }

    private func supplementaryView(
        in view: _PlatformCollectionView, ofKind kind: String, at path: IndexPath
    ) -> _PlatformSupplementaryView? {
        guard let content = supplementaryContent(ofKind: kind, at: path) else { return nil }
        let supplementary = view.view(
            of: HostedContent.SupplementaryView.self, ofKind: kind, Self.identifier, at: path,
            isNew: registeredKinds.insert(kind).inserted)
        supplementary.host(content)
        return supplementary
    }

    private func supplementaryContent(ofKind kind: String, at path: IndexPath) -> HostedContent? {
        guard let makeSupplementary else { return nil }
        let place = ItemIndexPath(path)
        return makeSupplementary(
            SupplementaryContent(
                elementKind: kind, indexPath: place, title: place.flatMap { dataSource?.title(ofSection: $0.section) }))
    }

    /// Shows in the visible views what the closures return now: they may have captured other values.
    func showContents() {
        guard let view else { return }
        for path in view.visiblePaths {
            if let content = dataSource?.content(at: path) { view.shownCell(at: path)?.host(hostedContent(content)) }
        }
        for kind in registeredKinds where kind != "" {
            for path in view.indexPathsForVisibleSupplementaryElements(ofKind: kind) {
                view.supplementaryView(forElementKind: kind, at: path)?.host(
                    supplementaryContent(ofKind: kind, at: path))
            }
        }
    }

    // MARK: The position

    /// Scrolls to a position if it was set to another one than the view reported.
    func bind(_ position: Binding<ScrollAnchor?>, isAnimated: Bool) {
        self.position = position
        let wanted = position.wrappedValue
        guard wanted != knownPosition else { return }
        knownPosition = wanted
        guard let wanted else { return }
        collectionLayout.scroll(to: wanted, animated: isAnimated)
    }

    /// Writes the position where the view came to rest.
    func reportPosition() {
        guard let anchor = collectionLayout.anchor, anchor != knownPosition else { return }
        knownPosition = anchor
        position?.wrappedValue = anchor
    }

    // MARK: Selection

    /// Selects the items of a binding in the view, if they differ from the reported ones.
    func bind(_ selection: Binding<Set<String>>?, allowsMultiple: Bool) {
        self.selection = selection
        view?.setSelection(isAllowed: selection != nil || action != nil, allowsMultiple: allowsMultiple)
        guard let wanted = selection?.wrappedValue, wanted != knownSelection else { return }
        knownSelection = wanted
        select()
    }

    private func select() {
        guard selection != nil, let view, let dataSource else { return }
        let wanted = Set(knownSelection.compactMap { dataSource.indexPath(forKey: $0) })
        let selected = view.selectedPaths
        if wanted != selected { view.select(wanted, insteadOf: selected) }
    }

    /// A view that reloads forgets its selection.
    private func didShow(_ key: String, at path: IndexPath) {
        guard selecting == nil, knownSelection.contains(key), view?.selectedPaths.contains(path) == false else {
            return
        }
        selecting = Task { [weak self] in
            self?.selecting = nil
            self?.select()
        }
    }

    func didSelect(_ paths: [IndexPath]) {
        for path in paths {
            guard let content = dataSource?.content(at: path) else { continue }
            if let key = content.key { knownSelection.insert(key) }
            action?(content)
        }
        reportSelection()
    }

    func didDeselect(_ paths: [IndexPath]) {
        for path in paths { if let key = dataSource?.content(at: path)?.key { knownSelection.remove(key) } }
        reportSelection()
    }

    private func reportSelection() {
        guard let selection else { return knownSelection = [] }
        showContents()
        if selection.wrappedValue != knownSelection { selection.wrappedValue = knownSelection }
    }
}
#endif
