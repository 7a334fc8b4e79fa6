/// A supplementary at the boundary of a section, or of a whole layout: a header or a footer.
public struct CompositionalBoundaryItem: Sendable, Hashable {
    /// The name of its kind of element, such as `header`.
    public var elementKind: String
    /// Fractions are of the section's width and height (see `supplementariesFollowContentInsets`),
    /// less the item's own insets across the scroll axis. On an estimated axis a section's own header or
    /// footer size takes the estimate's place, for the element kinds `header` and `footer`.
    public var size: CompositionalSize
    /// The edge or corner of the section's box that it is at.
    public var alignment: CompositionalAlignment
    /// Added after alignment, in points. It can leave a gap to the section's box, or lap over it.
    public var offset: LayoutPoint
    /// True if the item is outside the section's box, which then grows; otherwise it is inside the edge, over the
    /// content.
    ///
    /// Only items at the beginning or the end of the scroll axis extend a section.
    public var extendsBoundary: Bool
    /// True if it stays visible while any part of its section is.
    public var pinToVisibleBounds: Bool
    /// `nil` means 1, above the cells.
    public var zIndex: Int?
    /// Only the insets across the scroll axis count.
    public var contentInsets: LayoutInsets

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        elementKind: String, size: CompositionalSize, alignment: CompositionalAlignment,
        offset: LayoutPoint = .zero, extendsBoundary: Bool = true, pinToVisibleBounds: Bool = false,
        zIndex: Int? = nil, contentInsets: LayoutInsets = .zero
    ) {
        self.elementKind = elementKind
        self.size = size
        self.alignment = alignment
        self.offset = offset
        self.extendsBoundary = extendsBoundary
        self.pinToVisibleBounds = pinToVisibleBounds
        self.zIndex = zIndex
        self.contentInsets = contentInsets
    }
}

/// A supplementary that is attached to an item or a group: a badge. It takes no part in the layout.
public struct CompositionalAnchoredItem: Sendable, Hashable {
    /// The name of its kind of element, such as `header`.
    public var elementKind: String
    /// Fractions are of the host's frame.
    public var size: CompositionalSize
    /// The point of the host to which the badge is attached.
    public var anchor: CompositionalAnchor
    /// The point of the badge that is put there; `nil` means the same point as `anchor`.
    public var itemAnchor: CompositionalAnchor?
    /// Added to the place, in points.
    public var offset: LayoutPoint
    /// Added to the place, in units of the badge's own size.
    public var fractionalOffset: LayoutPoint
    /// `nil` means 1, above the cells.
    public var zIndex: Int?

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        elementKind: String, size: CompositionalSize, anchor: CompositionalAnchor,
        itemAnchor: CompositionalAnchor? = nil, offset: LayoutPoint = .zero,
        fractionalOffset: LayoutPoint = .zero, zIndex: Int? = nil
    ) {
        self.elementKind = elementKind
        self.size = size
        self.anchor = anchor
        self.itemAnchor = itemAnchor
        self.offset = offset
        self.fractionalOffset = fractionalOffset
        self.zIndex = zIndex
    }

    /// The badge's frame on a host with the given frame.
    func frame(on host: LayoutRect) -> LayoutRect {
        let lengths = size.lengths(in: host.size)
        let point = anchor.unitPoint
        let itemPoint = (itemAnchor ?? anchor).unitPoint
        return LayoutRect(
            x: host.x + (point.x * host.width - itemPoint.x * lengths.width)
                + (offset.x + fractionalOffset.x * lengths.width),
            y: host.y + (point.y * host.height - itemPoint.y * lengths.height)
                + (offset.y + fractionalOffset.y * lengths.height),
            width: lengths.width, height: lengths.height)
    }
}

/// A decoration behind a whole section: its background.
public struct CompositionalDecorationItem: Sendable, Hashable {
    /// The name of its kind of element, such as `header`.
    public var elementKind: String
    /// Shrinks the decoration, which otherwise covers the section with its insets, headers and
    /// footers, over the container's full extent.
    public var contentInsets: LayoutInsets
    /// `nil` means 0.
    public var zIndex: Int?

    /// Makes one from its parts; omitted ones have their defaults.
    public init(elementKind: String, contentInsets: LayoutInsets = .zero, zIndex: Int? = nil) {
        self.elementKind = elementKind
        self.contentInsets = contentInsets
        self.zIndex = zIndex
    }
}
