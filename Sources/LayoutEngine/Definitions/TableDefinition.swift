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
    public var sectionInsets: LayoutInsets
    /// Whether a header stays in sight while its section is.
    public var pinHeaders: Bool
    /// Whether a footer stays in sight while its section is.
    public var pinFooters: Bool

    public init(
        axis: LayoutAxis = .vertical, rowSpacing: Double = 0, estimatedRowHeight: Double = 44,
        sectionSpacing: Double = 0, header: LayoutSize = .zero, footer: LayoutSize = .zero,
        sectionInsets: LayoutInsets = .zero, pinHeaders: Bool = false, pinFooters: Bool = false
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
    }
}

extension TableDefinition: DefinitionCoding {
    init(_ reader: inout DefinitionReader) throws(DefinitionError) {
        let defaults = TableDefinition()
        self.init(
            axis: try reader.choice("axis", default: defaults.axis),
            rowSpacing: try reader.number("rowSpacing", default: defaults.rowSpacing),
            estimatedRowHeight: try reader.number(
                "estimatedRowHeight", default: defaults.estimatedRowHeight, in: .positive),
            sectionSpacing: try reader.number("sectionSpacing", default: defaults.sectionSpacing),
            header: try reader.size("header", default: defaults.header),
            footer: try reader.size("footer", default: defaults.footer),
            sectionInsets: try reader.insets("sectionInsets"),
            pinHeaders: try reader.bool("pinHeaders", default: defaults.pinHeaders),
            pinFooters: try reader.bool("pinFooters", default: defaults.pinFooters)
        )
    }

    func write(to writer: inout DefinitionWriter) {
        let defaults = TableDefinition()
        writer.add("axis", axis, default: defaults.axis)
        writer.add("rowSpacing", rowSpacing, default: defaults.rowSpacing)
        writer.add("estimatedRowHeight", estimatedRowHeight, default: defaults.estimatedRowHeight)
        writer.add("sectionSpacing", sectionSpacing, default: defaults.sectionSpacing)
        writer.add("header", header, default: defaults.header)
        writer.add("footer", footer, default: defaults.footer)
        writer.add("sectionInsets", sectionInsets)
        writer.add("pinHeaders", pinHeaders, default: defaults.pinHeaders)
        writer.add("pinFooters", pinFooters, default: defaults.pinFooters)
    }
}
