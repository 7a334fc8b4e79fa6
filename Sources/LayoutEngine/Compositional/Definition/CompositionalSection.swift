internal import LayoutText

/// One section of a compositional layout: a group, repeated for as long as there are items.
public struct CompositionalSection: Sendable, Hashable {
    /// The outermost group.
    public var group: CompositionalItem
    /// Between consecutive groups along the axis on which they stack, in points. A negative distance
    /// laps groups over each other, by no more than the later one's length.
    public var interGroupSpacing: Double
    /// Around the groups, inside headers and footers. A section's own row can override each of them.
    public var contentInsets: LayoutInsets
    /// `none` for a section that scrolls with its layout; otherwise groups stack on the other axis.
    public var orthogonalScrolling: OrthogonalScrollingBehavior
    /// The motion of cells of a section that scrolls orthogonally, by their place in its viewport. `nil`: none.
    public var motion: LayoutMotion?
    /// Its headers, footers and other supplementaries at its edges.
    public var boundaryItems: [CompositionalBoundaryItem]
    /// Its backgrounds.
    public var decorations: [CompositionalDecorationItem]
    /// True if boundary items keep within the section's insets across the scroll axis.
    public var supplementariesFollowContentInsets: Bool
    /// `nil`: the layout's setting.
    public var contentInsetsReference: CompositionalDefinition.InsetsReference?
    /// The replacements of the section in containers of certain sizes: the first whose condition holds.
    public var variants: [CompositionalVariant]

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        group: CompositionalItem, interGroupSpacing: Double = 0, contentInsets: LayoutInsets = .zero,
        orthogonalScrolling: OrthogonalScrollingBehavior = .none, motion: LayoutMotion? = nil,
        boundaryItems: [CompositionalBoundaryItem] = [], decorations: [CompositionalDecorationItem] = [],
        supplementariesFollowContentInsets: Bool = true,
        contentInsetsReference: CompositionalDefinition.InsetsReference? = nil, variants: [CompositionalVariant] = []
    ) {
        self.group = group
        self.interGroupSpacing = interGroupSpacing
        self.contentInsets = contentInsets
        self.orthogonalScrolling = orthogonalScrolling
        self.motion = motion
        self.boundaryItems = boundaryItems
        self.decorations = decorations
        self.supplementariesFollowContentInsets = supplementariesFollowContentInsets
        self.contentInsetsReference = contentInsetsReference
        self.variants = variants
    }
}

/// A replacement of a section in containers of certain sizes.
public struct CompositionalVariant: Sendable, Hashable {
    /// Sizes of a container, in points. Bounds are included, and all given bounds must hold.
    public struct Condition: Sendable, Hashable {
        /// The least width; `nil`: any.
        public var minWidth: Double?
        /// The greatest width; `nil`: any.
        public var maxWidth: Double?
        /// The least height; `nil`: any.
        public var minHeight: Double?
        /// The greatest height; `nil`: any.
        public var maxHeight: Double?

        /// Makes one from its parts; omitted ones do not count.
        public init(
            minWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil, maxHeight: Double? = nil
        ) {
            self.minWidth = minWidth
            self.maxWidth = maxWidth
            self.minHeight = minHeight
            self.maxHeight = maxHeight
        }

        func holds(in container: LayoutSize) -> Bool {
            container.width >= minWidth ?? -.infinity && container.width <= maxWidth ?? .infinity
                && container.height >= minHeight ?? -.infinity && container.height <= maxHeight ?? .infinity
        }
    }

    /// The containers that it is for.
    public var when: Condition
    /// The section that stands there. Its own variants do not count.
    public var section: CompositionalSection

    /// Makes one from its parts.
    public init(when: Condition, section: CompositionalSection) {
        self.when = when
        self.section = section
    }
}

extension CompositionalSection {
    /// The section in a container: the first of its variants that holds there, else itself.
    func resolved(in container: LayoutSize) -> CompositionalSection {
        variants.first { $0.when.holds(in: container) }?.section ?? self
    }
}

extension CompositionalVariant {
    static let keys = DefinitionObject<CompositionalVariant>(
        name: "variant", meaning: "A replacement of a section in containers of certain sizes.",
        prototype: CompositionalVariant(when: Condition(), section: CompositionalSection.prototype),
        keys: [
            DefinitionKey("when", \.when, .object(Condition.keys), isRequired: true, "The containers that it is for.")
        ] + CompositionalSection.ownKeys.map { $0.inside(\CompositionalVariant.section) },
        rule: { (variant) throws(LayoutError) in try variant.section.checkMotion() })
}

extension CompositionalVariant.Condition {
    static let keys = DefinitionObject(
        name: "condition", meaning: "Sizes of the container; all written bounds must hold.",
        prototype: CompositionalVariant.Condition(),
        keys: [
            DefinitionKey("minWidth", \.minWidth, .length, "The least width, in points."),
            DefinitionKey("maxWidth", \.maxWidth, .length, "The greatest width, in points."),
            DefinitionKey("minHeight", \.minHeight, .length, "The least height, in points."),
            DefinitionKey("maxHeight", \.maxHeight, .length, "The greatest height, in points."),
        ])
}

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
                + (offset.y + fractionalOffset.y * lengths.height), width: lengths.width, height: lengths.height)
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

extension CompositionalSection {
    /// The most badges of an item or a group, and the most headers, footers or backgrounds of a section. An arbitrary
    /// number: each is an element for each of its hosts, with its room and time. Half of it refuses more.
    static let maximumAttachments = 100
}

extension CompositionalBoundaryItem {
    static let keys = DefinitionObject(
        name: "boundaryItem", meaning: "A header or a footer, of a section or of the whole layout.",
        prototype: CompositionalBoundaryItem(elementKind: "", size: .zero, alignment: .none),
        keys: [
            DefinitionKey(
                "elementKind", \.elementKind, .name, isRequired: true, "The kind that you register a view for."),
            DefinitionKey(
                "size", \.size, .object(CompositionalSize.keys), isRequired: true,
                "Its size; fractions are of the section’s width and height."),
            DefinitionKey(
                "alignment", \.alignment, .choice(.none), isRequired: true,
                "The side of the section that it is attached to."),
            DefinitionKey("offset", \.offset, .pair, "Added to its place, in points."),
            DefinitionKey(
                "extendsBoundary", \.extendsBoundary, .flag,
                "If true, it is outside the section’s box, which grows; else over it. Beside the content, it is "
                    + "always inside."),
            DefinitionKey(
                "pinToVisibleBounds", \.pinToVisibleBounds, .flag, "If true, it stays visible while its section is."),
            DefinitionKey("zIndex", \.zIndex, .zIndex, "Its layer. Default: 1, above the cells."),
            DefinitionKey(
                "contentInsets", \.contentInsets, .insets(.any),
                "The space around it; only the insets across the scroll axis count."),
        ])
}

extension CompositionalAnchoredItem {
    static let keys = DefinitionObject(
        name: "badge", meaning: "A supplementary that is attached to an item or a group.",
        prototype: CompositionalAnchoredItem(elementKind: "", size: .zero, anchor: []),
        keys: [
            DefinitionKey(
                "elementKind", \.elementKind, .name, isRequired: true, "The kind that you register a view for."),
            DefinitionKey(
                "size", \.size, .object(CompositionalSize.keys), isRequired: true,
                "Its size; fractions are of its host’s."),
            DefinitionKey("anchor", \.anchor, .anchor, "The edges that name the point of attachment on the host."),
            DefinitionKey(
                "itemAnchor", \.itemAnchor, .anchor,
                "The edges that name the point of the badge that is put there. Default: the same."),
            DefinitionKey("offset", \.offset, .pair, "Added to its place, in points."),
            DefinitionKey("fractionalOffset", \.fractionalOffset, .pair, "Added to its place, in units of its size."),
            DefinitionKey("zIndex", \.zIndex, .zIndex, "Its layer. Default: 1, above the cells."),
        ])
}

extension CompositionalDecorationItem {
    static let keys = DefinitionObject(
        name: "decoration", meaning: "A background behind a whole section.",
        prototype: CompositionalDecorationItem(elementKind: ""),
        keys: [
            DefinitionKey(
                "elementKind", \.elementKind, .name, isRequired: true, "The kind that you register a view for."),
            DefinitionKey(
                "contentInsets", \.contentInsets, .insets(.any), "The insets of its frame in the section's."),
            DefinitionKey("zIndex", \.zIndex, .zIndex, "Its layer. Default: 0."),
        ])
}

extension DefinitionValue where Value == CompositionalAnchor {
    /// A list of edges, no two of them opposite.
    static var anchor: Self {
        let words = CompositionalAnchor.names.map(\.name)
        return Self(
            .list(of: .choice(words), count: 0...Int.max), placeholder: [],
            write: { anchor in
                .array(CompositionalAnchor.names.filter { anchor.contains($0.edge) }.map { .string($0.name) })
            },
            read: { (json) throws(LayoutError) in
                guard case .array(let names) = json else { throw LayoutError(json, isNot: "an array") }
                var anchor: CompositionalAnchor = []
                for (index, name) in names.enumerated() {
                    let word = try LayoutError.at(
                        JSONValue.Path.element(index), try LayoutError.word(name, among: words))
                    for edge in CompositionalAnchor.names where edge.name == word { anchor.insert(edge.edge) }
                }
                if anchor.isContradictory { throw LayoutError(path: "", message: "names two opposite edges") }
                return anchor
            })
    }
}

/// The place of an attachment on a box: one of UIKit's nine places.
public enum CompositionalAlignment: String, Sendable, Hashable, CaseIterable {
    /// The centre.
    case none
    /// The middle of the upper edge.
    case top
    /// The upper corner where lines begin.
    case topLeading
    /// The middle of the edge where lines begin.
    case leading
    /// The lower corner where lines begin.
    case bottomLeading
    /// The middle of the lower edge.
    case bottom
    /// The lower corner where lines end.
    case bottomTrailing
    /// The middle of the edge where lines end.
    case trailing
    /// The upper corner where lines end.
    case topTrailing

    /// A place on one axis.
    enum Position: Sendable, Hashable {
        case start
        case center
        case end
    }

    /// The place on the given axis: the beginning, the end, or the middle if it names neither.
    func position(_ axis: LayoutAxis) -> Position {
        switch (self, axis) {
        case (.top, .vertical), (.topLeading, .vertical), (.topTrailing, .vertical): .start
        case (.bottom, .vertical), (.bottomLeading, .vertical), (.bottomTrailing, .vertical): .end
        case (.leading, .horizontal), (.topLeading, .horizontal), (.bottomLeading, .horizontal): .start
        case (.trailing, .horizontal), (.topTrailing, .horizontal), (.bottomTrailing, .horizontal): .end
        default: .center
        }
    }
}

/// A set of edges that names a point of a box. An edge pulls to its own side, and an axis without one stays in the
/// middle.
public struct CompositionalAnchor: OptionSet, Sendable, Hashable {
    /// The edges as bits: 1 top, 2 leading, 4 bottom, 8 trailing.
    public let rawValue: UInt8

    /// Makes a set of edges from their bits; unknown bits are kept, and name nothing.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The upper edge.
    public static let top = CompositionalAnchor(rawValue: 1)
    /// The edge where lines begin: the left one, unless the layout is mirrored.
    public static let leading = CompositionalAnchor(rawValue: 2)
    /// The lower edge.
    public static let bottom = CompositionalAnchor(rawValue: 4)
    /// The edge where lines end: the right one, unless the layout is mirrored.
    public static let trailing = CompositionalAnchor(rawValue: 8)

    /// The edges with their names, in the order in which they are written.
    static let names: [(edge: CompositionalAnchor, name: String)] = [
        (.top, "top"), (.leading, "leading"), (.bottom, "bottom"), (.trailing, "trailing"),
    ]

    /// Whether it names two opposite edges, and so no point.
    var isContradictory: Bool { isSuperset(of: [.top, .bottom]) || isSuperset(of: [.leading, .trailing]) }

    /// The point in units of the box: 0 at leading or top, 1 at trailing or bottom, else 0.5.
    package var unitPoint: LayoutPoint {
        LayoutPoint(
            x: contains(.leading) ? 0 : contains(.trailing) ? 1 : 0.5,
            y: contains(.top) ? 0 : contains(.bottom) ? 1 : 0.5)
    }
}
