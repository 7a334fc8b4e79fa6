#if LAYOUT_VIEWS
/// A collection view's data source that shows the same snapshot as the view's layout. Counts, contents and attributes
/// are of one moment, and change at once. ``StoredCollectionViewLayout`` has an example.
@MainActor open class LayoutCollectionViewDataSource: NSObject, _PlatformCollectionViewDataSource {
    /// Makes a cell for an item; `content` is nil if the snapshot cannot be read any more. For nil, an empty cell is
    /// shown.
    public typealias CellProvider = (_PlatformCollectionView, IndexPath, LayoutElement?) -> _PlatformCell?
    /// Makes a header, a footer or a badge, by its kind. For nil, an empty view is shown.
    public typealias SupplementaryViewProvider = (_PlatformCollectionView, String, IndexPath) ->
        _PlatformSupplementaryView?

    /// The layout whose snapshot it shows.
    public let layout: StoredCollectionViewLayout
    /// Makes headers, footers and badges; needed if the layout has any.
    public var supplementaryViewProvider: SupplementaryViewProvider?
    /// Called with items that are about to appear. Start fetching their content.
    public var prefetchHandler: (([PrefetchPlan.Item]) -> Void)?
    /// Ends fetching for items that were left behind.
    public var cancelPrefetchHandler: (([PrefetchPlan.Item]) -> Void)?
    /// Writes to the store that the user moved an item; nil if items cannot be moved. It gets the item and its target
    /// index path, which may be in another section: ``DatasetChange/moveItem(_:to:)``.
    ///
    /// It writes before it returns, as the blocking calls of a ``LayoutStore`` do: the view asks for the new state
    /// right after. If it throws, or moves the item elsewhere, the view shows the store's state.
    public var moveHandler: ((ItemReference, ItemIndexPath) throws -> Void)?
    /// Titles for the view's index, each with the section that it leads to. A section without items leads to the next
    /// one that has some.
    public var indexTitles: [(title: String, section: Int)] = []
    weak var collectionView: _PlatformCollectionView?
    private let cellProvider: CellProvider
    private var emptyKinds: Set<String> = []
    /// Whether a cell was made whose contents could not be read.
    private var hasBlankCells = false
    var observing: Task<Void, Never>?
    var prefetching = Prefetching()

    /// Becomes the data source of a collection view, which holds it weakly.
    public init(
        _ collectionView: _PlatformCollectionView, layout: StoredCollectionViewLayout,
        cell cellProvider: @escaping CellProvider
    ) {
        self.layout = layout
        self.collectionView = collectionView
        self.cellProvider = cellProvider
        super.init()
        collectionView.dataSource = self
        layout.dataSource = self
    }

    deinit { observing?.cancel() }

    var isAttached: Bool { collectionView?.dataSource === self }

    // MARK: Contents

    /// The item at an index path with its key and payload; nil if there is none.
    public func content(at indexPath: IndexPath) -> LayoutElement? {
        guard let path = ItemIndexPath(indexPath) else { return nil }
        defer { layout.report() }
        return layout.shown.content(at: path, in: layout.active)
    }

    /// The title of a section; nil if it has none.
    public func title(ofSection section: Int) -> String? {
        guard let snapshot = layout.snapshot else { return nil }
        defer { layout.report() }
        return layout.shown.attempt(nil) { try snapshot.title(ofSection: section) }
    }

    /// The index path of the item with a key, as for a context menu; nil if it is not there.
    public func indexPath(forKey key: String) -> IndexPath? {
        defer { layout.report() }
        return layout.shown.indexPath(of: .key(key), in: layout.active).map { IndexPath($0) }
    }

    /// Contents for a cell. If there are none now, the cell is asked for again when they can be read.
    private func contentToShow(at indexPath: IndexPath) -> LayoutElement? {
        let content = content(at: indexPath)
        if content == nil, layout.snapshot?.isOpen == false {
            hasBlankCells = true
            layout.requestUpdate()
        }
        return content
    }

    /// Makes cells whose contents could not be read ask for them again.
    func fillBlankCells() {
        guard hasBlankCells, let collectionView, layout.snapshot?.isOpen == true else { return }
        hasBlankCells = false
        reconfigure(collectionView.visiblePaths.compactMap { ItemIndexPath($0) })
    }

    // MARK: Methods that the view calls

    /// Returns the number of the snapshot's sections; 0 before the first.
    open func numberOfSections(in collectionView: _PlatformCollectionView) -> Int {
        shownCounts.count
    }

    /// Returns the number of items in a section of the snapshot.
    ///
    /// - Complexity: O(log bands).
    open func collectionView(_ collectionView: _PlatformCollectionView, numberOfItemsInSection section: Int) -> Int {
        let counts = shownCounts
        return counts.indices.contains(section) ? counts[section] : 0
    }

    /// Counts are asked for before anything else, as well as afterwards.
    private var shownCounts: [Int] {
        if layout.snapshot == nil { layout.takeSnapshotIfNeeded() }
        defer { layout.report() }
        return layout.shown.counts
    }

    #if canImport(UIKit) || LAYOUT_STAND_INS
    /// The cell provider's result for an item; an empty cell for nil.
    open func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell { cell(in: collectionView, at: indexPath) }

    /// The result of the provider of supplementary views for an element; an empty view for nil.
    open func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView { view(in: collectionView, ofKind: kind, at: indexPath) }

    /// Returns true if items can be moved.
    open func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        canMoveItems
    }

    /// Asks the app to write that an item was moved, and shows the store's state.
    open func collectionView(
        _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) { move(from: sourceIndexPath, to: destinationIndexPath) }

    /// The titles of ``indexTitles``.
    open func indexTitles(for collectionView: UICollectionView) -> [String]? {
        indexTitles.isEmpty ? nil : indexTitles.map(\.title)
    }

    /// The place of a title of the index: the first item of its section, or of the nearest one that has items.
    open func collectionView(
        _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
    ) -> IndexPath {
        let section = indexTitles.indices.contains(index) ? indexTitles[index].section : 0
        return IndexPath(layout.shown.firstItem(near: section) ?? ItemIndexPath(section: 0, item: 0))
    }
    #else
    /// The cell provider's result for an item; an empty one for nil.
    open func collectionView(
        _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
    ) -> NSCollectionViewItem { cell(in: collectionView, at: indexPath) }

    /// The result of the provider of supplementary views for an element; an empty view for nil.
    open func collectionView(
        _ collectionView: NSCollectionView,
        viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
    ) -> NSView { view(in: collectionView, ofKind: kind, at: indexPath) }
    #endif

    // MARK: Defaults

    private static var emptyIdentifier: String { "LayoutCache.empty" }

    /// The provider's cell, or an empty one: a view refuses a cell that it has not made itself.
    private func cell(in collectionView: _PlatformCollectionView, at indexPath: IndexPath) -> _PlatformCell {
        let cell = cellProvider(collectionView, indexPath, contentToShow(at: indexPath))
        if let cell, cell.isDequeued { return cell }
        note(
            cell == nil ? "the cellProvider returned nil" : "the cellProvider returned a cell that was not dequeued",
            advice: "An empty cell is shown. Return a cell that the collection view has dequeued.")
        return collectionView.cell(
            of: EmptyCell.self, Self.emptyIdentifier, at: indexPath, isNew: emptyKinds.insert("").inserted)
    }

    private func view(
        in collectionView: _PlatformCollectionView, ofKind kind: String, at indexPath: IndexPath
    ) -> _PlatformSupplementaryView {
        let view = supplementaryViewProvider?(collectionView, kind, indexPath)
        if let view, view.isDequeued { return view }
        let result = view == nil ? "nil" : "a view that was not dequeued"
        note(
            supplementaryViewProvider == nil
                ? "the layout has elements of the kind “\(kind)”, and there is no supplementaryViewProvider"
                : "the supplementaryViewProvider returned \(result) for the kind “\(kind)”",
            advice: "An empty view is shown. Return a view that the collection view has dequeued.")
        return collectionView.view(
            of: _PlatformSupplementaryView.self, ofKind: kind, Self.emptyIdentifier, at: indexPath,
            isNew: emptyKinds.insert(kind).inserted)
    }

    private func note(_ message: String, advice: String) {
        layout.shown.note(LayoutError(.missingView, message, advice: advice))
        layout.report()
    }
}

#if canImport(UIKit) || LAYOUT_STAND_INS
extension UICollectionReusableView {
    fileprivate var isDequeued: Bool { reuseIdentifier != nil }
}

/// A cell without contents, which keeps its size.
final class EmptyCell: UICollectionViewCell {
    override func preferredLayoutAttributesFitting(
        _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes { layoutAttributes }
}
#else
extension NSObject {
    /// AppKit's items and views do not tell.
    fileprivate var isDequeued: Bool { true }
}

/// An item with an empty view: AppKit's own looks for a nib.
final class EmptyCell: NSCollectionViewItem {
    override func loadView() { view = NSView() }
}
#endif
#endif
