#if LAYOUT_VIEWS
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

extension LayoutCollectionViewDataSource {
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
                for index in new.indices { new[index].indexPath = carried.place(of: new[index].indexPath) }
            }
            if !left.isEmpty { self.cancelPrefetchHandler?(left) }
            if !new.isEmpty { prefetchHandler(new) }
        }
    }
}
#endif
