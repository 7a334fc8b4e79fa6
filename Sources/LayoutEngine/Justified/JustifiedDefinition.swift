/// Rows of pictures that keep their ratios and fill the width.
///
/// The ratio of an item is its width divided by its height, in any unit.
public struct JustifiedDefinition: Sendable, Hashable {
    /// The rule by which a row is closed.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// A row is closed as soon as it is within the tolerance of the wanted height; pictures are cropped if it is
        /// far from that.
        case tolerance
        /// A row is closed at the height nearest to the wanted one; pictures are never cropped.
        case nearest
    }

    /// The treatment of the items that do not fill a row at the end of a section.
    public enum LastRow: String, Sendable, Hashable, CaseIterable {
        /// As high as the row before, where lines begin.
        case leading
        /// As high as the row before, in the middle.
        case center
        /// As high as the row before, where lines end.
        case trailing
        /// As high as the row before; each item is longer by an equal share of what is left over.
        case stretch
        /// As high as it has to be to fill the width.
        case fill
        /// They have no element.
        case hide
    }

    /// The height that rows should have, in points.
    public var rowHeight: Double
    /// The rule by which a row is closed.
    public var rule: Rule
    /// The greatest difference of a row from the height that it should have, as a share of it.
    public var tolerance: Double
    /// The distance between two items of a row, in points.
    public var itemSpacing: Double
    /// The distance between two rows, in points.
    public var rowSpacing: Double
    /// The treatment of the items that do not fill a row at the end of a section.
    public var lastRow: LastRow
    /// The number of rows of a section after which items have no element; `nil`: all have one.
    public var maximumRows: Int?
    /// Each row whose number is a multiple of it is one item, if that one is not higher than wide; `nil`: none is.
    public var fullWidthBreakout: Int?
    /// The ratio of all items; `nil`: each has its own.
    public var aspectRatio: Double?
    /// The ratio of an item without a size.
    public var unmeasuredAspectRatio: Double
    /// The space around the items of each section, in points; a section's own row can override each side.
    public var sectionInsets: LayoutInsets
    /// The distance between two sections, in points.
    public var sectionSpacing: Double
    /// Only the height counts; 0 means no header.
    public var header: LayoutSize
    /// Only the height counts; 0 means no footer.
    public var footer: LayoutSize
    /// True if a header stays visible while its section is.
    public var pinHeaders: Bool
    /// True if a footer stays visible while its section is.
    public var pinFooters: Bool
    /// Lines between rows or sections; `nil`: none.
    public var separators: SeparatorDefinition?
    /// Distances around headers, a header and footer of the list, and items that stick.
    public var list: ListOptions

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        rowHeight: Double = 200, rule: Rule = .tolerance, tolerance: Double = 0.25, itemSpacing: Double = 10,
        rowSpacing: Double = 10, lastRow: LastRow = .leading, maximumRows: Int? = nil, fullWidthBreakout: Int? = nil,
        aspectRatio: Double? = nil, unmeasuredAspectRatio: Double = 1, sectionInsets: LayoutInsets = .zero,
        sectionSpacing: Double = 0, header: LayoutSize = .zero, footer: LayoutSize = .zero, pinHeaders: Bool = false,
        pinFooters: Bool = false, separators: SeparatorDefinition? = nil, list: ListOptions = ListOptions()
    ) {
        self.rowHeight = rowHeight
        self.rule = rule
        self.tolerance = tolerance
        self.itemSpacing = itemSpacing
        self.rowSpacing = rowSpacing
        self.lastRow = lastRow
        self.maximumRows = maximumRows
        self.fullWidthBreakout = fullWidthBreakout
        self.aspectRatio = aspectRatio
        self.unmeasuredAspectRatio = unmeasuredAspectRatio
        self.sectionInsets = sectionInsets
        self.sectionSpacing = sectionSpacing
        self.header = header
        self.footer = footer
        self.pinHeaders = pinHeaders
        self.pinFooters = pinFooters
        self.separators = separators
        self.list = list
    }
}

extension JustifiedDefinition: DefinitionKind, SectionedDefinitionWithBars {
    static let kindName = "justified"
    var axis: LayoutAxis { .vertical }
    var containerDependence: ContainerDependence { .extent(across: .vertical) }

    static let keys = DefinitionObject<Self>(
        name: kindName, meaning: "Rows of pictures that keep their ratios and fill the width.",
        prototype: JustifiedDefinition(),
        keys: [
            DefinitionKey("rowHeight", \.rowHeight, .extent, "The height that rows should have, in points."),
            DefinitionKey(
                "rule", \.rule, .choice(.tolerance),
                "A row is closed within the tolerance of that height, or nearest to it."),
            DefinitionKey(
                "tolerance", \.tolerance, .number(.between(0, 1)),
                "The greatest difference from that height, as a share of it."),
            DefinitionKey(
                "itemSpacing", \.itemSpacing, .length, "The distance between two items of a row, in points."),
            DefinitionKey("rowSpacing", \.rowSpacing, .length, "The distance between two rows, in points."),
            DefinitionKey(
                "lastRow", \.lastRow, .choice(.leading),
                "The treatment of a section’s last items, which do not fill a row."),
            DefinitionKey(
                "maximumRows", \.maximumRows, .integer(1...Int(NumberRange.limit)),
                "The greatest number of rows of a section; items after them have no element. Default: all rows."),
            DefinitionKey(
                "fullWidthBreakout", \.fullWidthBreakout, .integer(1...Int(NumberRange.limit)),
                "Each row whose number is a multiple of it is one item, unless that is higher than wide."),
            DefinitionKey(
                "aspectRatio", \.aspectRatio, .extent,
                "The ratio of width to height of all items. Default: each has its own."),
            DefinitionKey(
                "unmeasuredAspectRatio", \.unmeasuredAspectRatio, .extent,
                "The ratio of width to height of an item without a size."), .sectionInsets, .sectionSpacing, .header,
            .footer, .pinHeaders, .pinFooters, .separators,
        ] + DefinitionKey.listKeys)
}

extension LayoutDefinition.Kind {
    /// Rows of pictures that keep their ratios and fill the width.
    public static func justified(_ definition: JustifiedDefinition) -> Self { Self(definition) }
}
