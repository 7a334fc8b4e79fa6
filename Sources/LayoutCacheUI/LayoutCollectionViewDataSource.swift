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
        ItemIndexPath(indexPath).flatMap { layout.shown.content(at: $0, in: layout.active) }
    }

    /// The title of a section; nil if it has none.
    public func title(ofSection section: Int) -> String? {
        layout.shown.attempt(nil) { try layout.snapshot?.title(ofSection: section) }
    }

    /// The index path of the item with a key, as for a context menu; nil if it is not there.
    public func indexPath(forKey key: String) -> IndexPath? {
        layout.shown.indexPath(of: .key(key), in: layout.active).map { IndexPath($0) }
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
        layout.shown.record(LayoutError(.missingView, message, advice: advice))
    }
}

#if canImport(UIKit) || LAYOUT_STAND_INS
extension UICollectionReusableView {
    fileprivate var isDequeued: Bool { reuseIdentifier != nil }
}

/// A cell without contents, which keeps its size.
private final class EmptyCell: UICollectionViewCell {
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
private final class EmptyCell: NSCollectionViewItem {
    override func loadView() { view = NSView() }
}
#endif

extension LayoutCollectionViewDataSource {
    /// Shows a snapshot by batch updates whose changes are known to lead to it.
    func update(
        to snapshot: LayoutSnapshot, counts: [Int], by difference: DatasetDifference,
        reconfiguring changed: [ItemIndexPath]
    ) {
        guard let collectionView else { return }
        layout.underWay.insert(.batch)
        // UIKit and AppKit call what comes last by other names.
        collectionView.performBatchUpdates({
            self.layout.exchange(for: snapshot, counts: counts, isUpdate: true)
            collectionView.apply(difference)
        }) { [weak self] _ in
            guard let layout = self?.layout else { return }
            layout.underWay.remove(.batch)
            layout.settle()
        }
        reconfigure(changed)
    }

    /// Makes shown cells ask for their contents again. They stay the same cells, with what is typed in them.
    func reconfigure(_ items: [ItemIndexPath]) {
        guard !items.isEmpty, let collectionView else { return }
        let paths = PlatformPaths(items.map { IndexPath($0) })
        #if canImport(UIKit) || LAYOUT_STAND_INS
        collectionView.reconfigureItems(at: paths)
        #else
        collectionView.reloadItems(at: paths)
        #endif
    }

    // MARK: Observing

    /// Observes the store, and shows changes by any process. Insertions, deletions and moves are animated, and the
    /// visible items stay where they are. A change that is too large is shown at once.
    ///
    /// It ends with ``stopObserving()``, or with this object.
    public func observe() {
        guard observing == nil else { return }
        let store = layout.layout.store
        observing = Task { [weak self] in
            self?.layout.requestUpdate()
            for await change in store.changes() {
                guard let layout = self?.layout else { return }
                let names = [layout.layout.name, layout.active.name]
                guard names.contains(where: change.layouts.contains) else { continue }
                // The definition may be another one: the layout for this size is looked for again.
                if change.layouts.contains(layout.layout.name) { layout.activeSize = nil }
                layout.requestUpdate()
            }
        }
    }

    /// Ends ``observe()``.
    public func stopObserving() {
        observing?.cancel()
        observing = nil
    }
}

@MainActor
extension _PlatformCollectionView {
    /// Reports the changes to the view, inside of batch updates.
    fileprivate func apply(_ difference: DatasetDifference) {
        deleteSections(IndexSet(difference.deletedSections))
        insertSections(IndexSet(difference.insertedSections))
        for move in difference.movedSections { moveSection(move.from, toSection: move.to) }
        deleteItems(at: PlatformPaths(difference.deletedItems.map { IndexPath($0) }))
        insertItems(at: PlatformPaths(difference.insertedItems.map { IndexPath($0) }))
        for move in difference.movedItems { moveItem(at: IndexPath(move.from), to: IndexPath(move.to)) }
    }
}

// Items that the user moves, also to other sections.
extension LayoutCollectionViewDataSource {
    /// False while the view shows a move that the store has not: that ends before another one begins.
    var canMoveItems: Bool { moveHandler != nil && layout.shown.carried == nil }

    /// The place at which an item may be dropped, for a delegate of drag and drop. A collapsed section has none: nil.
    ///
    /// - Parameters:
    ///   - item: The item's index path.
    ///   - proposed: The index path before which the user would drop it.
    public func dropTarget(for item: IndexPath, before proposed: IndexPath) -> IndexPath? {
        guard canMoveItems, let item = ItemIndexPath(item), var target = ItemIndexPath(proposed) else { return nil }
        // Without the item, those after it have other indices.
        if target.section == item.section, target.item > item.item { target.item -= 1 }
        return layout.shown.dropTarget(for: item, at: target).map { IndexPath($0) }
    }

    /// Moves an item that was dropped at a place from ``dropTarget(for:before:)``: calls ``moveHandler``, and shows the
    /// store's state in an animation.
    public func moveItem(at source: IndexPath, to target: IndexPath) {
        guard canMoveItems, let moveHandler, let snapshot = layout.snapshot, let source = ItemIndexPath(source),
            let target = ItemIndexPath(target)
        else { return }
        do {
            if let id = try snapshot.itemID(of: source) { try moveHandler(.id(id), target) }
        } catch {
            layout.shown.record(error)
        }
        layout.requestUpdate()
    }

    #if canImport(UIKit) || LAYOUT_STAND_INS
    /// Asks the app to write that an item was moved, and shows the store's state. The view has moved the item already,
    /// and asks for counts right after its call.
    func move(from source: IndexPath, to destination: IndexPath) {
        guard let place = ItemIndexPath(source), let target = ItemIndexPath(destination) else { return }
        // Until the store has moved it as well, the view gets the counts that it expects.
        layout.shown.carry(place, to: target)
        do {
            if let snapshot = layout.snapshot, try move(place, to: target, in: snapshot) { return }
        } catch {
            layout.shown.record(error)
        }
        Task { [layout] in
            if let present = layout.shown.attempt(nil, { try layout.active.snapshot() }) { layout.reload(present) }
            layout.requestUpdate()
        }
    }

    /// Returns false if the store has the item elsewhere than the view, or other items on the screen. Another process
    /// may have moved some: their cells would give their sizes to others.
    private func move(_ place: ItemIndexPath, to target: ItemIndexPath, in former: LayoutSnapshot) throws -> Bool {
        guard let moveHandler, let id = try former.itemID(of: place) else { return false }
        try moveHandler(.id(id), target)
        _ = try layout.active.prepare(in: layout.contentRect(StoredCollectionViewLayout.bounds(of: collectionView)))
        let next = try layout.active.snapshot()
        let (shown, paths) = (layout.shown, (collectionView?.visiblePaths ?? []).compactMap(ItemIndexPath.init))
        let agrees =
            try next.itemCounts() == shown.counts
            && ([target] + paths).allSatisfy { try former.itemID(of: shown.statePath(of: $0)) == next.itemID(of: $0) }
        guard agrees else {
            next.close()
            return false
        }
        layout.exchange(for: next, counts: shown.counts)
        return true
    }
    #endif

    /// The requests in progress for items that are about to be shown.
    struct Prefetching {
        /// Items that the app was asked to fetch for, by their row ids.
        var begun: [Int64: PrefetchPlan.Item] = [:]
        var rect: LayoutRect?
        /// The rectangle of the view one step before, and the time of that.
        var step: (rect: LayoutRect, time: ContinuousClock.Instant)?
        var isLooking = false
        static let screens = 2.0
    }

    /// Looks for what comes onto the screen next, away from the main thread. It does so at first, and when the view has
    /// moved on by a part of its length.
    func lookAhead(from rect: LayoutRect, in snapshot: LayoutSnapshot) {
        guard let prefetchHandler, !prefetching.isLooking else { return }
        let now = ContinuousClock.now
        let step = prefetching.step ?? (rect, now)
        prefetching.step = (rect, now)
        let last = prefetching.rect ?? rect
        guard
            prefetching.rect == nil || abs(rect.x - last.x) > rect.width / 4
                || abs(rect.y - last.y) > rect.height / 4
        else { return }
        prefetching.rect = rect
        // Points per second; a jump takes at least a frame.
        let seconds = max((now - step.time) / .seconds(1), 1 / 120)
        let velocity = LayoutPoint(x: (rect.x - step.rect.x) / seconds, y: (rect.y - step.rect.y) / seconds)
        prefetching.isLooking = true
        Task { [weak self] in
            let ahead = await Task.detached {
                try? snapshot.elements(aheadOf: rect, velocity: velocity, screens: Prefetching.screens)
            }.value
            guard let self else { return }
            self.prefetching.isLooking = false
            // A search that fails now is repeated at the next step.
            guard let ahead else { return }
            let left = ahead.toCancel.filter { self.prefetching.begun.removeValue(forKey: $0.itemID) != nil }
            var new = ahead.entering.filter { self.prefetching.begun.updateValue($0, forKey: $0.itemID) == nil }
            if let carried = layout.shown.carried {
                for index in new.indices { new[index].indexPath = carried.viewPath(of: new[index].indexPath) }
            }
            if !left.isEmpty { self.cancelPrefetchHandler?(left) }
            if !new.isEmpty { prefetchHandler(new) }
        }
    }
}

extension LayoutError.Code {
    /// A provider of the app returned no view for an element, or one that the collection view has not dequeued.
    public static let missingView = Self(rawValue: "missingView")
}
#endif
