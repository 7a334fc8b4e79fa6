#if canImport(UIKit) || canImport(AppKit) || LAYOUT_STAND_INS || LAYOUT_APPKIT_STAND_INS
public import LayoutCache

#if canImport(UIKit)
public import UIKit
#elseif canImport(AppKit)
public import AppKit
#endif

extension StoredCollectionViewLayout {
    /// Shows another snapshot, keeping the visible part in place.
    ///
    /// The view has to ask its data source again right after, as with `reloadData()`:
    /// ``LayoutCollectionViewDataSource/show(_:)`` does both.
    public func show(_ snapshot: LayoutSnapshot) {
        exchange(for: snapshot)
        settle()
        report()
    }

    /// Shows another snapshot, without a word to the view about its counts.
    func exchange(for snapshot: LayoutSnapshot, counts: [Int]? = nil, isUpdate: Bool = false) {
        shown.scroll(to: viewState)
        // It comes between two passes.
        shown.noteMeasured()
        shown.show(snapshot, counts: counts, isUpdate: isUpdate)
        invalidateLayout()
    }

    /// Shows the last row at another size at once, and stores that later: see ``StoredLayout/grow(_:to:)``.
    ///
    /// The visible part stays in place, and a view at the end of a conversation follows it. A height belongs to the
    /// layout for the view's size; a width in columns of text, of a table with `wrap`, belongs to the item.
    ///
    /// - Parameters:
    ///   - item: The last item of the last section.
    ///   - size: The size in points.
    /// - Throws: ``LayoutError``, as ``StoredLayout/grow(_:to:)`` does.
    public func grow(_ item: ItemReference, to size: LayoutSize) throws {
        try (snapshot?.wrapsText == true ? layout : active).grow(item, to: size)
        showGrowth()
    }

    /// Shows rows that grow at their present lengths.
    func showGrowth() {
        shown.scroll(to: viewState)
        if shown.showGrowth(in: active) { invalidateLayout() }
        report()
    }

    /// Lays out what is visible, off the main thread, and shows the present state of the layout. The view is notified
    /// of sections and items that came, went or moved.
    ///
    /// - Parameter container: The new container of ``layout`` in the store; nil for the present one.
    public func refresh(container: LayoutSize? = nil) async {
        do {
            if let container { try await layout.setContainer(container) }
            try await bringUpToDate()
        } catch {
            shown.note(error)
        }
        report()
    }

    // MARK: Rest

    /// Writes what was collected while the view moved to its offset, and moves its window on. While the view moves it
    /// does nothing.
    ///
    /// It is called when the view stops; there is no need to call it.
    public func settle() {
        guard collectionView != nil, !isMoving, !isUpdating, !isChangingBounds else { return }
        shown.scroll(to: viewState)
        if goToOutsideItem() { return }
        let offset = shown.rest()
        if isFlipped, statedLength != nil {
            let length = shown.contentSize.width
            guard offset != nil || length != statedLength else { return }
            statedLength = length
            write(shown.window.viewOffset)
        } else if let offset {
            write(offset)
        }
    }

    /// Whether the view needs another offset when it is at rest.
    private var needsSettling: Bool {
        shown.needsRest || outsideItem != nil || statedLength.map { $0 != shown.contentSize.width } ?? false
    }

    /// Settles as soon as the view is at rest.
    func scheduleSettling() {
        guard needsSettling, !updates.isSettling else { return }
        updates.isSettling = true
        Task { [weak self, updates] in
            defer { updates.isSettling = false }
            // The end of a scroll is reported only to the view's delegate, and not to its layout.
            repeat {
                try? await Task.sleep(for: .milliseconds(8))
                guard let layout = self, layout.needsSettling else { return }
            } while self?.isMoving == true || self?.isUpdating == true || self?.isChangingBounds == true
            self?.settle()
        }
    }

    // MARK: Going somewhere

    /// Goes to a place of the content, at once.
    ///
    /// - Parameter offset: A content offset, in the coordinates of the content.
    public func scroll(toContentOffset offset: LayoutPoint) {
        write(shown.move(to: offset[shown.window.axis]))
    }

    /// The position of an item in the view.
    public enum ItemPosition: Sendable {
        /// At the beginning of what is visible.
        case start
        /// In the middle.
        case center
        /// At the end.
        case end
    }

    /// Scrolls to an item, also in a content that is longer than a scroll view may be, where `scrollToItem` of the view
    /// cannot.
    ///
    /// An item that is not laid out yet is laid out first, in the background. A finger on the view ends that: it stays
    /// where the user is.
    public func scroll(toItem item: ItemReference, at position: ItemPosition = .start, animated: Bool = false) {
        guard let snapshot else { return }
        let path = shown.attempt(nil) { try snapshot.indexPath(of: item) }
        guard let path else { return report() }
        if let cell = shown.attempt(
            nil, { try snapshot.layoutAttributesForItem(at: path) })
        {
            return scroll(to: cell.frame, at: position, animated: animated)
        }
        let id = shown.attempt(nil) { try snapshot.itemID(of: path) }
        guard let id else { return report() }
        let touches = shown.touches
        Task { [weak self] in
            await self?.scroll(toUnpreparedItem: id, at: position, animated: animated, unlessTouchedSince: touches)
        }
    }

    private func scroll(
        toUnpreparedItem id: Int64, at position: ItemPosition, animated: Bool, unlessTouchedSince touches: Int
    ) async {
        do {
            try await active.prepareItems([id])
            try await bringUpToDate()
            guard !isTouched, shown.touches == touches else { return }
            if let cell = try snapshot?.cell(ofItem: id) { scroll(to: cell.frame, at: position, animated: animated) }
        } catch {
            shown.note(error)
        }
        report()
    }

    private func scroll(to frame: LayoutRect, at position: ItemPosition, animated: Bool) {
        let axis = shown.window.axis
        let extent = shown.extent
        let place =
            switch position {
            case .start: frame.min(axis) - extent.start
            case .center:
                (frame.min(axis) + frame.max(axis) - extent.viewport - extent.start + extent.end) / 2
            case .end: frame.max(axis) - extent.viewport + extent.end
            }
        scroll(to: extent.clamped(place), animated: animated)
    }

    private func scroll(to place: Double, animated: Bool) {
        #if canImport(UIKit) || LAYOUT_STAND_INS
        guard animated, let collectionView else { return write(shown.move(to: place)) }
        // Items further away would rush by, and may be outside of the window.
        let limit = 4 * shown.extent.viewport
        let distance = place - shown.window.place
        if abs(distance) > limit {
            write(shown.move(to: place - (distance > 0 ? limit : -limit)))
            collectionView.layoutIfNeeded()
        }
        var point = viewState.offset
        point[shown.window.axis] += place - shown.window.place
        collectionView.setContentOffset(CGPoint(physical(point)), animated: true)
        #else
        write(shown.move(to: place))
        #endif
    }

    /// Places an item of a long content at the end of the view's reach, if it is beyond that. A view scrolls to the
    /// reported place of an item. Under a finger it does not, and a cell of the last pass has its place there.
    func keepInside(_ cell: inout LayoutAttributes) {
        guard shown.window.isNeeded, !isTouched, !shown.wasRequested(cell.frame), let id = cell.itemID else { return }
        let axis = shown.window.axis
        let length = shown.contentSize[axis]
        let origin = cell.frame.min(axis)
        guard origin < 0 || cell.frame.max(axis) > length else { return }
        let inside = min(max(origin, 0), max(0, length - cell.frame.length(axis)))
        if axis == .vertical { cell.frame.y = inside } else { cell.frame.x = inside }
        outsideItem = (id, inside, shown.touches)
    }

    /// Goes on to an item that the view was sent to and could not reach.
    private func goToOutsideItem() -> Bool {
        guard let (id, origin, touches) = outsideItem else { return false }
        outsideItem = nil
        guard touches == shown.touches else { return false }
        let distance = shown.window.viewOffset - origin
        guard abs(distance) <= shown.extent.viewport, let snapshot,
            let cell = shown.attempt(nil, { try snapshot.cell(ofItem: id) })
        else { return false }
        write(shown.move(to: cell.frame.min(shown.window.axis) + distance))
        return true
    }

    /// A rectangle of the collection view in the coordinates of the content.
    public func contentRect(_ rect: CGRect) -> LayoutRect {
        var rect = LayoutRect(rect)
        if isFlipped { rect.x = logical(LayoutPoint(x: rect.x, y: rect.y), width: rect.width).x }
        return shown.window.contentRect(rect)
    }

    // MARK: Sizes

    /// Stores the sizes that were noted, and shows the layout with them.
    func storePreferredSizes() {
        guard !updates.defersSizes else { return }
        if case .later = shown.storeSizes(in: active, waitingAtMost: patience) { requestUpdate() }
        let bars = shown.takeBarSizes()
        guard !bars.isEmpty else { return }
        updates.bars += bars
        requestUpdate()
    }

    func report() {
        for fault in shown.takeNotes() { onFault(fault) }
    }
}
#endif
