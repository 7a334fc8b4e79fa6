#if LAYOUT_VIEWS
// The state of the view, in the direction of the layout: a view that mirrors the layout counts its offsets from the
// other end.
extension StoredCollectionViewLayout {
    var viewState: ShownLayout.ViewState { viewState(in: Self.bounds(of: collectionView)) }

    /// The view's state with other bounds.
    func viewState(in bounds: CGRect) -> ShownLayout.ViewState {
        let covered = covered
        let insets = LayoutInsets(
            top: covered.top, leading: isFlipped ? covered.right : covered.left, bottom: covered.bottom,
            trailing: isFlipped ? covered.left : covered.right)
        return ShownLayout.ViewState(
            offset: logical(LayoutPoint(bounds.origin), width: bounds.width), size: LayoutSize(bounds.size),
            insets: insets, isMoving: isMoving, isTouched: isTouched)
    }

    /// Whether the view was sent elsewhere by its scroll bar. It matters only for a long content, which the view knows
    /// in part.
    func isThumb(_ newBounds: CGRect, from bounds: CGRect) -> Bool {
        shown.window.isNeeded && !isWriting && newBounds.size == bounds.size && newBounds.origin != bounds.origin
            && isByThumb(newBounds, from: bounds)
    }

    // MARK: Mirroring

    /// The width about whose middle the view mirrors.
    private var mirroredWidth: Double? {
        guard isFlipped else { return nil }
        guard shown.window.axis == .horizontal else { return shown.contentSize.width }
        return statedLength
    }

    func logical(_ offset: LayoutPoint, width: Double? = nil) -> LayoutPoint {
        guard let mirroredWidth else { return isFlipped ? LayoutPoint(x: 0, y: offset.y) : offset }
        let width = width ?? LayoutRect(Self.bounds(of: collectionView)).width
        return LayoutPoint(x: mirroredWidth - offset.x - width, y: offset.y)
    }

    func physical(_ offset: LayoutPoint) -> LayoutPoint {
        // Mirrored twice, a point is unchanged.
        logical(offset)
    }

    /// Reports a length to the view, once: while it mirrors the layout, another one would move everything.
    func stateLength() {
        guard isFlipped, shown.window.axis == .horizontal, shown.snapshot != nil else {
            statedLength = nil
            return
        }
        guard statedLength == nil, shown.contentSize.width > 0 else { return }
        statedLength = shown.contentSize.width
        // The place stays, although the view's offset means another one from now on.
        shown.restate(offset: viewState.offset)
    }

    // MARK: Writing

    /// Gives the view another offset along the scroll axis.
    func write(_ offset: Double) {
        guard let collectionView else { return }
        var point = viewState.offset
        point[shown.window.axis] = offset
        isWriting = true
        collectionView.setOffset(CGPoint(physical(point)))
        isWriting = false
        invalidateLayout()
    }

    /// Shows another snapshot, without a word to the view about its counts.
    func exchange(for snapshot: LayoutSnapshot, counts: [Int]? = nil, isUpdate: Bool = false) {
        shown.scroll(to: viewState)
        // It comes between two passes.
        shown.noteMeasured()
        shown.show(snapshot, counts: counts, isUpdate: isUpdate)
        invalidateLayout()
    }

    /// Shows the last row of a table at another size at once, and stores that later.
    ///
    /// For a row that grows many times a second, such as an answer that comes token by token. The visible part stays in
    /// place, and a view at the end of a conversation follows the row.
    ///
    /// The size is stored when the row rests for 200 milliseconds, at the latest after a second, and once a second at
    /// most. Until then this view alone shows it. If the process ends or the store is closed, a second of growth is
    /// lost at most. A suspended store stores it after ``LayoutStore/resume()``.
    ///
    /// Only the length that the layout takes from its items is stored. The height of a row belongs to the layout for
    /// the view's size. A width in columns of text with `wrap` belongs to the item.
    ///
    /// - Parameters:
    ///   - item: The last item of the last section, by its key, row id or index path.
    ///   - size: The size in points.
    /// - Throws: ``LayoutError`` `notFound` for an item that is not there; `readOnly`. Also `invalidArgument`, for an
    ///   item that is not the last one, and a layout that is not a table with one column.
    /// - Complexity: O(log items + visible elements).
    public func grow(_ item: ItemReference, to size: LayoutSize) throws {
        shown.scroll(to: viewState)
        try shown.grow(item, to: size, in: snapshot?.definition?.wrap != nil ? layout : active)
        invalidateLayout()
    }

    // MARK: Rest

    /// Writes what was collected while the view moved to its offset, and moves its window on. While the view moves it
    /// does nothing.
    func settle() {
        guard collectionView != nil, !isMoving, !isUpdating, !isChangingBounds else { return }
        shown.scroll(to: viewState)
        if goToOutsideItem() { return }
        let offset = shown.settle()
        if isFlipped, statedLength != nil {
            let length = shown.contentSize.width
            guard offset != nil || length != statedLength else { return }
            statedLength = length
            write(shown.window.viewOffset)
        } else if let offset {
            write(offset)
        }
        // In the layout for its new size, the view goes on to the same place.
        if isOfViewSize, shown.arrive() { invalidateLayout() }
    }

    /// Whether the view needs another offset when it is at rest.
    private var needsSettling: Bool {
        shown.needsSettling || outsideItem != nil || statedLength.map { $0 != shown.contentSize.width } ?? false
    }

    /// Settles in a later turn of the main thread, if the view is at rest then. If not, the next step of its movement
    /// and the end of its gesture come here again.
    func scheduleSettling() {
        // The ends of updates and of changing bounds settle as well.
        guard needsSettling, !updates.isSettling, !isUpdating, !isChangingBounds else { return }
        updates.isSettling = true
        // While a view is dragged or slows down, the run loop is in another mode. The end of that is reported only to
        // the view's delegate, and not to its layout.
        RunLoop.main.perform(inModes: [.default]) { [weak self, updates] in
            MainActor.assumeIsolated {
                updates.isSettling = false
                self?.settle()
            }
        }
    }

    // MARK: Sizes

    /// Stores the sizes that were noted, and shows the layout with them.
    func storePreferredSizes() {
        // Another state has no carried item.
        guard !updates.defersSizes, shown.carried == nil else { return }
        if !shown.storeSizes(in: active, waitingAtMost: lockTimeout) { requestUpdate() }
        let bars = shown.takeBarSizes()
        guard !bars.isEmpty else { return }
        updates.bars += bars
        requestUpdate()
    }

    /// A context that records whether scrolling has moved only pinned elements, and cells that move by their place.
    final class InvalidationContext: _PlatformInvalidationContext {
        private(set) var isOfPinnedElements = false

        /// Names the elements that scrolling moves: the rest stay.
        func nameAlone(_ moved: [LayoutAttributes]) {
            isOfPinnedElements = true
            for (kind, elements) in Dictionary(grouping: moved, by: { $0.kind == .cell ? nil : $0.elementKind ?? "" }) {
                let paths = PlatformPaths(elements.map { IndexPath($0) })
                if let kind {
                    invalidateSupplementaryElements(ofKind: kind, at: paths)
                } else {
                    invalidateItems(at: paths)
                }
            }
        }
    }
}

#if canImport(UIKit) || LAYOUT_STAND_INS
extension StoredCollectionViewLayout {
    private var covered: UIEdgeInsets { collectionView?.adjustedContentInset ?? .zero }

    static func bounds(of view: UICollectionView?) -> CGRect { view?.bounds ?? .zero }

    /// Whether a gesture or an animation is under way, which writing an offset would end.
    var isMoving: Bool { isTouched || collectionView?.isScrollAnimating == true }

    /// Whether a finger moves the view, or has.
    var isTouched: Bool {
        guard let view = collectionView else { return false }
        return view.isTracking || view.isDragging || view.isDecelerating
    }

    private func isByThumb(_ newBounds: CGRect, from bounds: CGRect) -> Bool {
        guard let view = collectionView, !view.isDecelerating, !view.isScrollAnimating,
            view.panGestureRecognizer.state != .began, view.panGestureRecognizer.state != .changed
        else { return false }
        let axis = shown.window.axis
        let distance = LayoutPoint(newBounds.origin)[axis] - LayoutPoint(bounds.origin)[axis]
        return abs(distance) >= LayoutSize(bounds.size)[axis]
    }

    /// Pixels per point.
    var scale: Double { Double(collectionView?.traitCollection.displayScale ?? 1) }

    /// Whether the view mirrors the layout.
    var isFlipped: Bool {
        flipsHorizontallyInOppositeLayoutDirection
            && collectionView?.effectiveUserInterfaceLayoutDirection == .rightToLeft
    }
}

extension UICollectionView {
    fileprivate func setOffset(_ offset: CGPoint) { contentOffset = offset }
}
#else
extension StoredCollectionViewLayout {
    private var covered: NSEdgeInsets { collectionView?.enclosingScrollView?.contentInsets ?? NSEdgeInsets() }

    static func bounds(of view: NSCollectionView?) -> CGRect {
        view.map { $0.enclosingScrollView?.documentVisibleRect ?? $0.visibleRect } ?? .zero
    }

    var isMoving: Bool { isTouched }

    var isTouched: Bool { liveScrolling.isUnderWay(in: collectionView?.enclosingScrollView) }

    private func isByThumb(_ newBounds: CGRect, from bounds: CGRect) -> Bool {
        liveScrolling.isByThumb(in: collectionView?.enclosingScrollView)
    }

    var scale: Double { Double(collectionView?.window?.backingScaleFactor ?? 1) }

    var isFlipped: Bool { false }
}

extension NSCollectionView {
    fileprivate func setOffset(_ offset: CGPoint) { scroll(offset) }
}
#endif
#endif
