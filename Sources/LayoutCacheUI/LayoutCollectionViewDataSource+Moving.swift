#if LAYOUT_VIEWS
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
        defer { layout.report() }
        // Without the item, those after it have other indices.
        if target.section == item.section, target.item > item.item { target.item -= 1 }
        return layout.shown.dropTarget(for: item, at: target).map { IndexPath($0) }
    }

    /// Moves an item that was dropped at a place from ``dropTarget(for:before:)``: calls ``moveHandler``, and shows the
    /// store's state in an animation.
    public func moveItem(at source: IndexPath, to target: IndexPath) {
        defer { layout.report() }
        guard canMoveItems, let moveHandler, let snapshot = layout.snapshot, let source = ItemIndexPath(source),
            let target = ItemIndexPath(target)
        else { return }
        do {
            if let id = try snapshot.itemID(of: source) { try moveHandler(.id(id), target) }
        } catch {
            layout.shown.note(error)
        }
        layout.requestUpdate()
    }

    #if canImport(UIKit) || LAYOUT_STAND_INS
    /// Asks the app to write that an item was moved, and shows the store's state. The view has moved the item already,
    /// and asks for counts right after its call.
    func move(from source: IndexPath, to destination: IndexPath) {
        guard let place = ItemIndexPath(source), let target = ItemIndexPath(destination) else { return }
        defer { layout.report() }
        // Until the store has moved it as well, the view gets the counts that it expects.
        layout.shown.carry(place, to: target)
        do {
            if let snapshot = layout.snapshot, try move(place, to: target, in: snapshot) { return }
        } catch {
            layout.shown.note(error)
        }
        Task { [layout] in
            let active = layout.active
            if let present = layout.shown.attempt(nil, { try active.snapshot() }) { layout.reload(present) }
            layout.requestUpdate()
            layout.report()
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
            && ([target] + paths).allSatisfy { try former.itemID(of: shown.origin(of: $0)) == next.itemID(of: $0) }
        guard agrees else {
            next.close()
            return false
        }
        layout.exchange(for: next, counts: shown.counts)
        return true
    }
    #endif
}
#endif
