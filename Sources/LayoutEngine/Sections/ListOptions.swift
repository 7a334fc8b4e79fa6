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

/// Lines between the rows of a table or of pictures, the lines of a flow, or sections. They are decorations of the kind
/// `separator`.
public struct SeparatorDefinition: Sendable, Hashable {
    /// The parts that a separator keeps apart.
    public enum Place: String, Sendable, Hashable, CaseIterable {
        /// Consecutive rows of a section.
        case rows
        /// Consecutive lines of a section, which are the same as its rows.
        case lines
        /// Consecutive sections.
        case sections
    }

    /// The name of these decorations.
    package static let elementKind = "separator"

    /// The space at both ends of a separator, across the scroll axis, in points.
    public var inset: LayoutInsets
    /// The thickness along the scroll axis, in points. With a display scale it is at least one pixel.
    public var thickness: Double
    /// The parts that separators keep apart.
    public var between: Place

    /// Creates one from its parts; omitted ones have their defaults.
    public init(inset: LayoutInsets = .zero, thickness: Double = 1, between: Place = .rows) {
        self.inset = inset
        self.thickness = thickness
        self.between = between
    }

    static let keys = DefinitionObject(
        name: "separators",
        meaning: "Lines in the middle of gaps: decorations of the kind `separator`, in front of cells.",
        prototype: SeparatorDefinition(),
        keys: [
            DefinitionKey(
                "inset", \.inset, .insets(), "The space at both ends of a separator, across the scroll axis."),
            DefinitionKey(
                "thickness", \.thickness, .extent, "The thickness in points; with `scale`, at least one pixel."),
            DefinitionKey(
                "between", \.between, .choice(.rows),
                "The parts between which separators are: `rows` of a table or of pictures, `lines` of a flow, or "
                    + "`sections`."),
        ])
}

extension DefinitionKey where Root: SectionedDefinitionWithBars {
    static var separators: Self {
        Self(
            "separators", \.separators, .object(SeparatorDefinition.keys),
            "Lines between rows, lines or sections. Default: none.")
    }
}

struct Separators: Sendable {
    static let kind = ElementKind(category: .decoration, name: SeparatorDefinition.elementKind)
    /// In front of cells, and behind pinned elements.
    static let zIndex = 1

    private let axis: LayoutAxis
    private let kindIndex: Int
    private let start: Double
    private let length: Double
    private let thickness: Double
    private let between: SeparatorDefinition.Place

    /// - Parameters:
    ///   - kindIndex: The index of ``kind`` in the plan.
    ///   - items: The place of the section's items across the scroll axis.
    /// - Returns: nil for a definition without separators.
    init?(
        by definition: some SectionedDefinitionWithBars, kindIndex: Int, grid: PixelGrid,
        items: (start: Double, length: Double)
    ) {
        guard let separators = definition.separators else { return nil }
        axis = definition.axis
        self.kindIndex = kindIndex
        let cross = axis.cross
        start = items.start + separators.inset.start(cross)
        length = max(0, items.length - separators.inset.total(cross))
        let pixel = grid.scale.map { 1 / $0 } ?? 0
        thickness = max(grid.length(separators.thickness), pixel.isFinite ? pixel : 0)
        between = separators.between
    }

    /// Adds the separator in the gap before a row.
    ///
    /// - Parameters:
    ///   - position: The beginning of the row.
    ///   - host: The row's first cell in the band.
    func placeBeforeRow(at position: Double, gap: Double, host: Int, into band: inout BandBuffer) {
        guard between != .sections else { return }
        place(at: position, gap: gap, host: host, into: &band)
    }

    /// Adds the separator in the gap before a section that follows another one.
    func placeBeforeSection(gap: Double, into band: inout BandBuffer) {
        guard between == .sections else { return }
        place(at: 0, gap: gap, host: nil, into: &band)
    }

    private func place(at position: Double, gap: Double, host: Int?, into band: inout BandBuffer) {
        guard length > 0 else { return }
        let frame = LayoutRect(
            axis: axis, along: position - (gap + thickness) / 2, cross: start, alongLength: thickness,
            crossLength: length)
        band.elements.append(BandBuffer.Element(kind: kindIndex, frame: frame, zIndex: Self.zIndex, host: host))
    }
}

/// A background behind the items of each section, as grouped lists have it: a decoration of the kind `background`.
public struct BackgroundDefinition: Sendable, Hashable {
    /// Shrinks the background, which otherwise covers its section between the section's insets, in points.
    public var contentInsets: LayoutInsets

    /// Creates one from its parts; omitted ones have their defaults.
    public init(contentInsets: LayoutInsets = .zero) { self.contentInsets = contentInsets }

    static let keys = DefinitionObject(
        name: "background",
        meaning:
            "A decoration of the kind `background` behind the items of each section that has some, between its insets.",
        prototype: BackgroundDefinition(),
        keys: [
            DefinitionKey(
                "contentInsets", \.contentInsets, .insets(.any),
                "The insets of its frame from the items' frame; below 0, it reaches beyond.")
        ])
}

extension BackgroundDefinition {
    static let kind = ElementKind(category: .decoration, name: "background")
    /// Behind cells and everything else.
    static let zIndex = -1
}
