/// A table: rows one after another, each as wide as its section lets it be and as high as its item.
///
/// A section is, in this order: header, leading inset, rows, trailing inset, footer.
public struct TableDefinition: Sendable, Hashable {
    /// The axis along which rows stack. A horizontal table has columns, and `width` and `height`
    /// change their roles in everything below.
    public var axis: LayoutAxis
    /// The distance between two rows of a section, in points.
    public var rowSpacing: Double
    /// The height of a row whose item has not been measured, in points.
    public var estimatedRowHeight: Double
    /// The distance between two sections, in points.
    public var sectionSpacing: Double
    /// Only the extent along the axis counts; 0 means that there is no header.
    public var header: LayoutSize
    /// Only the extent along the axis counts; 0 means that there is no footer.
    public var footer: LayoutSize
    /// The space around the items of each section, in points; a section's own row can override each side.
    public var sectionInsets: LayoutInsets
    /// True if a header stays visible while its section is.
    public var pinHeaders: Bool
    /// True if a footer stays visible while its section is.
    public var pinFooters: Bool
    /// The number of items side by side in a row.
    public var columns: Int
    /// The distance between two columns, in points.
    public var columnSpacing: Double
    /// The width beyond which rows do not grow, in points; `nil`: they fill the width that there is.
    public var maximumRowWidth: Double?
    /// The place of rows that are narrower than the available width.
    public var rowAlignment: LineAlignment
    /// Lines between rows or sections; `nil`: none.
    public var separators: SeparatorDefinition?
    /// The wrapping by which heights follow from lengths of text. `nil`: an item is as high as it was measured.
    public var wrap: TextWrap?
    /// Distances around headers, a header and footer of the list, and items that stick.
    public var list: ListOptions

    /// The most columns that a table may have.
    package static let maximumColumns = 1024

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        axis: LayoutAxis = .vertical, rowSpacing: Double = 0, estimatedRowHeight: Double = 44,
        sectionSpacing: Double = 0, header: LayoutSize = .zero, footer: LayoutSize = .zero,
        sectionInsets: LayoutInsets = .zero, pinHeaders: Bool = false, pinFooters: Bool = false, columns: Int = 1,
        columnSpacing: Double = 0, maximumRowWidth: Double? = nil, rowAlignment: LineAlignment = .center,
        separators: SeparatorDefinition? = nil, wrap: TextWrap? = nil, list: ListOptions = ListOptions()
    ) {
        self.axis = axis
        self.rowSpacing = rowSpacing
        self.estimatedRowHeight = estimatedRowHeight
        self.sectionSpacing = sectionSpacing
        self.header = header
        self.footer = footer
        self.sectionInsets = sectionInsets
        self.pinHeaders = pinHeaders
        self.pinFooters = pinFooters
        self.columns = columns
        self.columnSpacing = columnSpacing
        self.maximumRowWidth = maximumRowWidth
        self.rowAlignment = rowAlignment
        self.separators = separators
        self.wrap = wrap
        self.list = list
    }
}

extension TableDefinition: DefinitionKind, SectionedDefinitionWithBars, TurnableDefinition {
    static let kindName = "table"
    var containerDependence: ContainerDependence { .extent(across: axis) }

    static let keys = DefinitionObject<Self>(
        name: kindName, meaning: "Rows one after another, each as wide as its section and as high as its item.",
        prototype: TableDefinition(),
        keys: [
            .axis,
            DefinitionKey(
                "rowSpacing", \.rowSpacing, .length, "The distance between two rows of a section, in points."),
            DefinitionKey(
                "estimatedRowHeight", \.estimatedRowHeight, .extent,
                "The height of a row whose item has not been measured, in points."),
            .sectionSpacing,
            .header,
            .footer,
            .sectionInsets,
            .pinHeaders,
            .pinFooters,
            DefinitionKey(
                "columns", \.columns, .integer(1...maximumColumns), "The number of items side by side in a row."),
            DefinitionKey("columnSpacing", \.columnSpacing, .length, "The distance between two columns, in points."),
            DefinitionKey(
                "maximumRowWidth", \.maximumRowWidth, .extent,
                "The greatest width of rows, in points. Default: the width of the container."),
            DefinitionKey(
                "rowAlignment", \.rowAlignment, .choice(.center),
                "The place of rows that are narrower than the available width."
            ),
            .separators,
            DefinitionKey(
                "wrap", \.wrap, .object(TextWrap.keys),
                "The wrapping of text. Default: heights are stored."),
        ] + DefinitionKey.listKeys,
        rule: { (table) throws(LayoutError) in
            guard table.wrap != nil, table.axis == .horizontal else { return }
            throw LayoutError(path: ".wrap", message: "text wraps in a table that scrolls vertically only")
        })

    /// Rows do not grow beyond their greatest width.
    func items(in container: LayoutSize, insets: LayoutInsets) -> (start: Double, length: Double) {
        let cross = axis.cross
        let available = max(0, container[cross] - insets.total(cross))
        guard let maximum = maximumRowWidth, available > maximum else { return (insets.start(cross), available) }
        let rest = available - maximum
        return (insets.start(cross) + rest * rowAlignment.fraction, maximum)
    }
}

extension LayoutDefinition.Kind {
    /// Rows one after another, each as wide as its section and as high as its item.
    public static func table(_ definition: TableDefinition) -> Self { Self(definition) }
}
