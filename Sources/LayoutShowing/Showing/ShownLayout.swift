package import LayoutCore
package import LayoutEngine
internal import LayoutSQLite
internal import LayoutSchema

/// The state of a collection view on a layout: a snapshot through a window, and the one before it while elements
/// disappear. It knows nothing of views.
///
/// The view knows the counts of the snapshot that is shown. ``show(_:hold:)`` is therefore called only where the view
/// asks for its counts again, or with a snapshot of the same data.
///
/// A failure is reported once, and the call is answered from memory, so that a view can go on.
package struct ShownLayout {
    package internal(set) var snapshot: LayoutSnapshot?
    package internal(set) var window: ContentWindow
    /// The snapshot that the present one has taken the place of, and the window through which it was shown.
    var former: State?
    /// The row that grows, and its present length in the state that is shown.
    package internal(set) var growing: GrowingRow?
    var growth: GrowingRow.Growth?
    /// The last reported state of the view.
    package internal(set) var view = ViewState(offset: .zero, size: .zero)
    package let edge: ScrollAnchor.Edge
    /// Whether the view is where its edge wants it to open.
    var isOpened = false
    /// The place that the view goes to until all of it was measured and shown, and the view's offset there.
    var destination: (place: ScrollDestination, viewOffset: Double)? {
        didSet { if destination == nil { arrival.take()?(false) } }
    }
    /// Called when the view is there, or does not go there any more, in the middle of a call.
    package var arrival: ((Bool) -> Void)?
    /// The last item when the view left the end of the content, and the number of items then; nil at the end.
    var lastSeen: (itemID: Int64?, count: Int)?
    /// How often a finger was put on the view.
    package internal(set) var touches = 0
    /// The last requested rectangle, in content coordinates.
    var requestedRect: LayoutRect?
    var elements = ShownElements()
    private var stateCounts: [Int] = []
    /// The item that the user carries. The view counts it in the section that it is over, and the store does when the
    /// user drops it there.
    package private(set) var carried: CarriedItem?
    /// The sizes that cells, headers and footers prefer, by their kind; "" for cells.
    var sizes: [String: PreferredSizes] = [:]
    /// Whether no cell prefers a size that is not stored.
    package var hasAllSizes: Bool { sizes[""]?.isEmpty ?? true }
    /// The last revisions of the data that differ in nothing but sizes of headers and footers that this view stored.
    var ownChange: ClosedRange<Int64>?
    /// How far sections that scroll orthogonally have been scrolled, by their row ids.
    var orthogonalOffsets: [Int64: Double] = [:]
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
    package let failures = Failures()

    package init(span: Double, edge: ScrollAnchor.Edge) {
        self.edge = edge
        window = ContentWindow(span: span)
    }

    // MARK: Exchanging

    /// The part of the screen that stays in place when another state is shown. From one state to the next it is the
    /// same, until the cells were asked for their sizes. Else a state's movement would stay.
    package func hold() -> ScreenHold? {
        guard let destination else { return holdBefore ?? presentHold() }
        var hold = presentHold()
        hold?.destination = (destination.place, destination.viewOffset - window.viewOffset)
        return hold
    }

    func presentHold() -> ScreenHold? {
        guard let snapshot, isOpened else { return nil }
        let axis = window.axis
        let visible = window.contentRect(view.visible)
        var cells = elements.cells(in: visible)
        if snapshot.hasFrozenCells || !elements.covers(visible), snapshot.isOpen {
            let found = attempt([]) { try growth.naturalCells(in: visible, of: snapshot) }
            if !found.isEmpty { cells = found }
        }
        showItems(in: &cells)
        // A pinned element is no hold.
        if snapshot.hasFrozenCells {
            // Cells from memory are at their places in the view at that time.
            let viewport = snapshot.isOpen ? visible : elements.last?.requiredViewport ?? visible
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
            cells: cells)
    }

    /// Gives cells of the state the items that the view shows in them: while one is carried, it shows others at the
    /// places between. On a plane the items keep their frames.
    func showItems(in cells: inout [LayoutAttributes]) {
        guard carried != nil, snapshot?.isPlane == false else { return }
        for (index, cell) in cells.enumerated() {
            guard let path = cell.indexPath else { continue }
            cells[index].itemID = hasItem(at: path) ? id(of: nil, at: statePath(of: path)) : nil
        }
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
        awaitsSizes = false
        let old = self.snapshot
        let isSame = old.map { $0.hasSameData(as: snapshot) } ?? false
        if let old, !isSame { noteSeen(in: old) }
        defer { noteEnd() }
        if !isSame {
            holdStrips(in: snapshot)
            carried = nil
        }
        if !isSame && measured.isEmpty {
            // The view asks for them when it likes: the snapshot may have been ended by then.
            stateCounts = counts ?? attempt([]) { try snapshot.itemCounts() }
        }
        if !isSame, measured.isEmpty, !isOwnChange(from: old, to: snapshot) {
            for kind in sizes.keys { sizes[kind]?.forget() }
        }
        if isUpdate, let old { former = State(snapshot: old, window: window, growth: growth) }
        let requestedRect = requestedRect.map(window.viewRect)
        defer {
            // The view is about to ask for it: the snapshot may have been ended by then.
            if let rect = requestedRect.map(window.contentRect) {
                _ = answer(rect, visible: window.contentRect(view.visible))
            }
        }
        self.snapshot = snapshot
        growth = presentGrowth(in: snapshot)
        elements.forgetState(keepsKnown: isSame || !measured.isEmpty)
        guard let old, old.scrollAxis == snapshot.scrollAxis, let hold else {
            if old?.scrollAxis != snapshot.scrollAxis {
                window = ContentWindow(span: window.span, axis: snapshot.scrollAxis)
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
        } else {
            // The preferred sizes have made up for the movement: from here on the present screen is held.
            holdBefore = nil
        }
        let place = attempt(window.place) { try hold.place(in: snapshot, growth, without: measured) }
        setLengths()
        window.shift(by: place - window.place)
    }

    /// Forgets the former snapshot: nothing disappears any more.
    package mutating func endUpdates() { former = nil }

    // MARK: Counts

    /// The number of items of each section, as the view knows them.
    package var counts: [Int] {
        var counts = stateCounts
        if let carried {
            counts[carried.from.section] -= 1
            counts[carried.to.section] += 1
        }
        return counts
    }

    package func hasItem(at path: ItemIndexPath?) -> Bool {
        let counts = counts
        return path.map { counts.indices.contains($0.section) && $0.item < counts[$0.section] } ?? false
    }

    /// Counts a move that the view has made and the store has not, until the next state is shown.
    ///
    /// - Parameter source: The index path of the item in the view, which may have carried it before.
    package mutating func carry(_ source: ItemIndexPath, to target: ItemIndexPath) {
        let former = carried?.to == source ? carried?.from ?? source : source
        guard stateCounts.indices.contains(target.section), stateCounts.indices.contains(former.section),
            former.item < stateCounts[former.section]
        else { return }
        carried = former == target ? nil : CarriedItem(from: former, to: target)
    }

    /// The index path in the state of an item of the view.
    package func statePath(of path: ItemIndexPath) -> ItemIndexPath { carried?.statePath(of: path) ?? path }

    /// The user has let go of the carried item elsewhere.
    package mutating func endCarrying() { carried = nil }

    /// The place nearest to a proposed one at which an item may be dropped; nil in a collapsed section, in which it
    /// would vanish.
    package func dropTarget(for item: ItemIndexPath, at proposed: ItemIndexPath) -> ItemIndexPath? {
        let source = statePath(of: item)
        guard let snapshot, stateCounts.indices.contains(proposed.section),
            !attempt(true, { try snapshot.isCollapsed(section: proposed.section) })
        else { return nil }
        let last = stateCounts[proposed.section] - (source.section == proposed.section ? 1 : 0)
        return ItemIndexPath(section: proposed.section, item: min(max(proposed.item, 0), last))
    }

    /// The first place of the section whose header is at a point of the view, or the last one if it is a footer. So an
    /// item gets into an empty section. nil for another point.
    package func dropTarget(atBar point: LayoutPoint) -> ItemIndexPath? {
        let place = window.contentRect(LayoutRect(origin: point, size: .zero))
        let bar = elements.known { $0.kind == .supplementary && $0.itemID == nil && $0.frame.contains(place) }
        return bar?.indexPath.map { ItemIndexPath(section: $0.section, item: bar?.elementKind == "footer" ? .max : 0) }
    }

    /// The first item of a section, or of the next section that has items. Without any after it, the last one before
    /// it counts; nil if there are no items.
    package func firstItem(near section: Int) -> ItemIndexPath? {
        let filled = counts.indices.filter { counts[$0] > 0 }
        return (filled.first { $0 >= section } ?? filled.last).map { ItemIndexPath(section: $0, item: 0) }
    }

    // MARK: Failures

    /// The distinct failures so far.
    package final class Failures {
        package fileprivate(set) var known: Set<LayoutError> = []
        /// Called once with each of them, in the middle of a call of the shown layout.
        package var report: (LayoutError) -> Void = { _ in }
    }

    /// Returns what `body` answers, or a substitute. Failures are reported, each one once.
    package func attempt<T>(_ substitute: T, _ body: () throws -> T) -> T {
        do {
            return try body()
        } catch {
            record(error)
            return substitute
        }
    }

    /// Reports a failure. A store that is suspended, or a snapshot that was ended for its log, is none: the view is
    /// brought up to date later.
    package func record(_ error: any Error) {
        if error is CancellationError { return }
        let error = error as? LayoutError ?? LayoutError(.sqlite, "\(error)")
        guard ![.cancelled, .suspended, .snapshotClosed].contains(error.code) else { return }
        if failures.known.insert(error).inserted { failures.report(error) }
    }

    /// An item that is elsewhere in a view than in the state that the view shows.
    package struct CarriedItem: Sendable {
        var from: ItemIndexPath
        var to: ItemIndexPath

        /// The index path in the state of an item of the view.
        package func statePath(of path: ItemIndexPath) -> ItemIndexPath {
            if path == to { return from }
            var result = path
            if path.section == to.section, path.item > to.item { result.item -= 1 }
            if path.section == from.section, result.item >= from.item { result.item += 1 }
            return result
        }

        /// The index path in the view of an item of the state.
        package func viewPath(of path: ItemIndexPath) -> ItemIndexPath { Self(from: to, to: from).statePath(of: path) }
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

    package mutating func elements(in rect: LayoutRect, visible: LayoutRect) -> [LayoutAttributes] {
        let (rect, visible) = (window.contentRect(rect), window.contentRect(visible))
        requestedRect = rect
        return carrying(answer(rect, visible: visible)?.elements(in: rect, visible: visible, window: window) ?? [])
    }

    /// The elements as the view counts them while an item is carried. The items of a plane keep their frames; elsewhere
    /// the places do, and the view has counted one of them away.
    private func carrying(_ elements: [LayoutAttributes]) -> [LayoutAttributes] {
        guard let carried, let snapshot else { return elements }
        guard snapshot.isPlane else {
            return elements.filter { $0.kind != .cell && $0.itemID == nil || hasItem(at: $0.indexPath) }
        }
        return elements.map { element in
            var element = element
            if element.kind == .cell { element.indexPath = element.indexPath.map(carried.viewPath) }
            return element
        }
    }

    /// The elements of a rectangle: the known ones, or else those of the state. If it cannot be read, the last known
    /// ones have to do.
    private mutating func answer(_ rect: LayoutRect, visible: LayoutRect) -> ShownElements.Answer? {
        guard let snapshot else { return nil }
        if let known = elements.answer(rect, visible: visible) { return known }
        let found: ShownElements.Answer? = attempt(nil) {
            guard snapshot.isOpen else { return nil }
            var offsets: [Int: Double] = [:]
            for (sectionID, offset) in orthogonalOffsets {
                if let section = try snapshot.section(withID: sectionID) { offsets[section] = offset }
            }
            return try ShownElements.Answer(of: snapshot, growth, in: rect, seenFrom: visible, offsets: offsets)
        }
        if let found { elements.note(found) }
        return elements.last
    }

    /// The elements that show elsewhere when the view is in another state over the same content. They are the
    /// supplementary elements within its bounds, and elements that move. Nil if all of them are new to the view.
    ///
    /// A view asks for what is visible right after, and mostly for the same as before. So that is what is looked for
    /// here, and found only once. Beyond that it asks for other screens, which are not known here.
    package mutating func movedElements(in state: ViewState) -> [LayoutAttributes]? {
        let (bounds, visible) = (window.contentRect(state.bounds), window.contentRect(state.visible))
        guard let requestedRect, requestedRect.overlaps(bounds) else { return nil }
        let known = elements.answer(bounds, visible: visible)
        let answer = known ?? answer(requestedRect.contains(bounds) ? requestedRect : bounds, visible: visible)
        return carrying(
            answer?.elements(in: bounds, visible: visible, window: window, movingAlone: true) ?? [])
    }

    /// An element as its motion draws it, if that is visible, or else in its frame; nil if there is none.
    ///
    /// - Parameter name: The kind of a supplementary element or a decoration.
    package mutating func element(
        _ kind: LayoutAttributes.Kind, named name: String? = nil, at path: ItemIndexPath?, visible: LayoutRect
    ) -> LayoutAttributes? {
        guard let present else { return nil }
        var statePath = path
        if let carried, let path,
            present.snapshot.isPlane || path == carried.to && path.item >= stateCounts[path.section],
            kind == .cell || elements.known({ $0.elementKind == name && $0.itemID != nil }) != nil
        {
            // The state has no such place, or the item keeps its frame. So does its badge.
            statePath = carried.statePath(of: path)
        }
        func isWanted(_ element: LayoutAttributes) -> Bool {
            element.kind == kind && element.elementKind == name && element.indexPath == statePath
        }
        let rect = window.contentRect(visible)
        var found: LayoutAttributes?
        if !present.snapshot.isOpen || kind == .supplementary && growth != nil {
            // A pinned one depends on the row that grows.
            found = answer(rect, visible: rect)?.first(seenFrom: rect, where: isWanted)
        }
        if found == nil, present.snapshot.isOpen {
            found = attempt(nil) { try present.element(kind, named: name, at: statePath, visible: visible) }
        }
        if statePath != path { found?.indexPath = path }
        return found.map { ($0.drawn(in: rect, showing: rect) ?? $0).placed(by: window) }
    }

    /// The cell of an item with its key and payload, in coordinates of the content.
    ///
    /// A snapshot that was ended, as for its log, cannot be read. Then the item's present contents are returned, so
    /// that a cell that comes onto the screen is not empty.
    package func content(at path: ItemIndexPath, in layout: StoredLayout) -> LayoutElement? {
        guard let snapshot else { return nil }
        let path = statePath(of: path)
        return attempt(nil) {
            guard !snapshot.isOpen || !elements.isFormer, let cell = elements.cell(at: path) else {
                return snapshot.isOpen ? try snapshot.itemWithContent(at: path) : nil
            }
            return try snapshot.isOpen ? snapshot.content(of: cell) : layout.content(of: cell)
        }
    }

    /// The index path of an item in the view; nil if it is not there.
    ///
    /// A snapshot that was ended cannot be read. Then it is known of the items on the screen, and of all items while
    /// the layout still has the same data.
    package func indexPath(of item: ItemReference, in layout: StoredLayout) -> ItemIndexPath? {
        guard let snapshot else { return nil }
        let found = attempt(ItemIndexPath?.none) {
            if snapshot.isOpen { return try snapshot.indexPath(of: item) }
            let present = try layout.snapshot()
            defer { present.close() }
            if present.hasSameData(as: snapshot) { return try present.indexPath(of: item) }
            guard let id = try present.read({ try $0.itemID(of: item) }) else { return nil }
            return elements.known { $0.kind == .cell && $0.itemID == id }?.indexPath
        }
        return found.map { carried?.viewPath(of: $0) ?? $0 }
    }

    package func target(for proposed: LayoutPoint, velocity: LayoutPoint) -> LayoutPoint {
        guard let snapshot, snapshot.isOpen else { return proposed }
        let target = attempt(nil) {
            try snapshot.targetContentOffset(
                forProposedContentOffset: window.contentRect(LayoutRect(origin: proposed, size: .zero)).origin,
                withScrollingVelocity: velocity)
        }
        return target.map { window.viewRect(LayoutRect(origin: $0, size: .zero)).origin } ?? proposed
    }
}

extension ShownLayout {
    /// Shows the last row at another size, and sees to it that this is stored.
    ///
    /// - Parameter layout: The layout whose size it is.
    package mutating func grow(
        _ item: ItemReference, to size: LayoutSize, in layout: StoredLayout, timer: GrowingRow.Timer = GrowingRow.system
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
            try reader.checkLengthsAreOwn()
            guard let id = try reader.itemID(of: item) else {
                throw LayoutError(.notFound, "\(item) is not in “\(layout.name)”")
            }
            let last = try reader.connection.first(
                """
                SELECT coalesce(original_id, id) FROM item
                WHERE section_id = (SELECT id FROM section WHERE dataset_id = ?1 ORDER BY position DESC LIMIT 1)
                ORDER BY position DESC LIMIT 1
                """, reader.record.datasetID, as: Int64.self)
            guard last == id else {
                throw LayoutError(
                    .invalidArgument, "\(item) is not the last row of the last section of “\(layout.name)”",
                    advice: "Only the last row can grow. Store the size with storeSizes(_:keeping:).")
            }
            return id
        }
        if growing?.itemID != id || growing?.layout.name != layout.name {
            growing = GrowingRow(id, in: layout, timer: timer)
        }
        growing?.grow(to: size)
        if let snapshot, snapshot.isOpen { show(snapshot) }
    }

    /// The row that grows at its present length in a state; nil if the state has it.
    mutating func presentGrowth(in snapshot: LayoutSnapshot) -> GrowingRow.Growth? {
        guard let row = growing else { return nil }
        guard let size = row.size(after: snapshot.freshness.dataRevision) else {
            growing = nil
            return nil
        }
        return attempt(growth) { try GrowingRow.Growth(row.itemID, size, in: snapshot) }
    }

    /// The state of a collection view: its offset, its size, the parts that bars cover, and whether it moves.
    package struct ViewState: Sendable, Hashable {
        package var offset: LayoutPoint
        package var size: LayoutSize
        /// The parts that bars and the keyboard cover. `leading` is at the beginning of the x axis.
        package var insets: LayoutInsets
        /// Whether a gesture or an animation moves it. Writing an offset would end that.
        package var isMoving: Bool
        /// Whether it is a finger that moves it, or has.
        package var isTouched: Bool

        package init(
            offset: LayoutPoint, size: LayoutSize, insets: LayoutInsets = .zero, isMoving: Bool = false,
            isTouched: Bool = false
        ) {
            self.offset = offset
            self.size = size
            self.insets = insets
            self.isMoving = isMoving
            self.isTouched = isTouched
        }

        /// Whether the view has no size: it shows nothing then.
        package var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

        /// The rectangle of the view, with what bars cover: they may be translucent.
        package var bounds: LayoutRect { LayoutRect(origin: offset, size: size) }

        /// The visible rectangle, without the covered parts.
        package var visible: LayoutRect {
            LayoutRect(
                x: offset.x + insets.leading, y: offset.y + insets.top,
                width: max(0, size.width - insets.total(.horizontal)),
                height: max(0, size.height - insets.total(.vertical)))
        }
    }
}
