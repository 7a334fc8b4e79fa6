public import LayoutEngine

/// The reading calls of a layout and of its snapshots.
///
/// A ``StoredLayout`` answers from the newest state of the store, each call for itself. It can lay out first what a
/// call reads: see ``PreparationScope``. A ``LayoutSnapshot`` answers from the state in which it was taken, where
/// nothing can be laid out. An element that changed after it was prepared has ``LayoutAttributes/isStale`` set, and one
/// that was never laid out is missing.
///
/// Calls throw ``LayoutError``: `notFound` for a layout that does not exist, and what ``LayoutStore`` names for every
/// call. A closed snapshot throws `snapshotClosed`, and one that would lay something out `invalidArgument`.
public protocol LayoutReading: Sendable {
    /// The source of all calls. No other type can have one.
    var _source: _ReadingSource { get }
}

/// The source of the reading calls: a layout, or a snapshot of it.
public struct _ReadingSource: Sendable {
    fileprivate let reading: any StateReading

    init(_ reading: any StateReading) { self.reading = reading }
}

/// Reads from one state, after laying out what is needed.
protocol StateReading: Sendable {
    func read<T>(
        _ preparing: PreparationScope, viewing extent: PreparationExtent, isBrief: Bool,
        _ body: (LayoutReader) throws -> T
    ) throws -> T

    /// The size that it is laid out for, in points.
    func container() throws -> LayoutSize
}

/// The part that a reading call may lay out first.
///
/// In a store that is opened for reading only, each scope is ``nothing``. Stale elements are marked.
public enum PreparationScope: Sendable, Hashable {
    /// Nothing: the call takes no lock, does not wait, and returns the prepared state. Outdated elements are marked,
    /// and unprepared ones are missing.
    case nothing
    /// The part that the call reads, in one short transaction: its answer is exact. Only the changed length of the part
    /// before it keeps its former value until it is laid out as well. If other processes change it again and again, it
    /// is laid out at most four times. If a writer is at work for longer than 150 milliseconds, it is not laid out.
    /// Then elements are returned in their present state, marked as stale. A layout that was never prepared has none,
    /// and the call throws ``LayoutError`` `busy`.
    case visible
    /// Everything, however long it takes.
    case everything
}

extension LayoutReading {
    /// - Parameter extent: The part that the call reads.
    private func read<T>(
        _ preparing: PreparationScope = .nothing,
        viewing extent: @autoclosure () throws -> PreparationExtent = .everything(from: nil),
        _ body: (LayoutReader) throws -> T
    ) throws -> T {
        let extent = try preparing == .visible ? extent() : .everything(from: nil)
        return try _source.reading.read(preparing, viewing: extent, isBrief: false, body)
    }

    /// The elements that share some area with a rectangle, in no particular order.
    ///
    /// Pinned headers and frozen cells are at their visible places, and orthogonal sections at their stored offsets. In
    /// a layout that wraps any rectangle is answered, and an element comes once for each lap in which it shows.
    ///
    /// - Parameters:
    ///   - rect: The requested rectangle, in content coordinates, in points.
    ///   - visible: The visible rectangle, if a collection view asks for more than that; nil for the rectangle itself.
    ///   - preparing: The scope to lay out first. With `.nothing` the last prepared frames are returned, and `isStale`
    ///     marks each that may be out of date.
    /// - Throws: ``LayoutError`` `notFound` for a missing layout, and `invalidArgument` for a rectangle over more laps
    ///   than fit into memory.
    /// - Complexity: O(log bands + found).
    public func layoutAttributesForElements(
        in rect: LayoutRect, visible: LayoutRect? = nil, preparing: PreparationScope = .nothing
    ) throws -> [LayoutAttributes] {
        try read(preparing, viewing: .visible(rect)) { try $0.elements(in: rect, visible: visible) }
    }

    /// The parts of a rectangle that may look different than in an earlier state of the layout.
    ///
    /// No change is missed, but a part may turn out to look the same. If the changes are not known, the whole rectangle
    /// is returned: for an unknown generation, and after another definition or container. The same is true of changed
    /// keys, payloads, titles and orthogonal offsets, and of new and moved sections. It is also returned after any
    /// change of a layout that wraps, or whose items stick or move with the viewport. An item with another index is not
    /// a change.
    ///
    /// - Parameters:
    ///   - rect: In content coordinates, in points. Pinned elements count at their places in it.
    ///   - generation: Of an earlier answer, of any process; nil for the first question.
    ///   - preparing: The scope to lay out first. With `.nothing`, elements that changed and are not laid out yet are
    ///     parts, too.
    /// - Throws: ``LayoutError`` `notFound` for a missing layout.
    /// - Complexity: O(log bands + bands in the rectangle), and O(1) for each of the last 256 changes since then.
    public func changes(
        in rect: LayoutRect, since generation: Generation?, preparing: PreparationScope = .nothing
    ) throws -> LayoutChanges {
        try read(preparing, viewing: .visible(rect)) { try $0.changes(in: rect, since: generation) }
    }

    /// The elements that share some area with a rectangle, with their items' keys and payloads.
    ///
    /// As ``layoutAttributesForElements(in:visible:preparing:)``, with a look-up, or a step to the next row, for each
    /// item found.
    ///
    /// - Throws: The errors of ``layoutAttributesForElements(in:visible:preparing:)``.
    /// - Complexity: O(log bands + found).
    public func elementsWithContent(
        in rect: LayoutRect, visible: LayoutRect? = nil, preparing: PreparationScope = .nothing
    ) throws -> [LayoutElement] {
        try read(preparing, viewing: .visible(rect)) { try $0.withContent($0.elements(in: rect, visible: visible)) }
    }

    /// The cell of an item at its natural position; nil if there is no such item or it was not laid out yet.
    ///
    /// - Complexity: O(log bands); on a canvas O(items of the section).
    public func layoutAttributesForItem(
        at path: ItemIndexPath, preparing: PreparationScope = .nothing
    ) throws -> LayoutAttributes? {
        try read(preparing, viewing: .item(path)) { try $0.cell(at: path) }
    }

    /// The cell of an item with its key and payload; nil if there is no such item or it was not laid out yet.
    ///
    /// - Complexity: O(log bands); on a canvas O(items of the section).
    public func itemWithContent(
        at path: ItemIndexPath, preparing: PreparationScope = .nothing
    ) throws -> LayoutElement? {
        try read(preparing, viewing: .item(path)) { layout in
            try layout.cell(at: path).map { try layout.withContent(layout.withPresentItems([$0]))[0] }
        }
    }

    /// The supplementary element of a kind; nil if there is none, or it was not laid out yet.
    ///
    /// - Parameters:
    ///   - elementKind: `header`, `footer` or the definition's own name.
    ///   - path: The item's place, for a badge; the section with the item 0, for the section's own element; nil for an
    ///     element of the whole content.
    ///   - visible: The visible rectangle to which it pins; nil for its natural place.
    ///   - preparing: The scope to lay out first.
    /// - Complexity: O(log bands + elements of a band).
    public func layoutAttributesForSupplementaryElement(
        ofKind elementKind: String, at path: ItemIndexPath?, visible: LayoutRect? = nil,
        preparing: PreparationScope = .nothing
    ) throws -> LayoutAttributes? {
        try read(preparing, viewing: .item(path ?? ItemIndexPath(section: 0, item: 0))) {
            try $0.element(.supplementary, ofKind: elementKind, at: path, visible: visible)
        }
    }

    /// The decoration of a kind; nil if there is none, or it was not laid out yet.
    ///
    /// The parameters are as in ``layoutAttributesForSupplementaryElement(ofKind:at:visible:preparing:)``.
    ///
    /// - Complexity: O(log bands + elements of a band).
    public func layoutAttributesForDecorationElement(
        ofKind elementKind: String, at path: ItemIndexPath?, preparing: PreparationScope = .nothing
    ) throws -> LayoutAttributes? {
        try read(preparing, viewing: .item(path ?? ItemIndexPath(section: 0, item: 0))) {
            try $0.element(.decoration, ofKind: elementKind, at: path, visible: nil)
        }
    }

    /// An element of this state or of an earlier one, with what its item carries now.
    package func content(of element: LayoutAttributes) throws -> LayoutElement {
        try read { try $0.withContent([element])[0] }
    }

    /// The strip that a section occupies, without the spacing after it; on a canvas, the box around its elements.
    ///
    /// In content coordinates, in points; nil if there is no such section, or a canvas has nothing in it.
    ///
    /// - Complexity: O(log bands); on a canvas O(elements of the section).
    public func frame(ofSection section: Int, preparing: PreparationScope = .nothing) throws -> LayoutRect? {
        try read(preparing, viewing: .item(ItemIndexPath(section: section, item: 0))) {
            try $0.frame(ofSection: section)
        }
    }

    /// The items that become visible when a rectangle continues its movement, and the ones that were left behind.
    ///
    /// Items that were not laid out yet have no place, and are missing.
    ///
    /// - Parameters:
    ///   - rect: The visible rectangle, in content coordinates, in points.
    ///   - velocity: The velocity of the rectangle, in points per second. Its direction decides which items are found;
    ///     its magnitude decides only their ``PrefetchPlan/Item/delay``. Without a velocity, items on both sides are
    ///     found. A gesture's velocity has the opposite sign, and a scroll view's is in points per millisecond.
    ///   - screens: How far to look, in lengths of the rectangle.
    /// - Complexity: O(log bands + found · log found), with a look-up, or a step to the next row, for each item found.
    public func elements(aheadOf rect: LayoutRect, velocity: LayoutPoint, screens: Double) throws -> PrefetchPlan {
        try read { try $0.elements(aheadOf: rect, velocity: velocity, screens: screens) }
    }

    // MARK: Indices

    /// The index path of an item; nil where the layout has no such item.
    ///
    /// - Complexity: O(log bands + items of a band); on a canvas O(items of the section).
    public func indexPath(of item: ItemReference) throws -> ItemIndexPath? {
        try read { try $0.indexPath(of: item) }
    }

    /// The index path of the cell at a point of the content; nil if there is none.
    ///
    /// Of several cells it is the topmost one.
    ///
    /// - Parameters:
    ///   - point: In content coordinates, in points.
    ///   - preparing: The scope to lay out first.
    /// - Complexity: O(log bands + cells under the point).
    public func indexPath(at point: LayoutPoint, preparing: PreparationScope = .nothing) throws -> ItemIndexPath? {
        try read(preparing, viewing: .visible(LayoutRect(x: point.x, y: point.y, width: 1, height: 1))) {
            try $0.indexPath(at: point)
        }
    }

    /// The cells that share some area with a rectangle, the topmost first.
    ///
    /// - Parameters:
    ///   - rect: In content coordinates, in points.
    ///   - preparing: The scope to lay out first.
    /// - Complexity: O(log bands + found · log found).
    public func cells(in rect: LayoutRect, preparing: PreparationScope = .nothing) throws -> [LayoutAttributes] {
        try read(preparing, viewing: .visible(rect)) { try $0.cells(in: rect) }
    }

    /// The cells nearest to a point of the content, the nearest first; of equally near ones the topmost.
    ///
    /// Cells without an area have no place. The search goes on from the point until there are enough.
    ///
    /// - Parameters:
    ///   - point: In content coordinates, in points.
    ///   - limit: The number of cells.
    /// - Complexity: O(log bands + cells around the point).
    public func cells(nearestTo point: LayoutPoint, limit: Int) throws -> [LayoutAttributes] {
        try read { try $0.cells(nearestTo: point, limit: limit) }
    }

    /// The index path of the item with a rank among all items of the layout, from 0; nil if the rank is too large.
    ///
    /// - Complexity: O(log bands).
    public func indexPath(atRank rank: Int) throws -> ItemIndexPath? {
        try read { try $0.indexPath(atRank: rank) }
    }

    /// The number of items before an item in the layout; nil if it has no such item.
    ///
    /// - Complexity: As ``indexPath(of:)``.
    public func rank(of item: ItemReference) throws -> Int? {
        try read { try $0.rank(of: item) }
    }

    /// An anchor for what is visible at an offset; nil if no cell is.
    ///
    /// At the content's very beginning (for `start`) or end (for `end`) the anchor is that limit. Beginning and end
    /// follow the direction of reading: a layout from right to left begins at its right.
    ///
    /// - Parameters:
    ///   - offset: The content offset: the origin of the visible rectangle, in points.
    ///   - edge: Which visible item to hold on to: the first or the last.
    ///   - preparing: The scope to lay out first.
    /// - Complexity: O(log bands + visible elements).
    public func anchor(
        at offset: LayoutPoint, edge: ScrollAnchor.Edge = .start, preparing: PreparationScope = .nothing
    ) throws -> ScrollAnchor? {
        try read(preparing, viewing: .visible(LayoutRect(origin: offset, size: _source.reading.container()))) {
            try $0.anchor(at: offset, edge: edge)
        }
    }

    /// An anchor for an item of one's choice, such as the one under a finger; nil if there is no such item.
    ///
    /// - Parameters:
    ///   - path: The item's place in the layout.
    ///   - offset: The content offset: the origin of the visible rectangle, in points.
    ///   - edge: The edge of the item, and of what is visible, whose distance is kept.
    ///   - preparing: The scope to lay out first.
    /// - Complexity: O(log bands).
    public func anchor(
        ofItemAt path: ItemIndexPath, at offset: LayoutPoint, edge: ScrollAnchor.Edge = .start,
        preparing: PreparationScope = .nothing
    ) throws -> ScrollAnchor? {
        try read(preparing, viewing: .item(path)) { try $0.anchor(ofItemAt: path, at: offset, edge: edge) }
    }

    /// The offset that keeps an anchor's item in place, after any changes, also for an anchor of another snapshot.
    ///
    /// Clamped to the scrollable range; in a layout that wraps, at the item's place in lap 0. If the item is gone, the
    /// one that has its indices now, or the nearest one, takes its place. An item that was not laid out yet is
    /// estimated to be at its probable place: ``anchoredOffset(for:preparing:)`` reports whether that is so.
    ///
    /// - Complexity: O(log bands + items of a band).
    public func contentOffset(for anchor: ScrollAnchor, preparing: PreparationScope = .nothing) throws -> LayoutPoint {
        try anchoredOffset(for: anchor, preparing: preparing).offset
    }

    /// The offset that keeps an anchor's item in place, and whether it depends on estimated lengths. It does if the
    /// item, or an item before it, was not laid out yet.
    ///
    /// See ``contentOffset(for:preparing:)``. With `.visible` the item itself is laid out first; the part before it may
    /// still be an estimate.
    ///
    /// - Complexity: O(log bands + items of a band).
    public func anchoredOffset(
        for anchor: ScrollAnchor, preparing: PreparationScope = .nothing
    ) throws -> AnchoredOffset {
        let isSought = !anchor.isAtLimit && preparing == .visible
        let itemID = isSought ? try read { try $0.itemID(of: anchor) } : nil
        return try read(preparing, viewing: itemID.map { .items([$0]) } ?? .item(anchor.indexPath)) {
            try $0.anchoredOffset(for: anchor)
        }
    }

    /// The target offset of a scroll gesture, like the result of the method of the same name of a collection view
    /// layout.
    ///
    /// By the definition's `snap`; without one, the proposal itself. Only the scroll axis is changed. Stops beyond one
    /// container are found if all of the layout was laid out once.
    ///
    /// - Parameters:
    ///   - proposedContentOffset: The offset at which scrolling would end by itself, in points.
    ///   - velocity: The speed at the end of the gesture, in points per millisecond.
    ///   - preparing: The scope to lay out first.
    /// - Complexity: O(log bands + elements up to twice as far as the stop).
    public func targetContentOffset(
        forProposedContentOffset proposedContentOffset: LayoutPoint, withScrollingVelocity velocity: LayoutPoint,
        preparing: PreparationScope = .nothing
    ) throws -> LayoutPoint {
        func surroundings() throws -> PreparationExtent {
            // A gesture backwards looks at the page before the proposal.
            let container = try _source.reading.container()
            return .visible(
                LayoutRect(
                    x: proposedContentOffset.x - container.width, y: proposedContentOffset.y - container.height,
                    width: container.width * 3, height: container.height * 3))
        }
        return try read(preparing, viewing: surroundings()) {
            try $0.targetContentOffset(
                forProposedContentOffset: proposedContentOffset, withScrollingVelocity: velocity)
        }
    }

    /// The content offset at a fraction of the scrollable range: 0 is the beginning, 1 the end, in the direction of
    /// reading. Fractions beyond are clamped. In a layout that wraps, a fraction of its lap.
    ///
    /// - Complexity: O(log bands).
    public func contentOffset(atFraction fraction: Double) throws -> LayoutPoint {
        try read { try $0.contentOffset(atFraction: fraction) }
    }

    /// The fraction of a content offset in the scrollable range, from 0 to 1; 0 if the content cannot scroll. The
    /// inverse of ``contentOffset(atFraction:)``.
    ///
    /// - Complexity: O(log bands).
    public func fraction(of offset: LayoutPoint) throws -> Double {
        try read { try $0.fraction(of: offset) }
    }
}
