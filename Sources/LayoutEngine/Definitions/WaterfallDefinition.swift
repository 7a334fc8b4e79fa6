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
    public var sectionInsets: LayoutInsets
    /// Only the extent along the axis counts; 0 means no header.
    public var header: LayoutSize
    /// Only the extent along the axis counts; 0 means no footer.
    public var footer: LayoutSize
    public var pinHeaders: Bool
    public var pinFooters: Bool

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

extension WaterfallDefinition: DefinitionCoding {
    init(_ reader: inout DefinitionReader) throws(DefinitionError) {
        let defaults = WaterfallDefinition()
        self.init(
            axis: try reader.choice("axis", default: defaults.axis),
            columns: try reader.integer("columns", default: defaults.columns, in: 1...Self.maximumColumns),
            columnSpacing: try reader.number("columnSpacing", default: defaults.columnSpacing),
            itemSpacing: try reader.number("itemSpacing", default: defaults.itemSpacing),
            estimatedItemLength: try reader.number(
                "estimatedItemLength", default: defaults.estimatedItemLength, in: .positive),
            sectionSpacing: try reader.number("sectionSpacing", default: defaults.sectionSpacing),
            sectionInsets: try reader.insets("sectionInsets"),
            header: try reader.size("header", default: defaults.header),
            footer: try reader.size("footer", default: defaults.footer),
            pinHeaders: try reader.bool("pinHeaders", default: defaults.pinHeaders),
            pinFooters: try reader.bool("pinFooters", default: defaults.pinFooters)
        )
    }

    func write(to writer: inout DefinitionWriter) {
        let defaults = WaterfallDefinition()
        writer.add("axis", axis, default: defaults.axis)
        writer.add("columns", columns, default: defaults.columns)
        writer.add("columnSpacing", columnSpacing, default: defaults.columnSpacing)
        writer.add("itemSpacing", itemSpacing, default: defaults.itemSpacing)
        writer.add("estimatedItemLength", estimatedItemLength, default: defaults.estimatedItemLength)
        writer.add("sectionSpacing", sectionSpacing, default: defaults.sectionSpacing)
        writer.add("sectionInsets", sectionInsets)
        writer.add("header", header, default: defaults.header)
        writer.add("footer", footer, default: defaults.footer)
        writer.add("pinHeaders", pinHeaders, default: defaults.pinHeaders)
        writer.add("pinFooters", pinFooters, default: defaults.pinFooters)
    }
}
