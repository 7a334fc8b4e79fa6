/// A flow: items fill line after line, as many in each as fit.
///
/// The defaults are those of UIKit's flow layout.
public struct FlowDefinition: Sendable, Hashable {
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
    public var sectionInsets: LayoutInsets
    /// What the container keeps free around the content.
    ///
    /// As with a scroll view's insets they narrow the lines, and are no part of content coordinates:
    /// the content begins at 0 and is narrower than the container by both insets across the axis.
    public var contentInsets: LayoutInsets
    /// Only the extent along the axis counts, across it is the container's; 0 means no header.
    public var header: LayoutSize
    /// Only the extent along the axis counts, across it is the container's; 0 means no footer.
    public var footer: LayoutSize
    /// Whether a header stays in sight while its section is.
    public var pinHeaders: Bool
    /// Whether a footer stays in sight while its section is.
    public var pinFooters: Bool

    public init(
        axis: LayoutAxis = .vertical, itemSpacing: Double = 10, lineSpacing: Double = 10,
        itemSize: LayoutSize = LayoutSize(width: 50, height: 50), sectionSpacing: Double = 0,
        sectionInsets: LayoutInsets = .zero, contentInsets: LayoutInsets = .zero,
        header: LayoutSize = .zero, footer: LayoutSize = .zero, pinHeaders: Bool = false, pinFooters: Bool = false
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
    }
}

extension FlowDefinition: DefinitionCoding {
    init(_ reader: inout DefinitionReader) throws(DefinitionError) {
        let defaults = FlowDefinition()
        self.init(
            axis: try reader.choice("axis", default: defaults.axis),
            itemSpacing: try reader.number("itemSpacing", default: defaults.itemSpacing),
            lineSpacing: try reader.number("lineSpacing", default: defaults.lineSpacing),
            itemSize: try reader.size("itemSize", default: defaults.itemSize, in: .positive),
            sectionSpacing: try reader.number("sectionSpacing", default: defaults.sectionSpacing),
            sectionInsets: try reader.insets("sectionInsets"),
            contentInsets: try reader.insets("contentInsets"),
            header: try reader.size("header", default: defaults.header),
            footer: try reader.size("footer", default: defaults.footer),
            pinHeaders: try reader.bool("pinHeaders", default: defaults.pinHeaders),
            pinFooters: try reader.bool("pinFooters", default: defaults.pinFooters)
        )
    }

    func write(to writer: inout DefinitionWriter) {
        let defaults = FlowDefinition()
        writer.add("axis", axis, default: defaults.axis)
        writer.add("itemSpacing", itemSpacing, default: defaults.itemSpacing)
        writer.add("lineSpacing", lineSpacing, default: defaults.lineSpacing)
        writer.add("itemSize", itemSize, default: defaults.itemSize)
        writer.add("sectionSpacing", sectionSpacing, default: defaults.sectionSpacing)
        writer.add("sectionInsets", sectionInsets)
        writer.add("contentInsets", contentInsets)
        writer.add("header", header, default: defaults.header)
        writer.add("footer", footer, default: defaults.footer)
        writer.add("pinHeaders", pinHeaders, default: defaults.pinHeaders)
        writer.add("pinFooters", pinFooters, default: defaults.pinFooters)
    }
}
