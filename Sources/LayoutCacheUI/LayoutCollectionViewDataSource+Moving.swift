#if LAYOUT_VIEWS && (canImport(UIKit) || LAYOUT_STAND_INS)
internal import LayoutCache

#if canImport(UIKit)
internal import UIKit
#endif

// Items that the user moves. The view has moved them already, and asks for counts right after its call.
extension LayoutCollectionViewDataSource {
    /// Asks the app to write that an item was moved, and shows the store's state.
    func move(from source: IndexPath, to destination: IndexPath) {
        guard let place = ItemIndexPath(source), let target = ItemIndexPath(destination) else { return }
        defer { layout.report() }
        do {
            if let snapshot = layout.snapshot, try move(place, to: target, in: snapshot) { return }
        } catch {
            layout.shown.note(error)
        }
        // The view has moved what the store has not. It gets the counts that it expects, and asks again later.
        layout.shown.pretendMove(from: place.section, to: target.section)
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
        var counts = layout.shown.counts
        guard counts.indices.contains(place.section), counts.indices.contains(target.section) else { return false }
        counts[place.section] -= 1
        counts[target.section] += 1
        try moveHandler(.id(id), target)
        _ = try layout.active.prepare(in: layout.contentRect(StoredCollectionViewLayout.bounds(of: collectionView)))
        let next = try layout.active.snapshot()
        guard try next.itemCounts() == counts, try next.itemID(of: target) == id else {
            next.close()
            return false
        }
        let changed = try changedItems(from: former, to: next, moved: place, to: target)
        layout.exchange(for: next, moved: id, counts: counts)
        // Another process may have changed the rest.
        if !changed.isEmpty { Task { self.reconfigure(changed) } }
        return true
    }

    /// The items on the screen that are not those which the view has there after the move.
    private func changedItems(
        from former: LayoutSnapshot, to next: LayoutSnapshot, moved place: ItemIndexPath, to target: ItemIndexPath
    ) throws -> [ItemIndexPath] {
        try (collectionView?.indexPathsForVisibleItems ?? []).compactMap(ItemIndexPath.init).filter { path in
            guard path != target else { return false }
            var origin = path
            if path.section == target.section, path.item > target.item { origin.item -= 1 }
            if path.section == place.section, origin.item >= place.item { origin.item += 1 }
            return try former.itemID(of: origin) != next.itemID(of: path)
        }
    }
}
#endif
