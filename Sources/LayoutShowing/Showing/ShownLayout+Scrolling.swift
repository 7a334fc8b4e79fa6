package import LayoutCore
package import LayoutEngine

extension ShownLayout {
    /// How far the view can be scrolled through the content.
    package var extent: ContentWindow.Extent { window.extent }

    /// How far the view could be scrolled through another layout.
    package func extent(of snapshot: LayoutSnapshot) -> ContentWindow.Extent {
        let axis = snapshot.scrollAxis
        return ContentWindow.Extent(
            contentLength: snapshot.contentSize[axis], viewport: view.size[axis], start: view.insets.start(axis),
            end: view.insets.end(axis), isMirrored: snapshot.isMirrored, isEndless: snapshot.isEndless)
    }

    /// Notes the state of the view.
    ///
    /// Must be called before everything is queried again: elements may be at other places in the view afterwards.
    package mutating func prepare(for state: ViewState) {
        let hasOtherEnds = state.size != view.size || state.insets != view.insets
        noteMove(to: state)
        // The first pass after a movement measures what has come with it.
        if wereCellsAsked { noteMeasured() }
        hasMoved = false
        // A view without a size shows nothing to hold: what it has shown stays.
        if hasOtherEnds { holdBefore = state.isEmpty ? hold() : nil }
        let isFollowing = isOpened && hasOtherEnds && extent.isAtLimit(edge, window.place)
        view = state
        setLengths()
        window.scroll(to: state.offset[window.axis])
        if isFollowing, edge == .end || extent.isMirrored { window.shift(by: extent.limit(edge) - window.place) }
        open()
        if destination == nil {
            window.shift(by: absorption(at: window.viewOffset))
        } else if hasOtherEnds {
            let offset = window.viewOffset
            if !view.isMoving { destination?.viewOffset = offset }
            stayAtDestination()
        }
        noteEnd()
    }

    /// Notes the view's offset. Elements stay in place in the view.
    package mutating func scroll(to state: ViewState) {
        noteMove(to: state)
        view.isMoving = state.isMoving
        view.isTouched = state.isTouched
        view.offset = state.offset
        window.scroll(to: state.offset[window.axis])
        noteEnd()
    }

    // MARK: New items at the end

    /// Notes the last item of a state that another one is about to take the place of, unless the view left the end
    /// before.
    mutating func noteSeen(in old: LayoutSnapshot) {
        guard lastSeen == nil, old.numberOfItems > 0 else { return }
        // A state that was ended cannot be read: its items are counted then.
        let last = try? old.indexPath(atRank: old.numberOfItems - 1).flatMap { try old.itemID(of: $0) }
        lastSeen = (last, old.numberOfItems)
    }

    mutating func noteEnd() {
        if lastSeen != nil, extent.isAtLimit(.end, window.place) { lastSeen = nil }
    }

    /// The number of items that have come at the end since the view left it.
    package func newItemCount() -> Int {
        guard let lastSeen, let snapshot else { return 0 }
        let rank = attempt(nil) { try lastSeen.itemID.flatMap { try snapshot.rank(of: .id($0)) } }
        return max(0, rank.map { snapshot.numberOfItems - 1 - $0 } ?? snapshot.numberOfItems - lastSeen.count)
    }

    /// Notes what was on the screen before a move, and whether that goes on to the destination, or to an end of the
    /// view's content.
    private mutating func noteMove(to state: ViewState) {
        if state.offset != view.offset { rememberShownItems() }
        if state.isTouched {
            if !view.isTouched { touches += 1 }
            destination = nil
        }
        let (former, offset) = (view.offset[window.axis], state.offset[window.axis])
        // Another size and other insets move the view as well.
        guard offset != former, state.size == view.size, state.insets == view.insets else { return }
        if let destination, abs(destination.viewOffset - offset) > abs(destination.viewOffset - former) {
            self.destination = nil
        }
        // The status bar, for one, leads to the end of the view's content, and means that of the layout's.
        if !state.isTouched, !extent.isEndless, destination == nil, let edge = ownLimit(at: offset) {
            destination = (ScrollDestination(ScrollAnchor(edge: edge, isAtLimit: true)), offset)
        }
    }

    /// The end of the view's own content at an offset; nil: none.
    private func ownLimit(at offset: Double) -> ScrollAnchor.Edge? {
        if offset <= extent.least + 0.5 { return extent.isMirrored ? .end : .start }
        let most = contentSize[window.axis] - extent.viewport + extent.end
        return offset < most - 0.5 ? nil : extent.isMirrored ? .start : .end
    }

    /// Whether the view has asked for a part of the content with a frame, both in coordinates of the view.
    package func wasRequested(_ frame: LayoutRect) -> Bool {
        requestedRect?.overlaps(window.contentRect(frame)) ?? false
    }

    /// Whether a pass asked the cells on the screen for their sizes since the view moved, or showed another state.
    private var wereCellsAsked: Bool { !hasMoved && hasAllSizes }

    /// The view has asked every cell on the screen for its size: none of them is new any more.
    package mutating func noteMeasured() {
        formerlyShown = nil
        // A state that could not be read has no cells that were asked. One that was not counted shows items at the
        // places of others.
        let isCounted = snapshot?.freshness.isCounted ?? true
        if wereCellsAsked, !awaitsSizes, !elements.isFormer, isCounted, !view.isEmpty { holdBefore = nil }
    }

    /// Notes what is on the screen, before the view moves on.
    private mutating func rememberShownItems() {
        hasMoved = true
        holdBefore = nil
        formerlyShown = Set(elements.cells(in: window.contentRect(view.visible)).compactMap(\.itemID))
    }

    /// The view was scrolled by its scroll bar: the content goes to the same fraction of its length.
    package mutating func scrollThumb(to state: ViewState) {
        if state.offset != view.offset { rememberShownItems() }
        destination = nil
        view.offset = state.offset
        window.scrollThumb(to: state.offset[window.axis])
    }

    /// The view's offset has another meaning from now on: the place stays the same.
    package mutating func restate(offset: LayoutPoint) {
        let place = window.place
        view.offset = offset
        window.scroll(to: offset[window.axis])
        window.shift(by: place - window.place)
    }

    mutating func setLengths() {
        guard let snapshot else { return }
        var extent = extent(of: snapshot)
        extent.contentLength += growth?.distance ?? 0
        window.setExtent(extent)
    }

    /// Opens at the end of the content that the view keeps.
    mutating func open() {
        guard !isOpened, let snapshot, snapshot.numberOfItems > 0, view.size[window.axis] > 0 else { return }
        isOpened = true
        guard !extent.isEndless, edge == .end || extent.isMirrored else { return }
        window.shift(by: extent.limit(edge) - window.place)
    }

    /// The distance by which the content moves in the view if the view is beyond an end of the content, and not beyond
    /// its own. During a gesture, the view's ends are not the content's.
    private func absorption(at viewOffset: Double) -> Double {
        guard snapshot != nil, !window.isNeeded, !extent.isEndless else { return 0 }
        let place = window.origin + viewOffset
        if place < extent.least, window.origin < 0 { return min(-window.origin, extent.least - place) }
        let surplus = contentSize[window.axis] - (window.contentLength - window.origin)
        if place > extent.most, surplus > 0 { return max(-surplus, extent.most - place) }
        return 0
    }

    /// Whether all elements move in the view when it is at an offset.
    package func movesElements(at offset: LayoutPoint) -> Bool { absorption(at: offset[window.axis]) != 0 }

    /// Whether the view should be given another offset when it is at rest, or has to be asked for more.
    package var needsSettling: Bool { snapshot != nil && (window.shouldRebase || destination != nil) }

    /// Ends a movement of the view: returns its new offset along the scroll axis, if it changes.
    package mutating func settle() -> Double? {
        guard snapshot != nil else { return nil }
        // An animation that has ended elsewhere does not go on.
        let (former, viewOffset) = (window.place, window.viewOffset)
        destination?.viewOffset = viewOffset
        stayAtDestination()
        let place = extent.clamped(window.place)
        // Elements move in the view then, also at its present offset.
        let isMoved = place != former
        if isMoved { rememberShownItems() }
        window.shift(by: place - window.place)
        let offset = window.rebase() ?? (isMoved ? window.viewOffset : nil)
        // The view is written: its offset has another meaning, and what it shows is not new. One more pass follows.
        if let offset {
            view.offset[window.axis] = offset
            destination?.viewOffset = offset
            hasMoved = formerlyShown != nil || holdBefore != nil
        }
        return offset
    }

    /// Goes to a place of the content; returns the new offset of the view.
    package mutating func move(to place: Double) -> Double {
        rememberShownItems()
        destination = nil
        view.offset[window.axis] = window.move(to: place)
        return window.viewOffset
    }

    // MARK: A destination

    /// Goes to a destination, or near it; returns the new offset of the view.
    ///
    /// - Parameters:
    ///   - place: The destination's place in the state that is shown.
    ///   - distance: How far in front of it the view stops, to go on in an animation.
    ///   - arrival: Called once: see ``arrival``.
    package mutating func approach(
        _ destination: ScrollDestination, at place: Double, before distance: Double = 0, _ arrival: ((Bool) -> Void)?
    ) -> Double {
        let offset = move(to: place - distance)
        self.arrival = arrival
        self.destination = (destination, offset + place - window.place)
        return offset
    }

    /// The place of a view at a destination, in the state that is shown; nil if it is not there.
    ///
    /// - Parameter takesEstimate: Whether a place that depends on estimated lengths counts.
    package func place(of destination: ScrollDestination, takesEstimate: Bool = true) throws -> Double? {
        try snapshot.flatMap {
            try destination.shown(in: $0, viewPath: carried.map { $0.viewPath })
                .place(in: $0, growth, extent, takesEstimate: takesEstimate)
        }
    }

    /// An anchor of the item that the view shows at an offset of the content. While the store is suspended it is of the
    /// elements in memory, and has no key.
    package func anchor(at offset: LayoutPoint) -> ScrollAnchor? {
        guard let snapshot else { return nil }
        guard snapshot.isOpen else { return presentHold()?.anchor(in: snapshot, size: view.size) }
        return attempt(nil) {
            guard var anchor = try snapshot.anchor(at: offset, edge: edge) else { return nil }
            guard let carried, !anchor.isAtLimit else { return anchor }
            let statePath = carried.statePath(of: anchor.indexPath)
            if snapshot.isPlane {
                anchor.indexPath = carried.viewPath(of: anchor.indexPath)
            } else if let id = try snapshot.itemID(of: statePath) {
                (anchor.key, anchor.itemID) = (try snapshot.key(of: statePath), id)
            }
            return anchor
        }
    }

    /// The view's offset at the destination, wherever that turns out to be.
    package var destinationOffset: Double? { destination?.viewOffset }

    /// Moves the content below the view, so that the view is as far from its destination as before.
    private mutating func stayAtDestination() {
        guard let snapshot, snapshot.isOpen, let destination,
            let place = attempt(nil, { try place(of: destination.place) })
        else { return }
        window.shift(by: place - (destination.viewOffset - window.viewOffset) - window.place)
    }

    /// Notes that the view is at rest; returns whether it has to be asked for its cells' sizes once more.
    package mutating func arrive() -> Bool {
        guard let destination, !awaitsSizes, hasAllSizes, !elements.isFormer else { return false }
        if hasMoved { return true }
        let visible = window.contentRect(view.visible)
        if elements.covers(visible), !elements.cells(in: visible).contains(where: \.isStale) {
            let isGone = attempt(false) { try place(of: destination.place) == nil }
            arrival.take()?(!isGone)
            self.destination = nil
        }
        return false
    }
}

/// Sections that scroll orthogonally.
extension ShownLayout {
    /// The sections that scroll orthogonally, in the coordinates of the view. They are in the part that the view
    /// has asked for: it asks for some screens at once.
    package func orthogonalStrips(in rect: LayoutRect? = nil) -> [LayoutSnapshot.OrthogonalStrip] {
        guard let snapshot, snapshot.isOpen, let rect = rect ?? requestedRect else { return [] }
        let sections = Set(elements.cells(in: rect).compactMap(\.section))
        return attempt([]) {
            try sections.sorted().compactMap { section in
                guard var strip = try snapshot.orthogonalStrip(ofSection: section) else { return nil }
                strip.frame = window.viewRect(strip.frame)
                strip.offset = orthogonalOffsets[strip.sectionID] ?? strip.offset
                return strip
            }
        }
    }

    package mutating func scroll(section sectionID: Int64, to offset: Double) {
        orthogonalOffsets[sectionID] = offset
        elements.forgetState(keepsKnown: false)
    }

    /// Keeps what is in the strips in its place when another state is shown. A strip moves as far as its cells that are
    /// still there. One that is at its beginning stays there.
    mutating func holdStrips(in snapshot: LayoutSnapshot) {
        let (axis, visible) = (window.axis.cross, window.contentRect(view.visible))
        var shown = elements.cells(in: visible)
        showItems(in: &shown)
        for strip in orthogonalStrips(in: visible) where strip.offset > 0 {
            let direction = strip.isMirrored ? -1.0 : 1
            let cells = shown.filter { $0.section == strip.section }.sorted {
                direction * $0.frame.min(axis) < direction * $1.frame.min(axis)
            }
            let hold = ScreenHold(edge: edge, axis: axis, extent: extent, place: 0, crossOffset: 0, cells: cells)
            let offset = attempt(strip.offset) {
                // The frames on the screen are those of the state, moved by the offset.
                if let shift = try hold.shift(in: snapshot) { return direction * shift }
                // Nothing of it is left: its end may be before this.
                let section = try snapshot.section(withID: strip.sectionID)
                let new = try section.flatMap { try snapshot.orthogonalStrip(ofSection: $0) }
                return min(strip.offset, new?.greatestOffset ?? strip.offset)
            }
            if offset != strip.offset { orthogonalOffsets[strip.sectionID] = offset }
        }
    }
}
