#if canImport(UIKit) || canImport(AppKit) || LAYOUT_STAND_INS || LAYOUT_APPKIT_STAND_INS
public import LayoutCache

#if canImport(UIKit)
internal import UIKit
#elseif canImport(AppKit)
internal import AppKit
#endif

extension LayoutCollectionViewDataSource {
    /// Shows another snapshot, and has the view ask for everything again.
    public func show(_ snapshot: LayoutSnapshot) {
        layout.reload(snapshot)
        layout.settle()
        layout.report()
    }

    /// Shows another snapshot by batch updates.
    ///
    /// If the changes do not lead from the counts of the one to the counts of the other, everything is reloaded
    /// instead. That happens after another write in between.
    ///
    /// - Parameters:
    ///   - difference: The difference from the shown data set to the new one.
    ///   - completion: Called when the animations are over.
    public func show(
        _ snapshot: LayoutSnapshot, by difference: DatasetDifference, completion: ((Bool) -> Void)? = nil
    ) {
        guard collectionView != nil, let former = layout.snapshot, isConsistent(former, snapshot, difference) else {
            show(snapshot)
            completion?(true)
            return
        }
        update(
            to: snapshot, by: difference, reconfiguring: reloaded(difference, from: former, in: snapshot),
            completion: completion)
    }

    private func isConsistent(_ old: LayoutSnapshot, _ new: LayoutSnapshot, _ difference: DatasetDifference) -> Bool {
        do {
            guard let disagreement = try CountCheck(old, new).disagreement(difference) else { return true }
            layout.shown.note(disagreement)
        } catch {
            layout.shown.note(error)
        }
        layout.report()
        return false
    }

    /// The present places of items that stayed and have changed contents.
    private func reloaded(
        _ difference: DatasetDifference, from old: LayoutSnapshot, in new: LayoutSnapshot
    ) -> [ItemIndexPath] {
        layout.shown.attempt([]) {
            try difference.reloadedItems.compactMap { path in
                guard let id = try old.itemID(of: path) else { return nil }
                return try new.indexPath(of: .id(id))
            }
        }
    }

    /// Shows a snapshot by batch updates whose changes are known to lead to it.
    func update(
        to snapshot: LayoutSnapshot, counts: [Int]? = nil, by difference: DatasetDifference,
        reconfiguring changed: [ItemIndexPath], completion: ((Bool) -> Void)? = nil
    ) {
        guard let collectionView else { return }
        layout.isUpdating = true
        // UIKit and AppKit call what comes last by other names.
        collectionView.performBatchUpdates({
            self.layout.exchange(for: snapshot, counts: counts, isUpdate: true)
            collectionView.apply(difference)
        }) { [weak self] isFinished in
            if let layout = self?.layout {
                layout.isUpdating = false
                layout.settle()
            }
            completion?(isFinished)
        }
        reconfigure(changed)
    }

    /// Has cells that are shown ask for their contents again. They stay the same cells, with what is typed in them.
    func reconfigure(_ items: [ItemIndexPath]) {
        guard !items.isEmpty, let collectionView else { return }
        let paths = items.map(IndexPath.init)
        #if canImport(UIKit) || LAYOUT_STAND_INS
        collectionView.reconfigureItems(at: paths)
        #else
        collectionView.reloadItems(at: Set(paths))
        #endif
    }

    // MARK: Following

    /// Follows the store, and shows changes by any process. Insertions, deletions and moves are animated, and the
    /// visible items stay where they are. A change that is too large is shown at once. Rows that grow in this process
    /// are shown as they grow.
    ///
    /// It ends with ``stopFollowing()``, or with this object.
    public func follow() {
        guard following == nil else { return }
        let store = layout.layout.store
        let growths = store.growingRows.changes()
        growing = Task { [weak self] in
            for await _ in growths { self?.layout.showGrowth() }
        }
        following = Task { [weak self] in
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

    /// Ends ``follow()``.
    public func stopFollowing() {
        following?.cancel()
        growing?.cancel()
        (following, growing) = (nil, nil)
    }

    // MARK: Moving

    /// Has the app write that an item was moved. The view has moved it already.
    func move(from source: IndexPath, to destination: IndexPath) {
        guard let moveHandler, let place = ItemIndexPath(source),
            let target = ItemIndexPath(destination),
            let id = layout.snapshot.flatMap({ snapshot in
                layout.shown.attempt(nil) { try snapshot.itemID(of: place) }
            })
        else { return }
        Task { [weak self] in
            do {
                try await moveHandler(.id(id), target)
            } catch {
                self?.layout.shown.note(error)
            }
            await self?.showMoved()
        }
    }

    /// The view believes what it has moved: it asks for everything again.
    private func showMoved() async {
        do {
            let active = layout.active
            _ = try await active.prepare(in: layout.contentRect(StoredCollectionViewLayout.bounds(of: collectionView)))
            layout.reload(try await active.snapshot())
        } catch {
            layout.shown.note(error)
            collectionView?.reloadData()
        }
        layout.report()
    }
}

@MainActor
extension PlatformCollectionView {
    /// Reports the changes to the view, inside of batch updates.
    fileprivate func apply(_ difference: DatasetDifference) {
        deleteSections(IndexSet(difference.deletedSections))
        insertSections(IndexSet(difference.insertedSections))
        for move in difference.movedSections { moveSection(move.from, toSection: move.to) }
        let deleted = difference.deletedItems.map(IndexPath.init)
        let inserted = difference.insertedItems.map(IndexPath.init)
        #if canImport(UIKit) || LAYOUT_STAND_INS
        deleteItems(at: deleted)
        insertItems(at: inserted)
        #else
        deleteItems(at: Set(deleted))
        insertItems(at: Set(inserted))
        #endif
        for move in difference.movedItems { moveItem(at: IndexPath(move.from), to: IndexPath(move.to)) }
    }
}
#endif
