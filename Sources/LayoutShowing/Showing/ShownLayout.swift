package import LayoutCore
package import LayoutEngine
internal import LayoutSQLite

/// The state of a collection view on a layout: a snapshot through a window, and the one before it while elements
/// disappear. It knows nothing of views.
///
/// The view knows the counts of the snapshot that is shown. ``show(_:hold:)`` is therefore called only where the view
/// asks for its counts again, or with a snapshot of the same data.
///
/// A failure is noted once, and the call is answered from memory, so that a view can go on.
package struct ShownLayout {
    package internal(set) var snapshot: LayoutSnapshot?
    package internal(set) var window: ContentWindow
    /// The snapshot that the present one has taken the place of, and the window through which it was shown.
    var former: (snapshot: LayoutSnapshot, window: ContentWindow, growth: RowGrowth?)?
    /// The row that grows, and its present length in the state that is shown.
    package internal(set) var growing: GrowingRow?
    var growth: RowGrowth?
    /// The last reported state of the view.
    package internal(set) var view = ViewState(offset: .zero, size: .zero)
    package let edge: ScrollAnchor.Edge
    let span: Double
    /// Whether the view is where its edge wants it to open.
    var isOpened = false
    /// The place that the view goes to until all of it was measured and shown, and the view's offset there.
    var destination: (place: ScrollDestination, viewOffset: Double)?
    /// Whether the view has been where it went the last time, with all of that measured and shown.
    package internal(set) var hasArrived = false
    /// The last item when the view left the end of the content, and the number of items then; nil at the end.
    var lastSeen: (itemID: Int64?, count: Int)?
    /// How often a finger was put on the view.
    package internal(set) var touches = 0
    /// The last requested rectangle, in content coordinates.
    var requestedRect: LayoutRect?
    var elements = ShownElements()
    /// The number of items of each section, as last reported to the view.
    package internal(set) var counts: [Int] = []
    /// Whether the counts tell of a move that the store has not made.
    package private(set) var isPretending = false
    package var sizes = PreferredSizes()
    /// The sizes that headers and footers prefer, by section.
    var barSizes: [String: PreferredSizes] = [:]
    /// The lengths that cells, headers and footers may give, by kind and row id, since the data changed.
    var selfSized: [String: [Int64: MeasuredLengths]] = [:]
    /// The last revisions of the data that differ in nothing but sizes of headers and footers that this view stored.
    var ownChange: ClosedRange<Int64>?
    var orthogonal = OrthogonalOffsets()
    /// The items that were on the screen before the view moved; nil if all cells of the present screen were asked for
    /// their sizes.
    var formerlyShown: Set<Int64>?
    /// The held part from before the present state, until all cells on the screen were asked for their sizes. What
    /// they prefer is a part of the same change to a reader.
    var holdBefore: ScreenHold?
    /// Whether sizes that cells prefer come with a state that is not shown yet.
    var awaitsSizes = false
    /// Whether the view has moved since the last pass.
    var hasMoved = false
    private var noted: Set<LayoutError> = []
    private var notes: [LayoutError] = []

    package init(span: Double, edge: ScrollAnchor.Edge) {
        self.span = span
        self.edge = edge
        window = ContentWindow(span: span)
    }

    // MARK: Exchanging

    /// The part of the screen that stays in place when another state is shown. From one state to the next it is the
    /// same, until the cells were asked for their sizes. Else a state's movement would stay.
    package mutating func hold() -> ScreenHold? {
        guard let destination else { return holdBefore ?? presentHold() }
        var hold = presentHold()
        hold?.destination = (destination.place, destination.viewOffset - window.viewOffset)
        return hold
    }

    private mutating func presentHold() -> ScreenHold? {
        guard let snapshot, isOpened else { return nil }
        let axis = window.axis
        let visible = window.contentRect(view.visible)
        let (elements, growth) = (elements, growth)
        var cells = attempt([LayoutAttributes]()) {
            if snapshot.hasFrozenCells || !elements.covers(visible), snapshot.isOpen {
                return try growth.naturalCells(in: visible, of: snapshot)
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
        func isNew(_ cell: LayoutAttributes) -> Bool {
            guard let shown else { return false }
            return cell.itemID.map { !shown.contains($0) } ?? true
        }
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
    ///   - moved: An item that the user has carried elsewhere: it holds nothing.
    ///   - counts: How many items each of its sections has, if that is known.
    ///   - isUpdate: Whether elements appear and disappear, until ``endUpdates()``.
    package mutating func show(
        _ snapshot: LayoutSnapshot, without measured: Set<Int64> = [], moved: Int64? = nil, counts: [Int]? = nil,
        isUpdate: Bool = false
    ) {
        var hold = hold()
        hold?.cells.removeAll { $0.itemID == moved }
        awaitsSizes = false
        let old = self.snapshot
        let isSame = old.map { $0.hasSameData(as: snapshot) } ?? false
        if let old, !isSame { noteSeen(in: old) }
        defer { noteEnd() }
        if isPretending || !isSame && measured.isEmpty {
            // The view asks for them when it likes: the snapshot may have been ended by then.
            self.counts = counts ?? attempt([]) { try snapshot.itemCounts() }
            isPretending = false
        }
        if !isSame, measured.isEmpty, !isOwnChange(from: old, to: snapshot) { forgetSizes() }
        // A layout of another size or definition may take other lengths.
        if old?.name != snapshot.name || old?.generation != snapshot.generation && measured.isEmpty { selfSized = [:] }
        if let old, !isSame { holdStrips(from: old, to: snapshot) }
        if isUpdate, let old { former = (old, window, growth) }
        let requestedRect = requestedRect.map(window.viewRect)
        defer { if let requestedRect { remember(window.contentRect(requestedRect)) } }
        self.snapshot = snapshot
        growth = presentGrowth(in: snapshot)
        orthogonal.forgetIndices()
        elements.forgetState(keepsKnown: isSame || !measured.isEmpty)
        guard let old, old.scrollAxis == snapshot.scrollAxis, let hold else {
            if old?.scrollAxis != snapshot.scrollAxis {
                window = ContentWindow(span: span, axis: snapshot.scrollAxis)
                window.scroll(to: view.offset[snapshot.scrollAxis])
                holdBefore = nil
                isOpened = false
            }
            setLengths()
            open()
            return
        }
        if measured.isEmpty {
            holdBefore = hold
            hasMoved = true
        }
        let (growth, present) = (growth, window.place)
        let place = attempt(present) { try hold.place(in: snapshot, growth, without: measured) }
        setLengths()
        window.shift(by: place - window.place)
    }

    /// Reads what the view is about to ask for: the snapshot may have been ended by then.
    private mutating func remember(_ rect: LayoutRect) {
        guard let snapshot else { return }
        let visible = window.contentRect(view.visible)
        let (offsets, growth) = (orthogonal.byIndex(in: snapshot), growth)
        var failure: (any Error)?
        elements.remember(in: rect, visible: visible) { rect in
            Self.query(at: rect, visible: visible, in: snapshot, growth, offsets, &failure)
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

    /// Whether the view knows of an item.
    package func hasItem(at path: ItemIndexPath?) -> Bool {
        path.map { $0.item < numberOfItems(inSection: $0.section) } ?? false
    }

    /// The number of sections, as last reported to the view.
    package var numberOfSections: Int { counts.count }

    /// Counts a move that the view has made and the store has not, until the next state is shown.
    package mutating func pretendMove(from source: Int, to target: Int) {
        guard counts.indices.contains(source), counts.indices.contains(target), counts[source] > 0 else { return }
        counts[source] -= 1
        counts[target] += 1
        isPretending = true
    }

    /// The first item of a section, or of the next section that has items. Without any after it, the last one before
    /// it counts; nil if there are no items.
    package func firstItem(near section: Int) -> ItemIndexPath? {
        let filled = counts.indices.filter { counts[$0] > 0 }
        return (filled.first { $0 >= section } ?? filled.last).map { ItemIndexPath(section: $0, item: 0) }
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
        guard ![.cancelled, .suspended, .snapshotClosed].contains(error.code) else { return }
        if noted.insert(error).inserted { notes.append(error) }
    }

    /// Takes what was noted since the last time.
    package mutating func takeNotes() -> [LayoutError] {
        defer { notes = [] }
        return notes
    }
}

extension ShownLayout {
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
        let (offsets, growth) = (orthogonal.byIndex(in: snapshot), growth)
        let found = elements.changes(in: rect, visible: visible, window: window) { rect in
            Self.query(at: rect, visible: visible, in: snapshot, growth, offsets, &failure)
        }
        if let failure { note(failure) }
        return found
    }

    /// The elements of a rectangle; nil if they cannot be read, so that the last known ones have to do.
    static func query(
        at rect: LayoutRect, visible: LayoutRect, in snapshot: LayoutSnapshot, _ growth: RowGrowth?,
        _ offsets: [Int: Double], _ failure: inout (any Error)?
    ) -> ElementsInRect? {
        guard snapshot.isOpen else { return nil }
        do {
            return try ElementsInRect(of: snapshot, growth, in: rect, seenFrom: visible, offsets: offsets)
        } catch {
            failure = error
            return nil
        }
    }

    /// The elements that show elsewhere when the view is in another state over the same content. They are the
    /// supplementary elements within its bounds, and elements that move. Nil if all of them are new to the view.
    ///
    /// A view asks for what is visible right after, and for more than that, mostly for the same as before. So that is
    /// what is looked for here, and found only once.
    package mutating func movedElements(in state: ViewState) -> [LayoutAttributes]? {
        let (bounds, visible) = (window.contentRect(state.bounds), window.contentRect(state.visible))
        guard let requestedRect, requestedRect.overlaps(bounds) else { return nil }
        guard let snapshot else { return [] }
        var failure: (any Error)?
        let (offsets, growth) = (orthogonal.byIndex(in: snapshot), growth)
        let found = elements.moved(
            overlapping: bounds, visible: visible, rect: requestedRect.moved(toContain: bounds)
        ) { rect in
            Self.query(at: rect, visible: visible, in: snapshot, growth, offsets, &failure)
        }
        if let failure { note(failure) }
        return found
    }

    /// The cell of an item: as its motion draws it if that is visible, else in its frame.
    package mutating func cell(at path: ItemIndexPath, visible: LayoutRect) -> LayoutAttributes? {
        guard let snapshot else { return nil }
        let (known, growth) = (elements, growth)
        let cell =
            snapshot.isOpen
            ? attempt(nil) { try snapshot.layoutAttributesForItem(at: path).map(growth.placed) }
            : known.cell(at: path)
        let rect = window.contentRect(visible)
        return placed(cell.map { $0.drawn(in: rect, showing: rect) ?? $0 })
    }

    /// The cell of an item with its key and payload, in coordinates of the content.
    ///
    /// A snapshot that was ended, as for its log, cannot be read. Then the item's present contents are returned, so
    /// that a cell that comes onto the screen is not empty.
    package mutating func content(at path: ItemIndexPath, in layout: StoredLayout) -> LayoutElement? {
        guard let snapshot else { return nil }
        guard snapshot.isOpen else {
            let cell = elements.cell(at: path)
            return attempt(nil) { try cell.map(layout.content(of:)) }
        }
        // On a plane, the snapshot would have to search for it.
        if snapshot.isPlane, !elements.isFormer, let cell = elements.cell(at: path) {
            return attempt(nil) { try snapshot.content(of: cell) }
        }
        return attempt(nil) { try snapshot.itemWithContent(at: path) }
    }

    /// The index path of an item in the state that is shown; nil if it is not there.
    ///
    /// A snapshot that was ended cannot be read. Then it is known of the items on the screen, and of all items while
    /// the layout still has the same data.
    package mutating func indexPath(of item: ItemReference, in layout: StoredLayout) -> ItemIndexPath? {
        guard let snapshot else { return nil }
        if snapshot.isOpen { return attempt(nil) { try snapshot.indexPath(of: item) } }
        let known = elements
        return attempt(nil) {
            let present = try layout.snapshot()
            defer { present.close() }
            if present.hasSameData(as: snapshot) { return try present.indexPath(of: item) }
            guard let id = try present.read({ try ItemLookup($0).id(of: item) }) else { return nil }
            return known.known { $0.kind == .cell && $0.itemID == id }?.indexPath
        }
    }

    package mutating func supplementary(ofKind kind: String, at path: ItemIndexPath?, visible: LayoutRect)
        -> LayoutAttributes?
    {
        guard let snapshot else { return nil }
        func isWanted(_ element: LayoutAttributes) -> Bool {
            element.kind == .supplementary && element.elementKind == kind && element.indexPath == path
        }
        guard snapshot.isOpen else { return placed(elements.known(isWanted)) }
        let rect = window.contentRect(visible)
        if growth != nil {
            var failure: (any Error)?
            let offsets = orthogonal.byIndex(in: snapshot)
            let found = Self.query(at: rect, visible: rect, in: snapshot, growth, offsets, &failure)
            if let failure { note(failure) }
            if let element = found?.first(seenFrom: rect, where: isWanted) { return placed(element) }
        }
        let growth = growth
        return placed(
            attempt(nil) {
                let element = try snapshot.layoutAttributesForSupplementaryElement(
                    ofKind: kind, at: path, visible: rect)
                return (element?.drawn(in: rect, showing: rect) ?? element).map(growth.placed)
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
        let growth = growth
        return placed(
            attempt(nil) {
                try snapshot.layoutAttributesForDecorationElement(ofKind: kind, at: path).map(growth.placed)
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

extension ShownLayout {
    /// Shows the last row at another size, and sees to it that this is stored.
    ///
    /// - Parameter layout: The layout whose size it is.
    package mutating func grow(
        _ item: ItemReference, to size: LayoutSize, in layout: StoredLayout, timer: GrowingRow.Timer = .system
    ) throws {
        guard layout.store.pool.configuration.mode != .readOnly else {
            throw LayoutError(
                .readOnly, "the store is opened for reading only, and no row of “\(layout.name)” can grow")
        }
        for length in [size.width, size.height] where !(0...1e9).contains(length) {
            throw LayoutError(.invalidArgument, "the length \(length) is not between 0 and 1e9 points")
        }
        let id = try layout.read { reader -> Int64 in
            guard try reader.stacksRows else {
                throw LayoutError(
                    .invalidArgument,
                    "no row of “\(layout.name)” can grow: it is not a table with one column that ends",
                    advice: "Store the size with storeSizes(_:keeping:).")
            }
            guard let id = try ItemLookup(reader).id(of: item) else {
                throw LayoutError(.notFound, "\(item) is not in “\(layout.name)”")
            }
            guard try reader.lastItem() == id else {
                throw LayoutError(
                    .invalidArgument, "\(item) is not the last row of the last section of “\(layout.name)”",
                    advice: "Only the last row can grow. Store the size with storeSizes(_:keeping:).")
            }
            return id
        }
        if growing?.itemID != id {
            // The former one rests.
            if let former = growing { Task { await former.store() } }
            growing = GrowingRow(id, in: layout, timer: timer)
        }
        growing?.grow(to: size)
        if let snapshot, snapshot.isOpen { show(snapshot) }
    }

    /// The row that grows at its present length in a state; nil if the state has it.
    mutating func presentGrowth(in snapshot: LayoutSnapshot) -> RowGrowth? {
        guard let row = growing else { return nil }
        guard let size = row.size(after: snapshot.freshness.dataRevision) else {
            growing = nil
            return nil
        }
        return attempt(growth) { try RowGrowth(row.itemID, size, in: snapshot) }
    }
}
