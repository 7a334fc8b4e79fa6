#if LAYOUT_VIEWS
extension StoredCollectionViewLayout {
    /// A place that a view goes to when it is laid out, unless it is touched before.
    @MainActor
    final class PendingScroll {
        let destination: ScrollDestination
        let isAnimated: Bool
        let touches: Int
        /// Called when the view is there, or does not go there any more.
        let arrival: (Bool) -> Void
        var attempts = 0
        /// An arbitrary number: data that changes faster than it is laid out is gone as fast. Half gives up sooner.
        static let mostAttempts = 4

        init(to destination: ScrollDestination, isAnimated: Bool, touches: Int, arrival: @escaping (Bool) -> Void) {
            (self.destination, self.isAnimated, self.touches) = (destination, isAnimated, touches)
            self.arrival = arrival
        }
    }

    // MARK: Going somewhere

    /// Goes to a place of the content, at once.
    ///
    /// - Parameter offset: A content offset, in the coordinates of the content.
    public func scroll(toContentOffset offset: LayoutPoint) { write(shown.move(to: offset[shown.window.axis])) }

    /// Scrolls to an item, also in a content that is longer than a scroll view may be, where `scrollToItem` of the view
    /// cannot.
    ///
    /// An item that is not laid out yet is laid out first, in the background. A finger on the view ends that: it stays
    /// where the user is.
    ///
    /// For an item in a collapsed section or branch, it scrolls to the header or item that hides it. Call
    /// `expand(toItem:)` of the layout in the store first to show the item itself.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - position: The place of the item in the view, along the scroll axis: at its beginning, if it names none on
    ///     that axis.
    ///   - animated: Whether the view goes there in an animation.
    ///   - completion: Called when the item is shown at its place, with its measured size, with true. It is called with
    ///     false if a finger or another call has ended that, or the item is not there.
    public func scroll(
        toItem item: ItemReference, at position: _PlatformCollectionView.ScrollPosition = [], animated: Bool = false,
        completion: ((Bool) -> Void)? = nil
    ) {
        guard let snapshot else {
            completion?(false)
            return
        }
        let far: _PlatformCollectionView.ScrollPosition =
            shown.window.axis == .vertical ? .bottom : isFlipped ? .left : .right
        let middle: _PlatformCollectionView.ScrollPosition =
            shown.window.axis == .vertical ? .centeredVertically : .centeredHorizontally
        let place: ScrollDestination.Position =
            position.contains(middle) ? .center : position.contains(far) ? .end : .start
        var item = item
        if case .indexPath(let path) = item { item = .indexPath(shown.statePath(of: path)) }
        scroll(to: ScrollDestination(item, at: place, in: snapshot), animated: animated, completion)
    }

    /// Scrolls to the beginning of a section, with its header.
    ///
    /// - Parameters:
    ///   - section: The section's 0-based index.
    ///   - animated: Whether the view goes there in an animation.
    ///   - completion: As for ``scroll(toItem:at:animated:completion:)``.
    public func scroll(toSection section: Int, animated: Bool = false, completion: ((Bool) -> Void)? = nil) {
        guard let snapshot,
            let destination = shown.attempt(nil, { try ScrollDestination(section: section, in: snapshot) })
        else {
            completion?(false)
            return
        }
        scroll(to: destination, animated: animated, completion)
    }

    /// True if the view shows the end of the content. With `keeping: .end` it stays there when items come.
    public var isAtEnd: Bool {
        let place = contentRect(Self.bounds(of: collectionView)).min(shown.window.axis)
        return snapshot != nil && shown.extent.isAtLimit(.end, place)
    }

    /// The number of items that have come at the end of the content since the view left it; 0 at the end. It is for a
    /// button that leads there.
    ///
    /// - Complexity: O(log bands + items of a band).
    public var newItemCount: Int { isAtEnd ? 0 : shown.newItemCount() }

    /// The visible place, for ``scroll(to:animated:)`` after any changes and in another launch; nil if nothing is
    /// shown.
    ///
    /// Its ``ScrollAnchor/json`` is a text for the user activity that restores a scene.
    public var anchor: ScrollAnchor? {
        shown.anchor(at: contentRect(Self.bounds(of: collectionView)).origin)
    }

    /// Scrolls to a place of the content that an anchor names.
    ///
    /// A part that is not laid out yet is laid out first, in the background. A finger on the view ends that.
    ///
    /// - Parameters:
    ///   - anchor: The place, such as one from ``anchor``.
    ///   - animated: Whether the view goes there in an animation.
    ///   - completion: As for ``scroll(toItem:at:animated:completion:)``.
    public func scroll(to anchor: ScrollAnchor, animated: Bool = false, completion: ((Bool) -> Void)? = nil) {
        scroll(to: ScrollDestination(anchor), animated: animated, completion)
    }

    /// Goes on at once if the place is laid out.
    private func scroll(to destination: ScrollDestination, animated: Bool, _ completion: ((Bool) -> Void)?) {
        shown.arrival.take()?(false)
        if let pendingScroll { abandon(pendingScroll) }
        // It may call the layout.
        let arrival = { (isThere: Bool) in _ = Task { completion?(isThere) } }
        // A snapshot that was ended cannot be read: the next one can.
        if !viewState.isEmpty,
            let place = shown.attempt(nil, { try shown.place(of: destination, takesEstimate: false) })
        {
            return approach(destination, at: place, animated: animated, arrival)
        }
        pendingScroll = PendingScroll(
            to: destination, isAnimated: animated, touches: shown.touches, arrival: arrival)
        requestUpdate()
    }

    /// Goes to the place that was not laid out, unless the view was touched since.
    func finishScroll() async {
        guard let pending = pendingScroll, !viewState.isEmpty else { return }
        do {
            if canGo(pending) { try await pending.destination.prepare(in: active) }
            try await bringUpToDate()
            guard canGo(pending), pending === pendingScroll else { return }
            // After it was laid out, an estimate is better than none.
            if let place = try shown.place(of: pending.destination) {
                pendingScroll = nil
                return approach(pending.destination, at: place, animated: pending.isAnimated, pending.arrival)
            }
            // Another state came in between.
            pending.attempts += 1
            if pending.attempts < PendingScroll.mostAttempts { return requestUpdate() }
        } catch {
            shown.record(error)
        }
        abandon(pending)
    }

    private func canGo(_ pending: PendingScroll) -> Bool {
        if !isTouched, shown.touches == pending.touches { return true }
        abandon(pending)
        return false
    }

    func abandon(_ pending: PendingScroll) {
        guard pending === pendingScroll else { return }
        pendingScroll = nil
        pending.arrival(false)
    }

    private func approach(
        _ destination: ScrollDestination, at place: Double, animated: Bool, _ arrival: @escaping (Bool) -> Void
    ) {
        #if canImport(UIKit) || LAYOUT_STAND_INS
        guard animated, let collectionView else { return write(shown.approach(destination, at: place, arrival)) }
        settle()
        // Items further away would rush by, and may be outside of the window.
        let limit = 4 * shown.extent.viewport
        let distance = min(max(place - shown.window.place, -limit), limit)
        let offset = shown.approach(destination, at: place, before: distance, arrival)
        if offset != viewState.offset[shown.window.axis] {
            write(offset)
            collectionView.layoutIfNeeded()
        }
        guard let end = shown.destinationOffset else { return }
        var point = viewState.offset
        point[shown.window.axis] = end
        collectionView.setContentOffset(CGPoint(physical(point)), animated: true)
        #else
        write(shown.approach(destination, at: place, arrival))
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
    func goToOutsideItem() -> Bool {
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
}
#endif
