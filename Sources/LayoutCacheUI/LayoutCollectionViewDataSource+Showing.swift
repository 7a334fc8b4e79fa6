#if LAYOUT_VIEWS
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
#endif
