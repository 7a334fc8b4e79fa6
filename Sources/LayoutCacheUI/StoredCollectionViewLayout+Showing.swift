#if LAYOUT_VIEWS
public import LayoutCache

#if canImport(UIKit)
internal import UIKit
#elseif canImport(AppKit)
internal import AppKit
#endif

extension StoredCollectionViewLayout {
    /// Shows another snapshot, without a word to the view about its counts.
    func exchange(for snapshot: LayoutSnapshot, moved: Int64? = nil, counts: [Int]? = nil, isUpdate: Bool = false) {
        shown.scroll(to: viewState)
        // It comes between two passes.
        shown.noteMeasured()
        shown.show(snapshot, moved: moved, counts: counts, isUpdate: isUpdate)
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
        defer { report() }
        try shown.grow(item, to: size, in: snapshot?.wrapsText == true ? layout : active)
        invalidateLayout()
    }

    // MARK: Rest

    /// Writes what was collected while the view moved to its offset, and moves its window on. While the view moves it
    /// does nothing.
    func settle() {
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
        if shown.arrive() { invalidateLayout() }
    }

    /// Whether the view needs another offset when it is at rest.
    private var needsSettling: Bool {
        shown.needsRest || outsideItem != nil || statedLength.map { $0 != shown.contentSize.width } ?? false
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
