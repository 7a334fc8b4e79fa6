#if LAYOUT_VIEWS
// Items that the user moves, also to other sections.
extension LayoutCollectionViewDataSource {
    /// The place at which an item may be dropped, for a delegate of drag and drop. A collapsed section has none: nil.
    ///
    /// - Parameters:
    ///   - item: The item's index path.
    ///   - proposed: The index path before which the user would drop it.
    public func dropTarget(for item: IndexPath, before proposed: IndexPath) -> IndexPath? {
        guard moveHandler != nil, let item = ItemIndexPath(item), var target = ItemIndexPath(proposed)
        else { return nil }
        defer { layout.report() }
        // Without the item, those after it have other indices.
        if target.section == item.section, target.item > item.item { target.item -= 1 }
        return layout.shown.dropTarget(for: item, at: target).map { IndexPath($0) }
    }

    /// Moves an item that was dropped at a place from ``dropTarget(for:before:)``: calls ``moveHandler``, and shows the
    /// store's state in an animation.
    public func moveItem(at source: IndexPath, to target: IndexPath) {
        defer { layout.report() }
        guard let moveHandler, let snapshot = layout.snapshot, let source = ItemIndexPath(source),
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
        do {
            if let snapshot = layout.snapshot, try move(place, to: target, in: snapshot) { return }
        } catch {
            layout.shown.note(error)
        }
        // The view has moved what the store has not. It gets the counts that it expects, and asks again later.
        layout.shown.carry(place, to: target)
        Task { [layout] in
            let active = layout.active
            if let present = layout.shown.attempt(nil, { try active.snapshot() }) { layout.reload(present) }
            layout.requestUpdate()
            layout.report()
        }
    }

    /// Returns false if the store has the item elsewhere than the view.
    private func move(_ place: ItemIndexPath, to target: ItemIndexPath, in former: LayoutSnapshot) throws -> Bool {
        guard let moveHandler, let id = try former.itemID(of: place) else { return false }
        var counts = try former.itemCounts()
        guard counts.indices.contains(place.section), counts.indices.contains(target.section) else { return false }
        counts[place.section] -= 1
        counts[target.section] += 1
        try moveHandler(.id(id), target)
        _ = try layout.active.prepare(in: layout.contentRect(StoredCollectionViewLayout.bounds(of: collectionView)))
        let next = try layout.active.snapshot()
        let isMoved = try next.itemCounts() == counts && next.itemID(of: target) == id
        guard try isMoved && agrees(next, with: former, moved: place, to: target) else {
            next.close()
            return false
        }
        layout.exchange(for: next, moved: id, counts: counts)
        return true
    }

    /// Whether the items on the screen are those which the view has there after the move. Another process may have
    /// moved some of them: their cells would give their sizes to others.
    private func agrees(
        _ next: LayoutSnapshot, with former: LayoutSnapshot, moved place: ItemIndexPath, to target: ItemIndexPath
    ) throws -> Bool {
        let moved = CarriedItem(from: place, to: target)
        return try (collectionView?.visiblePaths ?? []).compactMap(ItemIndexPath.init).allSatisfy { path in
            try path == target || former.itemID(of: moved.origin(of: path)) == next.itemID(of: path)
        }
    }
    #endif
}
#endif
