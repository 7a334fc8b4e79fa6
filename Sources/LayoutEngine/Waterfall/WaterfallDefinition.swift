/// A waterfall: columns of one width, and each item goes to the column that is shortest so far.
public struct WaterfallDefinition: Sendable, Hashable {
    /// The most columns that a definition may have: the heights of all are kept with every band.
    public static let maximumColumns = 1024

    /// The axis along which the columns grow and the content scrolls.
    public var axis: LayoutAxis
    /// The number of columns side by side.
    public var columns: Int
    /// The distance between two columns, in points.
    public var columnSpacing: Double
    /// The distance between two items of a column, in points.
    public var itemSpacing: Double
    /// The extent along the axis of an item of which nothing has been measured, in points.
    public var estimatedItemLength: Double
    /// The distance between two sections, in points.
    public var sectionSpacing: Double
    /// What is kept free inside each section, around its items, in points; a section's own row can override
    /// each side.
    public var sectionInsets: LayoutInsets
    /// Only the extent along the axis counts; 0 means no header.
    public var header: LayoutSize
    /// Only the extent along the axis counts; 0 means no footer.
    public var footer: LayoutSize
    /// Whether a header stays in sight while its section is.
    public var pinHeaders: Bool
    /// Whether a footer stays in sight while its section is.
    public var pinFooters: Bool

    /// Makes one from its parts; what is left out has its default.
    public init(
        axis: LayoutAxis = .vertical, columns: Int = 2, columnSpacing: Double = 10, itemSpacing: Double = 10,
        estimatedItemLength: Double = 50, sectionSpacing: Double = 0, sectionInsets: LayoutInsets = .zero,
        header: LayoutSize = .zero, footer: LayoutSize = .zero, pinHeaders: Bool = false, pinFooters: Bool = false
    ) {
        self.axis = axis
        self.columns = columns
        self.columnSpacing = columnSpacing
        self.itemSpacing = itemSpacing
        self.estimatedItemLength = estimatedItemLength
        self.sectionSpacing = sectionSpacing
        self.sectionInsets = sectionInsets
        self.header = header
        self.footer = footer
        self.pinHeaders = pinHeaders
        self.pinFooters = pinFooters
    }
}

extension WaterfallDefinition: DefinitionKind, SectionedDefinitionWithBars {
    static let kindName = "waterfall"
    var containerDependence: ContainerDependence { .extent(across: axis) }

    static let keys = DefinitionObject(
        kindName, "Columns of one width, where each item goes to the column that is shortest so far.",
        prototype: WaterfallDefinition(),
        keys: [
            .axis,
            DefinitionKey("columns", \.columns, .integer(1...maximumColumns), "The number of columns side by side."),
            DefinitionKey("columnSpacing", \.columnSpacing, .length, "The distance between two columns, in points."),
            DefinitionKey(
                "itemSpacing", \.itemSpacing, .length,
                "The distance between two items of a column, in points."),
            DefinitionKey(
                "estimatedItemLength", \.estimatedItemLength, .extent,
                "The extent along the axis of an item that has not been measured, in points."),
            .sectionSpacing,
            .sectionInsets,
            .header,
            .footer,
            .pinHeaders,
            .pinFooters,
        ])
}

extension LayoutDefinition.Kind {
    /// Columns of one width, where each item goes to the column that is shortest so far.
    public static func waterfall(_ definition: WaterfallDefinition) -> Self { Self(definition) }
}
