/// A flow places items in lines, as many per line as fit.
///
/// The defaults are the same as in UIKit's flow layout.
public struct FlowDefinition: Sendable, Hashable {
    /// The alignment of the items along their line.
    public enum LineAlignment: String, Sendable, Hashable, CaseIterable {
        /// As UIKit's flow layout spreads them. Full lines reach from edge to edge, and the last one is packed unless
        /// all items of its section are of one size.
        case justified
        /// At the beginning of lines, with minimum spacing.
        case leading
        /// In the middle, at the least distance from one another.
        case center
        /// At the end of lines, with minimum spacing.
        case trailing
        /// With equal gaps from edge to edge, independent of other lines.
        case spaceBetween
    }

    /// The place of an item across its line.
    public enum ItemAlignment: String, Sendable, Hashable, CaseIterable {
        /// At the line's upper edge, or the left one where lines stack sideways.
        case leading
        /// In the middle.
        case center
        /// At the line's lower edge, or the right one where lines stack sideways.
        case trailing
        /// From edge to edge.
        case stretch
    }

    /// The axis along which lines stack and the content scrolls.
    public var axis: LayoutAxis
    /// The least distance between two items of a line, in points.
    public var itemSpacing: Double
    /// The distance between two lines, in points, measured between their thickest items.
    public var lineSpacing: Double
    /// The size of an item that has not been measured; taken for each dimension on its own.
    public var itemSize: LayoutSize
    /// The distance between two sections, in points; 0 as in UIKit, where insets do this.
    public var sectionSpacing: Double
    /// The space around the items of each section, in points; a section's own row can override each side.
    public var sectionInsets: LayoutInsets
    /// The container's insets around the content.
    ///
    /// As with a scroll view's insets they narrow the lines, and are no part of content coordinates. The content begins
    /// at 0 and is narrower than the container by both insets across the axis.
    public var contentInsets: LayoutInsets
    /// Only the extent along the axis counts, across it is the container's; 0 means no header.
    public var header: LayoutSize
    /// Only the extent along the axis counts, across it is the container's; 0 means no footer.
    public var footer: LayoutSize
    /// True if a header stays visible while its section is.
    public var pinHeaders: Bool
    /// True if a footer stays visible while its section is.
    public var pinFooters: Bool
    /// The alignment of the items along each line.
    public var lineAlignment: LineAlignment
    /// The spread of the items of a section's last line; `nil`: as in other lines, or packed where these are justified.
    public var lastLineAlignment: LineAlignment?
    /// The place of items across their line.
    public var itemAlignment: ItemAlignment
    /// True if the two spacings change places in a horizontal flow, in sections whose items differ in size. Two reports
    /// show UIKit to do that (openradar 47732322, Apple forum 766161).
    public var swapsUnequalSpacing: Bool
    /// The motion of cells by their place in the viewport. `nil`: none.
    public var motion: LayoutMotion?
    /// Lines between lines or sections; `nil`: none.
    public var separators: SeparatorDefinition?
    /// Distances around headers, a header and footer of the list, and items that stick.
    public var list: ListOptions

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        axis: LayoutAxis = .vertical, itemSpacing: Double = 10, lineSpacing: Double = 10,
        itemSize: LayoutSize = LayoutSize(width: 50, height: 50), sectionSpacing: Double = 0,
        sectionInsets: LayoutInsets = .zero, contentInsets: LayoutInsets = .zero,
        header: LayoutSize = .zero, footer: LayoutSize = .zero, pinHeaders: Bool = false, pinFooters: Bool = false,
        lineAlignment: LineAlignment = .justified, lastLineAlignment: LineAlignment? = nil,
        itemAlignment: ItemAlignment = .center, swapsUnequalSpacing: Bool = false, motion: LayoutMotion? = nil,
        separators: SeparatorDefinition? = nil, list: ListOptions = ListOptions()
    ) {
        self.axis = axis
        self.itemSpacing = itemSpacing
        self.lineSpacing = lineSpacing
        self.itemSize = itemSize
        self.sectionSpacing = sectionSpacing
        self.sectionInsets = sectionInsets
        self.contentInsets = contentInsets
        self.header = header
        self.footer = footer
        self.pinHeaders = pinHeaders
        self.pinFooters = pinFooters
        self.lineAlignment = lineAlignment
        self.lastLineAlignment = lastLineAlignment
        self.itemAlignment = itemAlignment
        self.swapsUnequalSpacing = swapsUnequalSpacing
        self.motion = motion
        self.separators = separators
        self.list = list
    }
}

extension FlowDefinition: DefinitionKind, SectionedDefinitionWithBars, TurnableDefinition {
    static let kindName = "flow"
    var containerAxes: [LayoutAxis] { [axis.cross] }
    var scrollInsets: (start: Double, end: Double) { (contentInsets.start(axis), contentInsets.end(axis)) }

    static let keys = DefinitionObject<Self>(
        name: kindName, meaning: "Places items in lines, as many per line as fit.", prototype: FlowDefinition(),
        keys: [
            .axis,
            DefinitionKey(
                "itemSpacing", \.itemSpacing, .length, "The least distance between two items of a line, in points."),
            DefinitionKey(
                "lineSpacing", \.lineSpacing, .length,
                "The distance between two lines, in points, from thickest item to thickest item."),
            DefinitionKey(
                "itemSize", \.itemSize, .size(.positive),
                "The size of an item that has not been measured, for each dimension."),
            .sectionSpacing,
            .sectionInsets,
            DefinitionKey(
                "contentInsets", \.contentInsets, .insets(),
                "The container's insets around the content; they narrow the content across the axis."), .header,
            .footer, .pinHeaders, .pinFooters,
            DefinitionKey(
                "lineAlignment", \.lineAlignment, .choice(.justified), "The alignment of the items along their line."),
            DefinitionKey(
                "lastLineAlignment", \.lastLineAlignment, .choice(.justified),
                "The alignment of a section’s last line; `justified` spreads it from edge to edge, like CSS’s "
                    + "`text-align-last`. Default: as other lines; if these are justified, it is packed at "
                    + "`itemSpacing`, or keeps the gaps of a grid of equal items."),
            DefinitionKey(
                "itemAlignment", \.itemAlignment, .choice(.center), "The place of an item across its line."),
            DefinitionKey(
                "swapsUnequalSpacing", \.swapsUnequalSpacing, .flag,
                "If true, `itemSpacing` and `lineSpacing` are swapped in sections of a horizontal flow whose items "
                    + "differ in size."), DefinitionKey("motion", \.motion, .choice(.stack), LayoutMotion.meaning),
            .separators,
        ] + DefinitionKey.listKeys)
}

extension FlowDefinition {
    /// The container's insets narrow the lines.
    func items(in container: LayoutSize, insets: LayoutInsets) -> (start: Double, length: Double) {
        (insets.start(axis.cross), max(0, lineLength(in: container, insets: insets)))
    }

    /// How long lines are; not positive if there is no room.
    func lineLength(in container: LayoutSize, insets: LayoutInsets) -> Double {
        container[axis.cross] - contentInsets.total(axis.cross) - insets.total(axis.cross)
    }
}

extension LayoutDefinition.Kind {
    /// Places items in lines, as many per line as fit.
    public static func flow(_ definition: FlowDefinition) -> Self { Self(definition) }
}
