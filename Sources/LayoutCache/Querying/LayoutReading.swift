public import LayoutEngine

/// The reading calls of a layout and of its snapshots.
///
/// A ``StoredLayout`` answers from the newest state of the store, each call for itself; a ``LayoutSnapshot`` from the
/// state in which it was taken. Nothing is laid out for these calls. An element that changed after it was prepared has
/// ``LayoutAttributes/isStale`` set, and one that was never laid out is missing.
///
/// Calls throw ``LayoutError``: `notFound` for a layout that does not exist, `snapshotClosed` for a snapshot that is
/// closed, and what ``LayoutStore`` names for every call.
public protocol LayoutReading: Sendable {
    /// The elements that share some area with a rectangle, in no particular order.
    ///
    /// - Parameters:
    ///   - rect: The requested rectangle, in content coordinates, in points.
    ///   - visible: The visible rectangle, to which pinned elements and frozen cells keep. nil for the rectangle
    ///     itself.
    /// - Throws: ``LayoutError`` `invalidArgument` for a rectangle over more laps than fit into
    ///   memory.
    /// - Complexity: O(log bands + found).
    func layoutAttributesForElements(in rect: LayoutRect, visible: LayoutRect?) throws -> [LayoutAttributes]

    /// The elements that share some area with a rectangle, with their items' keys and payloads.
    ///
    /// As ``layoutAttributesForElements(in:visible:)``, with a look-up, or a step to the next row, for each item found.
    ///
    /// - Throws: ``LayoutError``, such as `notFound` for a missing layout and `snapshotClosed`.
    /// - Complexity: O(log bands + found).
    func elementsWithContent(in rect: LayoutRect, visible: LayoutRect?) throws -> [ElementWithContent]

    /// The cell of an item at its natural position; nil if there is no such item or it was not laid out yet.
    ///
    /// - Throws: ``LayoutError``, such as `notFound` for a missing layout and `snapshotClosed`.
    /// - Complexity: O(log bands); on a canvas O(items of the section).
    func layoutAttributesForItem(at path: ItemIndexPath) throws -> LayoutAttributes?

    /// The cell of an item with its key and payload; nil if there is no such item or it was not laid out yet.
    ///
    /// - Throws: ``LayoutError``, such as `notFound` for a missing layout and `snapshotClosed`.
    /// - Complexity: O(log bands); on a canvas O(items of the section).
    func itemWithContent(at path: ItemIndexPath) throws -> ElementWithContent?

    /// The supplementary element of a kind; nil if there is none, or it was not laid out yet.
    ///
    /// - Parameters:
    ///   - elementKind: `header`, `footer` or the definition's own name.
    ///   - path: The item's place, for a badge; the section with the item 0, for the section's own element; nil for an
    ///     element of the whole content.
    ///   - visible: The visible rectangle to which it pins; nil for its natural place.
    /// - Throws: ``LayoutError``, such as `notFound` for a missing layout and `snapshotClosed`.
    /// - Complexity: O(log bands + elements of a band).
    func layoutAttributesForSupplementaryElement(
        ofKind elementKind: String, at path: ItemIndexPath?, visible: LayoutRect?
    ) throws -> LayoutAttributes?

    /// The decoration of a kind; nil if there is none, or it was not laid out yet.
    ///
    /// The parameters are the same as in ``layoutAttributesForSupplementaryElement(ofKind:at:visible:)``.
    ///
    /// - Throws: ``LayoutError``, such as `notFound` for a missing layout and `snapshotClosed`.
    /// - Complexity: O(log bands + elements of a band).
    func layoutAttributesForDecorationElement(ofKind elementKind: String, at path: ItemIndexPath?) throws
        -> LayoutAttributes?

    /// The strip that a section occupies, without the spacing after it; on a canvas, the box around its elements.
    ///
    /// In content coordinates, in points; nil if there is no such section, or a canvas has nothing in it.
    ///
    /// - Throws: ``LayoutError``, such as `notFound` for a missing layout and `snapshotClosed`.
    /// - Complexity: O(log bands); on a canvas O(elements of the section).
    func frame(ofSection section: Int) throws -> LayoutRect?

    /// The items that become visible when a rectangle continues its movement, and the ones that were left behind.
    ///
    /// Items that were not laid out yet have no place, and are missing.
    ///
    /// - Parameters:
    ///   - rect: The visible rectangle, in content coordinates, in points.
    ///   - velocity: In any unit: only its direction counts. If it is zero, both directions along the scroll axis are
    ///     ahead, and there is nothing to cancel.
    ///   - screens: How far ahead to look, in lengths of the rectangle.
    /// - Throws: ``LayoutError``, such as `notFound` for a missing layout and `snapshotClosed`.
    /// - Complexity: O(log bands + found · log found), with a look-up, or a step to the next row, for each item found.
    func elements(aheadOf rect: LayoutRect, velocity: LayoutPoint, screens: Double) throws -> ElementsAhead

    /// The index path of an item; nil where the layout has no such item.
    ///
    /// - Throws: ``LayoutError``, such as `notFound` for a missing layout and `snapshotClosed`.
    /// - Complexity: O(log bands + items of a band); on a canvas O(items of the section).
    func indexPath(of item: ItemReference) throws -> ItemIndexPath?

    /// The index path of the cell at a point of the content; nil if there is none.
    ///
    /// Of several cells it is the topmost one.
    ///
    /// - Parameter point: In content coordinates, in points.
    /// - Throws: ``LayoutError``, such as `notFound` for a missing layout and `snapshotClosed`.
    /// - Complexity: O(log bands + cells under the point).
    func indexPath(at point: LayoutPoint) throws -> ItemIndexPath?

    /// The index path of the item with a rank among all items of the layout, from 0; nil if the rank is too large.
    ///
    /// - Throws: ``LayoutError``, such as `notFound` for a missing layout and `snapshotClosed`.
    /// - Complexity: O(log bands).
    func indexPath(atRank rank: Int) throws -> ItemIndexPath?

    /// How many items come before an item in the layout; nil where it has no such item.
    ///
    /// - Throws: ``LayoutError``, such as `notFound` for a missing layout and `snapshotClosed`.
    /// - Complexity: As ``indexPath(of:)``.
    func rank(of item: ItemReference) throws -> Int?

    /// An anchor for what is visible at an offset; nil if no cell is.
    ///
    /// See ``StoredLayout/anchor(at:edge:preparing:)``.
    ///
    /// - Parameters:
    ///   - offset: The content offset: the origin of the visible rectangle, in points.
    ///   - edge: Which visible item to hold on to: the first or the last.
    ///
    /// - Throws: ``LayoutError``, such as `notFound` for a missing layout and `snapshotClosed`.
    /// - Complexity: O(log bands + visible elements).
    func anchor(at offset: LayoutPoint, edge: ScrollAnchor.Edge) throws -> ScrollAnchor?

    /// The offset at which an anchor's item is where it was, also where the anchor is of another snapshot.
    ///
    /// See ``StoredLayout/contentOffset(for:preparing:)``.
    ///
    /// - Throws: ``LayoutError``, such as `notFound` for a missing layout and `snapshotClosed`.
    /// - Complexity: O(log bands + items of a band).
    func contentOffset(for anchor: ScrollAnchor) throws -> LayoutPoint

    /// The offset at which an anchor's item is where it was, and whether it goes by estimated lengths. It does if the
    /// item, or something before it, was not laid out yet.
    ///
    /// See ``StoredLayout/anchoredOffset(for:preparing:)``.
    ///
    /// - Throws: ``LayoutError``, such as `notFound` for a missing layout and `snapshotClosed`.
    /// - Complexity: O(log bands + items of a band).
    func anchoredOffset(for anchor: ScrollAnchor) throws -> AnchoredOffset

    /// The target offset of a scroll gesture, by the definition's `snap`; without one, the proposal.
    ///
    /// - Parameters:
    ///   - proposedContentOffset: The offset at which scrolling would end by itself, in points.
    ///   - velocity: The speed at the end of the gesture, in points per millisecond.
    /// - Throws: ``LayoutError``, such as `notFound` for a missing layout and `snapshotClosed`.
    /// - Complexity: O(log bands + visible elements).
    func targetContentOffset(
        forProposedContentOffset proposedContentOffset: LayoutPoint, withScrollingVelocity velocity: LayoutPoint
    ) throws -> LayoutPoint

    /// The content offset at a fraction of the scrollable range: 0 is the beginning, 1 the end, in the direction of
    /// reading. Fractions beyond are clamped. Of a layout that wraps, at a fraction of its lap.
    ///
    /// - Throws: ``LayoutError``, such as `notFound` for a missing layout and `snapshotClosed`.
    /// - Complexity: O(log bands).
    func contentOffset(atFraction fraction: Double) throws -> LayoutPoint

    /// The fraction of a content offset in the scrollable range, from 0 to 1; 0 if the content cannot scroll. The
    /// inverse of ``contentOffset(atFraction:)``.
    ///
    /// - Throws: ``LayoutError``, such as `notFound` for a missing layout and `snapshotClosed`.
    /// - Complexity: O(log bands).
    func fraction(of offset: LayoutPoint) throws -> Double
}
