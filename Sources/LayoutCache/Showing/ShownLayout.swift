package import LayoutEngine

/// The state of a collection view on a layout: a snapshot through a window, and the one before it while elements
/// disappear. It knows nothing of views.
///
/// The view knows the counts of the snapshot that is shown. ``show(_:hold:)`` is therefore called only where the view
/// asks for its counts again, or with a snapshot of the same data.
///
/// A failure is noted once, and the call is answered from memory, so that a view can go on.
package struct ShownLayout {
    package private(set) var snapshot: LayoutSnapshot?
    package private(set) var window: ContentWindow
    /// The snapshot that the present one has taken the place of, and the window through which it was shown.
    package private(set) var former: (snapshot: LayoutSnapshot, window: ContentWindow)?
    /// The last reported state of the view.
    package private(set) var view = ViewState(offset: .zero, size: .zero)
    package let edge: ScrollAnchor.Edge
    private let span: Double
    /// Whether the view is where its edge wants it to open.
    private var isOpened = false
    /// Whether a finger moved the view since it was at rest.
    private var wasTouched = false
    /// The last requested rectangle, in content coordinates.
    private var requestedRect: LayoutRect?
    private var elements = ShownElements()
    /// The number of items of each section, as last reported to the view.
    private var counts: [Int] = []
    package var sizes = PreferredSizes()
    private var orthogonal = OrthogonalOffsets()
    /// The items that were on the screen before the view moved.
    private var formerlyShown: Set<Int64> = []
    private var noted: Set<LayoutError> = []
    private var notes: [LayoutError] = []

    package init(span: Double, edge: ScrollAnchor.Edge) {
        self.span = span
        self.edge = edge
        window = ContentWindow(span: span)
    }

    // MARK: The view

    /// How far the view can be scrolled through the content.
    package var extent: ScrollExtent {
        ScrollExtent(
            contentLength: window.contentLength, viewport: view.size[window.axis],
            start: view.insets.start(window.axis), end: view.insets.end(window.axis),
            isMirrored: snapshot?.isMirrored ?? false, isEndless: snapshot?.isEndless ?? false)
    }

    /// How far the view could be scrolled through another layout.
    package func extent(of snapshot: LayoutSnapshot) -> ScrollExtent {
        let axis = snapshot.scrollAxis
        return ScrollExtent(
            contentLength: snapshot.contentSize[axis], viewport: view.size[axis], start: view.insets.start(axis),
            end: view.insets.end(axis), isMirrored: snapshot.isMirrored, isEndless: snapshot.isEndless)
    }

    /// Notes the state of the view.
    ///
    /// Must be called before everything is queried again: elements may be at other places in the view afterwards.
    package mutating func prepare(for state: ViewState) {
        let hasOtherEnds = state.size != view.size || state.insets != view.insets
        rememberShownItems(before: state)
        let isFollowing = isOpened && hasOtherEnds && extent.isAtLimit(edge, window.place)
        view = state
        setLengths()
        window.scroll(to: state.offset[window.axis])
        if isFollowing, edge == .end || extent.isMirrored { window.shift(by: extent.limit(edge) - window.place) }
        open()
        window.shift(by: absorption(at: window.viewOffset))
    }

    /// Notes the view's offset. Elements stay in place in the view.
    package mutating func scroll(to state: ViewState) {
        rememberShownItems(before: state)
        if state.isTouched { wasTouched = true }
        view.isMoving = state.isMoving
        view.isTouched = state.isTouched
        view.offset = state.offset
        window.scroll(to: state.offset[window.axis])
    }

    /// Notes what is on the screen, before the view moves on.
    private mutating func rememberShownItems(before state: ViewState) {
        guard state.offset != view.offset else { return }
        formerlyShown = Set(elements.cells(in: window.contentRect(view.visible)).compactMap(\.itemID))
    }

    /// The view was scrolled by its scroll bar: the content goes to the same fraction of its length.
    package mutating func scrollThumb(to state: ViewState) {
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

    private mutating func setLengths() {
        guard let snapshot else { return }
        let axis = snapshot.scrollAxis
        window.setLengths(content: snapshot.contentSize[axis], viewport: view.size[axis])
        window.setInsets(start: view.insets.start(axis), end: view.insets.end(axis))
    }

    /// Opens at the end of the content that the view keeps.
    private mutating func open() {
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

    /// Whether the view should be given another offset when it is at rest.
    package var needsRest: Bool {
        guard snapshot != nil else { return false }
        return window.shouldRebase || isAtOwnLimit != nil
    }

    /// The end of a long content that the view was sent to, rather than dragged.
    private var isAtOwnLimit: ScrollAnchor.Edge? {
        guard window.isNeeded, !wasTouched, !extent.isEndless else { return nil }
        if window.viewOffset <= extent.least + 0.5, window.place > extent.least + 0.5 { return .start }
        let most = contentSize[window.axis] - extent.viewport + extent.end
        return window.viewOffset >= most - 0.5 && window.place < extent.most - 0.5 ? .end : nil
    }

    /// Ends a movement of the view: returns its new offset along the scroll axis, if it changes.
    package mutating func rest() -> Double? {
        guard snapshot != nil else { return nil }
        let place =
            switch isAtOwnLimit {
            case .start?: extent.least
            case .end?: extent.most
            case nil: extent.clamped(window.place)
            }
        // Elements move in the view then, also at its present offset.
        let isMoved = place != window.place
        window.shift(by: place - window.place)
        wasTouched = false
        return window.rebase() ?? (isMoved ? window.viewOffset : nil)
    }

    /// Goes to a place of the content; returns the new offset of the view.
    package mutating func move(to place: Double) -> Double {
        window.shift(by: extent.clamped(place) - window.place)
        wasTouched = false
        return window.rebase() ?? window.viewOffset
    }

    // MARK: Exchanging

    /// The part of the screen that stays in place when another state is shown.
    package mutating func hold() -> ScreenHold? {
        guard let snapshot, isOpened else { return nil }
        let axis = window.axis
        let visible = window.contentRect(view.visible)
        let elements = elements
        var cells = attempt([LayoutAttributes]()) {
            if snapshot.hasFrozenCells || !elements.covers(visible), snapshot.isOpen {
                return try snapshot.naturalCells(in: visible)
            }
            return elements.cells(in: visible)
        }
        if cells.isEmpty { cells = elements.cells(in: visible) }
        // A pinned element is no hold.
        if snapshot.hasFrozenCells {
            // Cells from memory are at their places in the view at that time.
            let viewport = snapshot.isOpen ? visible : elements.requiredViewport ?? visible
            let end = max(visible.min(axis), viewport.min(axis)) + snapshot.frozenLength
            cells.removeAll { $0.frame.min(axis) < end }
        }
        // An element that has just become visible may be unmeasured.
        let shown = formerlyShown
        func isNew(_ cell: LayoutAttributes) -> Bool { cell.itemID.map { !shown.contains($0) } ?? true }
        let isBackward = (edge == .end) != snapshot.isMirrored
        cells.sort {
            isBackward
                ? ($0.frame.max(axis), $0.section ?? 0, $0.item) > ($1.frame.max(axis), $1.section ?? 0, $1.item)
                : ($0.frame.min(axis), $0.section ?? 0, $0.item) < ($1.frame.min(axis), $1.section ?? 0, $1.item)
        }
        cells = cells.filter { !isNew($0) } + cells.filter { isNew($0) }
        return ScreenHold(
            edge: edge, axis: axis, extent: extent, place: window.place, crossOffset: view.offset[axis.cross],
            cells: cells.compactMap { cell in
                cell.itemID.map {
                    ScreenHold.Cell(itemID: $0, origin: cell.frame.min(axis), length: cell.frame.length(axis))
                }
            })
    }

    /// Shows a snapshot in the place of another, keeping the visible part in place.
    ///
    /// - Parameters:
    ///   - measured: Items that got another size because of this view.
    ///   - counts: How many items each of its sections has, if that is known.
    ///   - isUpdate: Whether elements appear and disappear, until ``endUpdates()``.
    package mutating func show(
        _ snapshot: LayoutSnapshot, without measured: Set<Int64> = [], counts: [Int]? = nil, isUpdate: Bool = false
    ) {
        let hold = hold()
        let old = self.snapshot
        let isSame = old.map { $0.hasSameData(as: snapshot) } ?? false
        if !isSame && measured.isEmpty {
            // The view asks for them when it likes: the snapshot may have been ended by then.
            self.counts = counts ?? attempt([]) { try snapshot.itemCounts() }
            sizes.forget()
        }
        if isUpdate, let old { former = (old, window) }
        let requestedRect = requestedRect.map(window.viewRect)
        defer { if let requestedRect { remember(window.contentRect(requestedRect)) } }
        self.snapshot = snapshot
        orthogonal.forgetIndices()
        elements.forgetState(keepsKnown: isSame || !measured.isEmpty)
        guard let old, old.scrollAxis == snapshot.scrollAxis, let hold else {
            if old?.scrollAxis != snapshot.scrollAxis {
                window = ContentWindow(span: span, axis: snapshot.scrollAxis)
                window.scroll(to: view.offset[snapshot.scrollAxis])
                isOpened = false
            }
            setLengths()
            open()
            return
        }
        let place = attempt(window.place) { try hold.place(in: snapshot, without: measured) }
        setLengths()
        window.shift(by: place - window.place)
    }

    /// Reads what the view is about to ask for: the snapshot may have been ended by then.
    private mutating func remember(_ rect: LayoutRect) {
        guard let snapshot else { return }
        let visible = window.contentRect(view.visible)
        let offsets = orthogonal.byIndex(in: snapshot)
        var failure: (any Error)?
        elements.remember(in: rect, visible: visible) { rect in
            Self.query(at: rect, visible: visible, in: snapshot, offsets, &failure)
        }
        if let failure { note(failure) }
    }

    /// Whether another layout of the same data can be shown at once: its visible part is laid out.
    package func canShow(_ snapshot: LayoutSnapshot) -> Bool { snapshot.isComplete }

    /// Forgets the former snapshot: nothing disappears any more.
    package mutating func endUpdates() {
        former = nil
    }

    // MARK: Counts

    /// The number of items of a section, as last reported to the view.
    package func numberOfItems(inSection section: Int) -> Int {
        counts.indices.contains(section) ? counts[section] : 0
    }

    /// The number of sections, as last reported to the view.
    package var numberOfSections: Int { counts.count }

    // MARK: Sections that scroll orthogonally

    /// The sections on the screen that scroll orthogonally, in the coordinates of the view.
    package mutating func orthogonalStrips() -> [OrthogonalStrip] {
        guard let snapshot, snapshot.isOpen else { return [] }
        let sections = Set(elements.cells(in: window.contentRect(view.visible)).compactMap(\.section))
        let (window, known) = (window, orthogonal)
        return attempt([]) {
            try sections.sorted().compactMap { section in
                guard var strip = try snapshot.orthogonalStrip(ofSection: section) else { return nil }
                strip.frame = window.viewRect(strip.frame)
                strip.offset = known.offset(ofSection: strip.sectionID) ?? strip.offset
                return strip
            }
        }
    }

    /// A section was scrolled orthogonally.
    package mutating func scroll(section sectionID: Int64, to offset: Double) {
        orthogonal.set(offset, ofSection: sectionID)
        elements.forgetState(keepsKnown: false)
    }

    // MARK: Answers, in the coordinates of the view

    package var contentSize: LayoutSize {
        guard let snapshot else { return .zero }
        var size = snapshot.contentSize
        // Between two rests the content does not begin where the view does, and must be reached all the same.
        let length = window.contentLength - (snapshot.isEndless ? 0 : window.origin)
        size[window.axis] = max(0, window.isNeeded ? min(length, window.span) : length)
        return size
    }

    /// Whether the last answer was of an earlier state: the present one could not be read.
    package var answersFormerState: Bool { snapshot != nil && elements.isFormer }

    /// The elements in a rectangle, and their differences from the last answer. They are for a view that keeps an
    /// object for each: mostly few of them change.
    package mutating func changes(in rect: LayoutRect, visible: LayoutRect) -> ElementChanges {
        let rect = window.contentRect(rect)
        let visible = window.contentRect(visible)
        requestedRect = rect
        guard let snapshot else { return elements.removeAll() }
        var failure: (any Error)?
        let offsets = orthogonal.byIndex(in: snapshot)
        let found = elements.changes(in: rect, visible: visible, window: window) { rect in
            Self.query(at: rect, visible: visible, in: snapshot, offsets, &failure)
        }
        if let failure { note(failure) }
        return found
    }

    /// The elements of a rectangle; nil if they cannot be read, so that the last known ones have to do.
    private static func query(
        at rect: LayoutRect, visible: LayoutRect, in snapshot: LayoutSnapshot, _ offsets: [Int: Double],
        _ failure: inout (any Error)?
    ) -> ElementsInRect? {
        guard snapshot.isOpen else { return nil }
        do {
            return try snapshot.elements(in: rect, seenFrom: visible, offsets: offsets)
        } catch {
            failure = error
            return nil
        }
    }

    /// The elements that show elsewhere when what is visible is another part of the same content. They are the
    /// supplementary elements that are visible there, and cells that move. Nil if all of them are new to the view.
    ///
    /// A view asks for what is visible right after, and for more than that, mostly for the same as before. So that is
    /// what is looked for here, and found only once.
    package mutating func movedElements(overlapping visible: LayoutRect) -> [LayoutAttributes]? {
        let visible = window.contentRect(visible)
        guard let requestedRect, requestedRect.overlaps(visible) else { return nil }
        guard let snapshot else { return [] }
        var failure: (any Error)?
        let offsets = orthogonal.byIndex(in: snapshot)
        let found = elements.moved(overlapping: visible, rect: requestedRect.moved(toContain: visible)) {
            rect in
            Self.query(at: rect, visible: visible, in: snapshot, offsets, &failure)
        }
        if let failure { note(failure) }
        return found
    }

    /// The cell of an item: as its motion draws it if that is visible, else in its frame.
    package mutating func cell(at path: ItemIndexPath, visible: LayoutRect) -> LayoutAttributes? {
        guard let snapshot else { return nil }
        let known = elements
        let cell =
            snapshot.isOpen
            ? attempt(nil) { try snapshot.layoutAttributesForItem(at: path) }
            : known.known { $0.kind == .cell && $0.indexPath == path }
        let rect = window.contentRect(visible)
        return placed(cell.map { $0.moved(seenFrom: rect, in: rect) ?? $0 })
    }

    /// The cell of an item with its key and payload, in coordinates of the content.
    ///
    /// A snapshot that was ended, as for its log, cannot be read. Then the item's present contents are returned, so
    /// that a cell that comes onto the screen is not empty.
    package mutating func content(at path: ItemIndexPath, in layout: StoredLayout) -> ElementWithContent? {
        guard let snapshot else { return nil }
        if snapshot.isOpen { return attempt(nil) { try snapshot.itemWithContent(at: path) } }
        let cell = elements.known { $0.kind == .cell && $0.indexPath == path }
        return attempt(nil) { try cell.map(layout.content(of:)) }
    }

    package mutating func supplementary(ofKind kind: String, at path: ItemIndexPath?, visible: LayoutRect)
        -> LayoutAttributes?
    {
        guard let snapshot else { return nil }
        guard snapshot.isOpen else {
            return placed(
                elements.known {
                    $0.kind == .supplementary && $0.elementKind == kind && $0.indexPath == path
                })
        }
        let window = window
        return placed(
            attempt(nil) {
                try snapshot.layoutAttributesForSupplementaryElement(
                    ofKind: kind, at: path, visible: window.contentRect(visible))
            })
    }

    package mutating func decoration(ofKind kind: String, at path: ItemIndexPath?) -> LayoutAttributes? {
        guard let snapshot else { return nil }
        guard snapshot.isOpen else {
            return placed(
                elements.known {
                    $0.kind == .decoration && $0.elementKind == kind && $0.indexPath == path
                })
        }
        return placed(
            attempt(nil) {
                try snapshot.layoutAttributesForDecorationElement(ofKind: kind, at: path)
            })
    }

    /// The target of a gesture.
    package mutating func target(for proposed: LayoutPoint, velocity: LayoutPoint) -> LayoutPoint {
        guard let snapshot, snapshot.isOpen else { return proposed }
        let window = window
        let target = attempt(nil) {
            try snapshot.targetContentOffset(
                forProposedContentOffset: window.contentRect(LayoutRect(origin: proposed, size: .zero)).origin,
                withScrollingVelocity: velocity)
        }
        return target.map { window.viewRect(LayoutRect(origin: $0, size: .zero)).origin } ?? proposed
    }

    private func placed(_ element: LayoutAttributes?) -> LayoutAttributes? {
        element.map { $0.placed(by: window) }
    }

    // MARK: Failures

    /// What `body` answers, or a substitute; the failure is noted, each one once.
    package mutating func attempt<T>(_ substitute: T, _ body: () throws -> T) -> T {
        do {
            return try body()
        } catch {
            note(error)
            return substitute
        }
    }

    /// Notes a failure. A store that is suspended, or a snapshot that was ended for its log, is none: the view is
    /// brought up to date later.
    package mutating func note(_ error: any Error) {
        if error is CancellationError { return }
        let error = error as? LayoutError ?? LayoutError(.sqlite, "\(error)")
        guard error.code != .cancelled, error.code != .snapshotClosed else { return }
        if noted.insert(error).inserted { notes.append(error) }
    }

    /// Takes what was noted since the last time.
    package mutating func takeNotes() -> [LayoutError] {
        defer { notes = [] }
        return notes
    }
}

extension LayoutRect {
    /// A rectangle of the same size, as near as possible, that contains another; the smallest that holds both if that
    /// is larger.
    fileprivate func moved(toContain other: LayoutRect) -> LayoutRect {
        var moved = self
        moved.x = Swift.max(Swift.min(x, other.x), other.maxX - width)
        moved.y = Swift.max(Swift.min(y, other.y), other.maxY - height)
        if moved.contains(other) { return moved }
        let left = Swift.min(x, other.x)
        let top = Swift.min(y, other.y)
        return LayoutRect(
            x: left, y: top, width: Swift.max(maxX, other.maxX) - left, height: Swift.max(maxY, other.maxY) - top)
    }
}
