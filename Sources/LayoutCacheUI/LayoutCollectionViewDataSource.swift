#if canImport(UIKit) || canImport(AppKit) || LAYOUT_STAND_INS
public import LayoutCache

#if canImport(UIKit)
public import UIKit
#elseif canImport(AppKit)
public import AppKit
#endif

/// A collection view's data source that shows the same snapshot as the view's layout: counts, contents and attributes
/// are of one moment, and change at once.
@MainActor
public final class LayoutCollectionViewDataSource: NSObject, PlatformCollectionViewDataSource {
    /// Makes a cell for an item; `content` is nil where the snapshot cannot be read any more.
    public typealias CellProvider = (PlatformCollectionView, IndexPath, ElementWithContent?) -> PlatformCell
    /// Makes a header, a footer or a badge, by its kind.
    public typealias SupplementaryViewProvider = (PlatformCollectionView, String, IndexPath) ->
        PlatformSupplementaryView

    /// The layout whose snapshot it shows.
    public let layout: StoredCollectionViewLayout
    /// Makes headers, footers and badges; needed where the layout has any.
    public var supplementaryViewProvider: SupplementaryViewProvider?
    private weak var collectionView: PlatformCollectionView?
    private let cellProvider: CellProvider

    /// Becomes the data source of a collection view, which holds it weakly.
    public init(
        _ collectionView: PlatformCollectionView, layout: StoredCollectionViewLayout,
        cellProvider: @escaping CellProvider
    ) {
        self.layout = layout
        self.collectionView = collectionView
        self.cellProvider = cellProvider
        super.init()
        collectionView.dataSource = self
    }

    // MARK: Showing

    /// Shows another snapshot, and has the view ask for everything again.
    public func show(_ snapshot: LayoutSnapshot) {
        layout.show(snapshot)
        collectionView?.reloadData()
    }

    /// Shows another snapshot by batch updates.
    ///
    /// Where the changes do not lead from the counts of the one to those of the other, as when something else was
    /// written in between, everything is asked for again instead.
    ///
    /// - Parameters:
    ///   - difference: What the data set that is shown became the new one by.
    ///   - completion: Called when the animations are over.
    public func show(
        _ snapshot: LayoutSnapshot, by difference: DatasetDifference, completion: ((Bool) -> Void)? = nil
    ) {
        guard let collectionView, let former = layout.snapshot, isConsistent(former, snapshot, difference) else {
            show(snapshot)
            completion?(true)
            return
        }
        // UIKit and AppKit call what comes last by other names.
        collectionView.performBatchUpdates({
            self.layout.show(snapshot)
            collectionView.apply(difference)
        }) { isFinished in
            completion?(isFinished)
        }
    }

    private func isConsistent(_ old: LayoutSnapshot, _ new: LayoutSnapshot, _ difference: DatasetDifference) -> Bool {
        let disagreement = layout.shown.attempt("the snapshot cannot be read") {
            try CountCheck(old, new).disagreement(difference)
        }
        guard let disagreement else { return true }
        layout.shown.note(disagreement)
        layout.tell()
        return false
    }

    /// The item at an index path with its key and payload; nil where there is none.
    public func content(at indexPath: IndexPath) -> ElementWithContent? {
        guard let snapshot = layout.snapshot, let place = indexPath.place, let section = place.section else {
            return nil
        }
        defer { layout.tell() }
        return layout.shown.attempt(nil) { try snapshot.itemWithContent(at: place.item, inSection: section) }
    }

    // MARK: What the view asks

    /// How many sections the snapshot has; 0 before the first.
    public func numberOfSections(in collectionView: PlatformCollectionView) -> Int {
        layout.snapshot?.numberOfSections ?? 0
    }

    /// How many items a section of the snapshot has.
    ///
    /// - Complexity: O(log bands).
    public func collectionView(_ collectionView: PlatformCollectionView, numberOfItemsInSection section: Int) -> Int {
        guard let snapshot = layout.snapshot else { return 0 }
        defer { layout.tell() }
        return layout.shown.attempt(0) { try snapshot.numberOfItems(inSection: section) }
    }

    #if canImport(UIKit) || LAYOUT_STAND_INS
    /// What the cell provider makes of an item.
    public func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        cellProvider(collectionView, indexPath, content(at: indexPath))
    }

    /// What the provider of supplementary views makes of an element; an empty view without one.
    public func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
        supplementaryView(collectionView, kind, indexPath)
    }
    #else
    /// What the cell provider makes of an item.
    public func collectionView(
        _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
    ) -> NSCollectionViewItem {
        cellProvider(collectionView, indexPath, content(at: indexPath))
    }

    /// What the provider of supplementary views makes of an element; an empty view without one.
    public func collectionView(
        _ collectionView: NSCollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> NSView {
        supplementaryView(collectionView, kind, indexPath)
    }
    #endif

    private func supplementaryView(
        _ collectionView: PlatformCollectionView, _ kind: String, _ indexPath: IndexPath
    ) -> PlatformSupplementaryView {
        if let supplementaryViewProvider { return supplementaryViewProvider(collectionView, kind, indexPath) }
        layout.shown.note("the layout has elements of the kind “\(kind)”, and there is no supplementaryViewProvider")
        layout.tell()
        return PlatformSupplementaryView()
    }
}

@MainActor
extension PlatformCollectionView {
    /// Tells the view what changed, inside of batch updates.
    fileprivate func apply(_ difference: DatasetDifference) {
        deleteSections(IndexSet(difference.deletedSections))
        insertSections(IndexSet(difference.insertedSections))
        for move in difference.movedSections { moveSection(move.from, toSection: move.to) }
        let deleted = difference.deletedItems.map(IndexPath.init)
        let inserted = difference.insertedItems.map(IndexPath.init)
        let reloaded = difference.reloadedItems.map(IndexPath.init)
        #if canImport(UIKit) || LAYOUT_STAND_INS
        deleteItems(at: deleted)
        insertItems(at: inserted)
        reloadItems(at: reloaded)
        #else
        deleteItems(at: Set(deleted))
        insertItems(at: Set(inserted))
        reloadItems(at: Set(reloaded))
        #endif
        for move in difference.movedItems { moveItem(at: IndexPath(move.from), to: IndexPath(move.to)) }
    }
}

extension IndexPath {
    fileprivate init(_ path: ItemIndexPath) {
        self.init(item: path.item, section: path.section)
    }
}
#endif
