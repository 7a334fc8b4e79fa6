package import LayoutCore
package import LayoutEngine

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
