#if LAYOUT_VIEWS
extension StoredCollectionViewLayout {
    /// The background work of a layout.
    @MainActor
    final class BackgroundUpdates {
        /// Whether there may be another state to show.
        var isRequested = false
        var isRunning = false
        /// Whether the layout waits for the view to be at rest.
        var isSettling = false
        var bars: [StoredLayout.BarSize] = []
        /// How often the shown state was another one when the next had been found.
        var contests = 0
        /// Whether sizes that cells prefer are kept until the next state is shown. While they are stored, states follow
        /// one another faster than they can be compared.
        var defersSizes: Bool { contests > 1 }
        var preparation: LayoutStore.BackgroundPreparation?
        var resized = ContinuousClock.now
        var lastSize = LayoutSize.zero
        /// The size for which the visible part was laid out ahead.
        var preparedSize: LayoutSize?
        var failures = 0

        /// While a window is dragged, sizes come by the dozen.
        static let settlingTime = Duration.milliseconds(60)
    }

    // MARK: Beginning

    /// Takes the first snapshot, and another one in the place of one that was ended, or is for another size. With other
    /// data than the view has, it is shown later, as an update.
    func takeSnapshotIfNeeded() {
        let (old, size) = (shown.snapshot, viewState.size)
        if let old, old.isOpen, activeSize == nil || activeSize == size { return }
        do {
            let known = size.width > 0 && size.height > 0 ? try layout.knownLayout(for: size) : nil
            guard known != nil || old?.isOpen != true else { return }
            let new = try (known ?? active).snapshot()
            if let old {
                let canShow = old.name == new.name || new.isComplete || size == updates.preparedSize
                guard new.hasSameData(as: old), canShow else {
                    new.close()
                    return requestUpdate()
                }
            }
            if let known { (active, activeSize) = (known, size) }
            shown.show(new)
        } catch {
            shown.record(error)
            if old != nil { requestUpdate() }
        }
    }

    /// Shows another layout. If it is one of the same store, the visible items stay in place.
    func show(_ layout: StoredLayout) {
        // A pinch would lead on from the former one.
        if let climb { abandon(climb) }
        let isOther = layout.store !== self.layout.store
        self.layout = layout
        active = layout
        activeSize = nil
        if isOther {
            write(-viewState.insets.start(shown.window.axis))
            shown.arrival?(false)
            shown = ShownLayout(span: shown.window.span, edge: shown.edge)
            reportFailures()
            collectionView?.reloadData()
            invalidateLayout()
        }
        requestUpdate()
    }

    /// Lays out the visible part for the next size of the view, which then has it in the first frame of a rotation.
    ///
    /// Call it in `viewWillTransition(to:with:)`, with the size that the collection view will have. Without it, the
    /// first rotation shows the former layout until the other one is laid out in the background.
    public func viewWillTransition(to size: CGSize) {
        let size = LayoutSize(size)
        guard size.width > 0, size.height > 0, size != activeSize, let anchor else { return }
        shown.attempt(()) {
            let sized = try layout.sized(for: size)
            let offset = try sized.contentOffset(for: anchor, preparing: .visible)
            // The view may be a little further on.
            _ = try sized.prepare(
                in: LayoutRect(
                    x: offset.x - size.width / 2, y: offset.y - size.height / 2, width: 2 * size.width,
                    height: 2 * size.height))
            updates.preparedSize = size
        }
    }

    // MARK: Requests

    /// Requests missing parts: a layout for the view's size, an unprepared part, another snapshot.
    func requestUpdateIfNeeded() {
        let size = viewState.size
        guard !viewState.isEmpty else { return }
        if size != updates.lastSize {
            updates.lastSize = size
            updates.resized = .now
        }
        guard let snapshot = shown.snapshot else { return requestUpdate() }
        if size != activeSize || !snapshot.isComplete || !snapshot.isOpen || pendingScroll != nil { requestUpdate() }
    }

    /// Whether the view is shown in the layout for its size, unless that cannot be made.
    var isOfViewSize: Bool {
        viewState.size == activeSize && snapshot?.name == active.name || updates.failures > 0
    }

    /// Looks for another state in the background, until the view shows the present one as a whole.
    func requestUpdate() {
        updates.isRequested = true
        guard !updates.isRunning, !isUpdating else { return }
        updates.isRunning = true
        Task { [weak self, updates] in
            while updates.isRequested, self?.isUpdating == false, let pause = await self?.runUpdate() {
                try? await Task.sleep(for: pause)
            }
            updates.isRunning = false
        }
    }

    /// Does one step; returns how long to wait before the next, which may be one that finds nothing to do.
    private func runUpdate() async -> Duration {
        let age = ContinuousClock.now - updates.resized
        if viewState.size != activeSize, activeSize != nil, age < BackgroundUpdates.settlingTime {
            return BackgroundUpdates.settlingTime - age
        }
        updates.isRequested = false
        do {
            let bars = updates.bars
            if !bars.isEmpty { shown.noteOwnChange(try await layout.storeSizes(bars)) }
            updates.bars.removeFirst(bars.count)
            let isWhole = try await bringUpToDate()
            updates.failures = 0
            await finishScroll()
            dataSource?.fillBlankCells()
            if isWhole {
                updates.preparation = nil
            } else {
                updates.isRequested = true
                try await prepareMore()
            }
        } catch let error as LayoutError where error.code == .notFound && active.name != layout.name {
            // The layout for this size was removed: another one is made.
            active = layout
            activeSize = nil
            updates.isRequested = true
        } catch {
            shown.record(error)
            updates.failures += 1
            updates.preparation = nil
            updates.contests = 0
            // A full disk may have room again, and a damaged store be mended, without a touch of the view.
            let isOver = (error as? LayoutError).map { [.closed, .fileReplaced].contains($0.code) } ?? false
            updates.isRequested = collectionView != nil && !isOver
            // A place that is not laid out yet never will be.
            if isOver, let pendingScroll { abandon(pendingScroll) }
            return .milliseconds(50 << min(updates.failures, 6))
        }
        return .milliseconds(1)
    }

    private func prepareMore() async throws {
        let prepared = active
        var preparation = updates.preparation ?? LayoutStore.BackgroundPreparation(prepared)
        let isDone = try await preparation.goOn(for: .milliseconds(60))
        // The view may be on its way to another layout by now.
        let isOther = active.name != prepared.name || active.store !== prepared.store
        updates.preparation = isDone || isOther ? nil : preparation
    }

    // MARK: Updating

    /// Shows the present state, laid out where the view is; returns whether it is laid out as a whole.
    @discardableResult
    func bringUpToDate() async throws -> Bool {
        guard !isUpdating else {
            updates.isRequested = true
            return false
        }
        let state = viewState
        if !state.isEmpty, state.size != activeSize {
            let wanted = layout
            let found = try await wanted.sized(for: state.size)
            // The app may have given another layout since.
            guard layout.store === wanted.store, layout.name == wanted.name else {
                updates.isRequested = true
                return false
            }
            active = found
            activeSize = state.size
        }
        let (former, searched) = (shown.snapshot, active)
        shown.noteMeasured()
        let next = try await searched.nextState(after: former, holding: shown.hold(), size: viewState.size)
        guard let next else {
            endContests()
            return shown.snapshot?.isComplete ?? true
        }
        guard next.snapshot.isOpen else {
            // The store was suspended in the meantime: nothing could be held in place in a state that cannot be read.
            return false
        }
        guard shown.snapshot === former, !isUpdating, searched.store === active.store,
            activeSize == nil || next.snapshot.name == active.name
        else {
            // Cells were measured in the meantime.
            next.snapshot.close()
            updates.contests += 1
            return false
        }
        show(next)
        endContests()
        return next.snapshot.isComplete
    }

    /// The view shows the latest state: sizes that waited for it are stored.
    private func endContests() {
        if updates.defersSizes { invalidateLayout() }
        updates.contests = 0
    }

    private func show(_ next: NextState) {
        // The view has moved an item, which the store has not: no batch leads from there.
        guard shown.carried == nil else { return reload(next.snapshot, counts: next.counts) }
        switch next.change {
        case .frames:
            exchange(for: next.snapshot, counts: next.counts)
            dataSource?.reconfigure(next.changedItems)
        case .items(let difference): update(to: next, by: difference)
        case .everything(let difference?) where collectionView?.hasFirstResponderInCell == true:
            // The text field that the user types into goes with its cell.
            _PlatformCollectionView.performWithoutAnimation { update(to: next, by: difference) }
        case .everything: reload(next.snapshot, counts: next.counts)
        }
    }

    private func update(to next: NextState, by difference: DatasetDifference) {
        guard let dataSource, dataSource.isAttached else { return reload(next.snapshot, counts: next.counts) }
        dataSource.update(to: next.snapshot, counts: next.counts, by: difference, reconfiguring: next.changedItems)
    }

    /// Shows a snapshot, and has the view ask for everything again. Selected items stay selected.
    func reload(_ snapshot: LayoutSnapshot, counts: [Int]? = nil) {
        let selected = collectionView?.selectedPaths ?? []
        let former = self.snapshot
        // The view has moved an item, which the state has not.
        let ids = shown.attempt([]) {
            try selected.compactMap(ItemIndexPath.init).compactMap { try former?.itemID(of: shown.statePath(of: $0)) }
        }
        exchange(for: snapshot, counts: counts)
        shown.endCarrying()
        collectionView?.reloadData()
        if !ids.isEmpty {
            let paths = shown.attempt([]) { try ids.compactMap { try snapshot.indexPath(of: .id($0)) } }
            collectionView?.selectAfterReload(Set(paths.map { IndexPath($0) }))
        }
        scheduleSettling()
    }
}
#endif
