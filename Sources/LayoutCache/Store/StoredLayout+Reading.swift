public import LayoutEngine

// The calls that can prepare, in the form that does not.
extension StoredLayout: LayoutReading {
    /// The elements that share some area with a rectangle, in no particular order.
    ///
    /// - Throws: ``LayoutError`` `notFound` if the layout was removed.
    public func layoutAttributesForElements(in rect: LayoutRect, visible: LayoutRect?) throws -> [LayoutAttributes] {
        try layoutAttributesForElements(in: rect, visible: visible, preparing: .nothing)
    }

    /// The elements that share some area with a rectangle, with their items' keys and payloads.
    ///
    /// - Throws: ``LayoutError`` `notFound` if the layout was removed.
    public func elementsWithContent(in rect: LayoutRect, visible: LayoutRect?) throws -> [ElementWithContent] {
        try elementsWithContent(in: rect, visible: visible, preparing: .nothing)
    }

    /// The cell of an item at its natural position; nil if there is no such item or it was not laid out yet.
    ///
    /// - Throws: ``LayoutError`` `notFound` if the layout was removed.
    public func layoutAttributesForItem(at path: ItemIndexPath) throws -> LayoutAttributes? {
        try layoutAttributesForItem(at: path, preparing: .nothing)
    }

    /// The cell of an item with its key and payload; nil if there is no such item or it was not laid out yet.
    ///
    /// - Throws: ``LayoutError`` `notFound` if the layout was removed.
    public func itemWithContent(at path: ItemIndexPath) throws -> ElementWithContent? {
        try itemWithContent(at: path, preparing: .nothing)
    }

    /// The supplementary element of a kind; nil if there is none, or it was not laid out yet.
    ///
    /// - Throws: ``LayoutError`` `notFound` if the layout was removed.
    public func layoutAttributesForSupplementaryElement(
        ofKind elementKind: String, at path: ItemIndexPath?, visible: LayoutRect?
    ) throws -> LayoutAttributes? {
        try layoutAttributesForSupplementaryElement(
            ofKind: elementKind, at: path, visible: visible, preparing: .nothing)
    }

    /// The decoration of a kind; nil if there is none, or it was not laid out yet.
    ///
    /// - Throws: ``LayoutError`` `notFound` if the layout was removed.
    public func layoutAttributesForDecorationElement(
        ofKind elementKind: String, at path: ItemIndexPath?
    ) throws -> LayoutAttributes? {
        try layoutAttributesForDecorationElement(ofKind: elementKind, at: path, preparing: .nothing)
    }

    /// The strip that a section occupies, without the spacing after it; nil if there is no such section.
    ///
    /// - Throws: ``LayoutError`` `notFound` if the layout was removed.
    public func frame(ofSection section: Int) throws -> LayoutRect? {
        try frame(ofSection: section, preparing: .nothing)
    }

    /// The index path of the cell at a point of the content; nil if there is none.
    ///
    /// - Throws: ``LayoutError`` `notFound` if the layout was removed.
    public func indexPath(at point: LayoutPoint) throws -> ItemIndexPath? {
        try indexPath(at: point, preparing: .nothing)
    }

    /// An anchor for what is visible at an offset; nil if no cell is.
    ///
    /// - Throws: ``LayoutError`` `notFound` if the layout was removed.
    public func anchor(at offset: LayoutPoint, edge: ScrollAnchor.Edge) throws -> ScrollAnchor? {
        try anchor(at: offset, edge: edge, preparing: .nothing)
    }

    /// The offset at which an anchor's item is where it was.
    ///
    /// - Throws: ``LayoutError`` `notFound` if the layout was removed.
    public func contentOffset(for anchor: ScrollAnchor) throws -> LayoutPoint {
        try contentOffset(for: anchor, preparing: .nothing)
    }

    /// The offset at which an anchor's item is where it was, and whether it goes by estimated lengths.
    ///
    /// - Throws: ``LayoutError`` `notFound` if the layout was removed.
    public func anchoredOffset(for anchor: ScrollAnchor) throws -> AnchoredOffset {
        try anchoredOffset(for: anchor, preparing: .nothing)
    }

    /// The target offset of a scroll gesture.
    ///
    /// - Throws: ``LayoutError`` `notFound` if the layout was removed.
    public func targetContentOffset(
        forProposedContentOffset proposedContentOffset: LayoutPoint, withScrollingVelocity velocity: LayoutPoint
    ) throws -> LayoutPoint {
        try targetContentOffset(
            forProposedContentOffset: proposedContentOffset, withScrollingVelocity: velocity, preparing: .nothing)
    }
}
