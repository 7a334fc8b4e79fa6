/// The common options of lists beside their rows, lines or columns. They are distances around headers, a header and a
/// footer of the whole list, backgrounds, and items that stick.
public struct ListOptions: Sendable, Hashable {
    /// Added between a header and the top inset of a section that has items, in points.
    public var headerSpacing: Double
    /// Added between the bottom inset of a section that has items and its footer, in points.
    public var footerSpacing: Double
    /// True if headers and footers are placed within their section's leading and trailing insets.
    public var headersFollowInsets: Bool
    /// The header before the first section. Only the extent along the axis counts; 0: none.
    public var listHeader: LayoutSize
    /// The footer after the last section. Only the extent along the axis counts; 0: none.
    public var listFooter: LayoutSize
    /// True if the list's header never leaves the edge of the viewport.
    public var pinListHeader: Bool
    /// True if the list's footer never leaves the edge of the viewport.
    public var pinListFooter: Bool
    /// The width to which a pinned header shrinks in a horizontal layout, in points; `nil`: it does not shrink.
    public var minimumHeaderWidth: Double?
    /// The height to which a pinned header shrinks in a vertical layout, in points; `nil`: it does not shrink.
    public var minimumHeaderHeight: Double?
    /// The background behind the items of each section; `nil`: none.
    public var background: BackgroundDefinition?
    /// The sticking of items. `nil`: none.
    public var sticky: StickyDefinition?

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        headerSpacing: Double = 0, footerSpacing: Double = 0, headersFollowInsets: Bool = false,
        listHeader: LayoutSize = .zero, listFooter: LayoutSize = .zero, pinListHeader: Bool = false,
        pinListFooter: Bool = false, minimumHeaderWidth: Double? = nil, minimumHeaderHeight: Double? = nil,
        background: BackgroundDefinition? = nil, sticky: StickyDefinition? = nil
    ) {
        self.headerSpacing = headerSpacing
        self.footerSpacing = footerSpacing
        self.headersFollowInsets = headersFollowInsets
        self.listHeader = listHeader
        self.listFooter = listFooter
        self.pinListHeader = pinListHeader
        self.pinListFooter = pinListFooter
        self.minimumHeaderWidth = minimumHeaderWidth
        self.minimumHeaderHeight = minimumHeaderHeight
        self.background = background
        self.sticky = sticky
    }

    func minimumHeaderLength(_ axis: LayoutAxis) -> Double? {
        axis == .vertical ? minimumHeaderHeight : minimumHeaderWidth
    }
}

/// The sticking of items with a sticky level to the edges of the viewport.
public struct StickyDefinition: Sendable, Hashable {
    /// The treatment of a sticky item when the next one comes.
    public var rule: StickyRule
    /// The distance at which items stick and headers pin from the viewport's beginning, in points.
    public var offset: Double

    /// Makes one from its parts; omitted ones have their defaults.
    public init(rule: StickyRule = .push, offset: Double = 0) {
        self.rule = rule
        self.offset = offset
    }

    static let keys = DefinitionObject(
        name: "sticky",
        meaning: "The sticking of items to the edges of the viewport, also beyond the end of their section.",
        prototype: StickyDefinition(),
        keys: [
            DefinitionKey(
                "rule", \.rule, .choice(.push),
                "If `push`, the next item pushes the one before it out; else items of different levels stack."),
            DefinitionKey(
                "offset", \.offset, .length,
                "The distance at which items stick and headers pin from the beginning of the viewport, in points."),
        ])
}

extension ListOptions {
    /// A header's size, with what it may shrink to.
    struct Header: Sendable, Equatable {
        var size = LayoutSize.zero
        var minimumWidth: Double?
        var minimumHeight: Double?

        static let keys = DefinitionObject<Header>(
            name: "header", meaning: "The size of a header, and the least size to which it shrinks while it pins.",
            prototype: Header(),
            keys: [
                DefinitionKey("width", \.size.width, .length, "The width, in points."),
                DefinitionKey("height", \.size.height, .length, "The height, in points."),
                DefinitionKey(
                    "minimumWidth", \.minimumWidth, .length,
                    "The least width in a horizontal layout, in points. Default: `width`."),
                DefinitionKey(
                    "minimumHeight", \.minimumHeight, .length,
                    "The least height in a vertical layout, in points. Default: `height`."),
            ],
            rule: { (header) throws(LayoutError) in
                if let minimum = header.minimumWidth, minimum > header.size.width {
                    throw LayoutError(path: ".minimumWidth", message: "must be at most the width")
                }
                if let minimum = header.minimumHeight, minimum > header.size.height {
                    throw LayoutError(path: ".minimumHeight", message: "must be at most the height")
                }
            })
    }
}
