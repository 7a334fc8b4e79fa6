internal import LayoutText

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
    static let kind = BandBuffer.ElementKind(category: .decoration, name: SeparatorDefinition.elementKind)
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

    static let kind = BandBuffer.ElementKind(category: .decoration, name: "background")
    /// Behind cells and everything else.
    static let zIndex = -1
}

/// The place of an item's row in its section, in a table with a background: which of its corners are round.
public enum RowPosition: String, Sendable, Hashable, CaseIterable {
    /// The first of several rows.
    case first
    /// A row between others.
    case middle
    /// The last of several rows.
    case last
    /// The section's only row.
    case only
}

/// The treatment of a section without items.
public enum EmptySections: String, Sendable, Hashable, CaseIterable {
    /// It keeps its header, footer and insets.
    case keep
    /// It takes no room at all, and there is no spacing beside it.
    case hide
}

extension ListOptions {
    /// A definition of a list in a container, with what its sections have in common.
    struct Setting<Definition: SectionedDefinitionWithBars>: Sendable {
        /// A pinned bar of the list is drawn over everything that scrolls beneath it, including the headers of
        /// sections.
        private static var pinnedZIndex: Int { 102 }
        /// How far beyond the content a pinned one still follows the viewport: nothing ever pushes it out.
        private static var pinLimit: Double { 1e12 }

        let definition: Definition
        let container: LayoutSize
        let grid: PixelGrid
        /// The bars before the first section of the list, and after its last.
        let header: ListSection.Bar
        let footer: ListSection.Bar
        /// How far headers that pin keep from the viewport's beginning, and footers from its end.
        let pinStart: Double
        let pinEnd: Double

        init(_ definition: Definition, in container: LayoutSize, grid: PixelGrid) {
            self.definition = definition
            self.container = container
            self.grid = grid
            let (axis, list) = (definition.axis, definition.list)
            func bar(
                _ edge: LayoutTraits.BoundaryEdge, _ length: Double, pins: Bool, kind: Int, keeps distance: Double
            ) -> ListSection.Bar {
                ListSection.Bar(
                    kind: kind, edge: edge, axis: axis, length: length, across: (0, container[axis.cross]), pins: pins,
                    pinnedZIndex: Self.pinnedZIndex, reserve: -Self.pinLimit,
                    // It does not keep clear of itself.
                    pinShift: -distance)
            }
            let (headerLength, footerLength) = (grid.length(list.listHeader[axis]), grid.length(list.listFooter[axis]))
            pinStart = max(list.pinListHeader ? headerLength : 0, grid.length(list.sticky?.offset ?? 0))
            pinEnd = list.pinListFooter ? footerLength : 0
            let kind = ListSection.Bar.elementKinds.count
            header = bar(.start, headerLength, pins: list.pinListHeader, kind: kind, keeps: pinStart)
            footer = bar(
                .end, footerLength, pins: list.pinListFooter, kind: kind + (headerLength > 0 ? 1 : 0), keeps: pinEnd)
        }
    }
}

/// A kind of layout that lays its sections out along an axis, each with insets around its items.
protocol SectionedDefinition: Sendable {
    var axis: LayoutAxis { get }
    var sectionInsets: LayoutInsets { get set }
}

/// One whose axis is a key.
protocol TurnableDefinition: SectionedDefinition {
    var axis: LayoutAxis { get set }
}

/// A kind of list, whose sections may have a header and a footer, a background, and lines between them.
protocol SectionedDefinitionWithBars: SectionedDefinition {
    var sectionSpacing: Double { get set }
    var header: LayoutSize { get set }
    var footer: LayoutSize { get set }
    var pinHeaders: Bool { get set }
    var pinFooters: Bool { get set }
    var separators: SeparatorDefinition? { get set }
    var list: ListOptions { get set }

    /// The place of a section's items across the scroll axis, between its insets.
    func items(in container: LayoutSize, insets: LayoutInsets) -> (start: Double, length: Double)
}

extension SectionedDefinitionWithBars {
    func items(in container: LayoutSize, insets: LayoutInsets) -> (start: Double, length: Double) {
        let cross = axis.cross
        return (insets.start(cross), max(0, container[cross] - insets.total(cross)))
    }
}

// The keys that these kinds share. Each kind decides their place in the order of its keys.

extension DefinitionKey where Root: TurnableDefinition {
    static var axis: Self { Self("axis", \.axis, .choice(.vertical), "The axis along which the content scrolls.") }
}

extension DefinitionKey where Root: SectionedDefinition {
    static var sectionInsets: Self {
        Self(
            "sectionInsets", \.sectionInsets, .insets(),
            "The space around each section’s items, between header and footer; a row of `section` can override each. "
                + "If the axis is horizontal, leading and trailing insets lie along it.")
    }
}

extension DefinitionKey where Root: SectionedDefinitionWithBars {
    static var sectionSpacing: Self {
        Self("sectionSpacing", \.sectionSpacing, .length, "The distance between two sections, in points.")
    }

    static var header: Self {
        Self(
            "header", \.writtenHeader, .object(ListOptions.Header.keys),
            "The header of each section. Only the extent along the axis counts; 0: none.")
    }

    static var footer: Self { Self("footer", \.footer, .size(), "The footer of each section; measured as `header`.") }

    static var pinHeaders: Self {
        Self("pinHeaders", \.pinHeaders, .flag, "If true, a header stays visible while its section is.")
    }

    static var pinFooters: Self {
        Self("pinFooters", \.pinFooters, .flag, "If true, a footer stays visible while its section is.")
    }

    static var listKeys: [Self] {
        [
            Self(
                "headerSpacing", \.list.headerSpacing, .length,
                "The space between a header and the top inset of a section that has items, in points."),
            Self(
                "footerSpacing", \.list.footerSpacing, .length,
                "The space between the bottom inset of a section that has items and its footer, in points."),
            Self(
                "headersFollowInsets", \.list.headersFollowInsets, .flag,
                "If true, headers and footers are within their section’s leading and trailing insets."),
            Self(
                "listHeader", \.list.listHeader, .size(),
                "The header before the first section; measured as `header`."),
            Self(
                "listFooter", \.list.listFooter, .size(),
                "The footer after the last section; measured as `header`."),
            Self(
                "pinListHeader", \.list.pinListHeader, .flag,
                "If true, the list’s header stays at the edge of the viewport; headers pin below it."),
            Self(
                "pinListFooter", \.list.pinListFooter, .flag,
                "If true, the list’s footer stays at the edge of the viewport; footers pin above it."),
            Self(
                "background", \.list.background, .object(BackgroundDefinition.keys),
                "A background behind the items of each section. Default: none."),
            Self(
                "sticky", \.list.sticky, .object(StickyDefinition.keys),
                "The sticking of items with a `sticky_level` to the viewport’s edges. Default: none."),
        ]
    }
}

extension SectionedDefinitionWithBars {
    /// The header with what it may shrink to, as the one object that they are in JSON.
    fileprivate var writtenHeader: ListOptions.Header {
        get {
            ListOptions.Header(
                size: header, minimumWidth: list.minimumHeaderWidth, minimumHeight: list.minimumHeaderHeight)
        }
        set {
            header = newValue.size
            list.minimumHeaderWidth = newValue.minimumWidth
            list.minimumHeaderHeight = newValue.minimumHeight
        }
    }
}

/// The place of a box in a wider line.
public enum LineAlignment: String, Sendable, Hashable, CaseIterable {
    /// At the beginning of lines.
    case leading
    /// In the middle.
    case center
    /// At the end of lines.
    case trailing

    /// The share of the remaining space before it.
    var fraction: Double {
        switch self {
        case .leading: 0
        case .center: 0.5
        case .trailing: 1
        }
    }
}

/// Checks that insets leave something of a container.
enum ContainerFit {
    /// Throws unless more than nothing is left of the container's extent on the axis. A container without extent is a
    /// layout that is not visible yet, and works.
    static func check(
        remaining: Double, of container: LayoutSize, on axis: LayoutAxis, path: String
    ) throws(LayoutError) {
        guard remaining <= 0, container[axis] > 0 else { return }
        let extent = axis == .vertical ? "height" : "width"
        let length = JSONValue.number(container[axis]).text
        throw LayoutError(path: path, message: "leaves no \(extent) in a container of \(extent) \(length)")
    }
}

/// The greatest difference between two computed lengths or ratios that count as equal.
///
/// A millionth of a point is far below any pixel and far above the loss of sums. Lines are broken by
/// ``PixelGrid/fitTolerance``.
let sumTolerance = 1e-6
