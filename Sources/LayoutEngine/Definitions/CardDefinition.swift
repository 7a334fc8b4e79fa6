/// A stack of cards, each covering all but a strip of the one before it.
public struct CardDefinition: Sendable, Hashable {
    /// The axis along which the cards are stacked.
    public var axis: LayoutAxis
    /// The visible strip of a covered card: the distance from one card's origin to the next, in points.
    public var itemPitch: Double
    /// The width of an item that has not been measured, in points; `nil` is the container's content
    /// width in a vertical stack, and the pitch in a horizontal one.
    public var itemWidth: Double?
    /// The height of an item that has not been measured, in points; `nil` is the pitch in a vertical
    /// stack, and the container's content height in a horizontal one.
    public var itemHeight: Double?
    /// Both extents count; unless both are positive there is no header.
    public var header: LayoutSize
    public var sectionInsets: LayoutInsets
    /// What the container keeps free around the content; it narrows the content across the axis.
    public var contentInsets: LayoutInsets

    public init(
        axis: LayoutAxis = .vertical, itemPitch: Double = 40, itemWidth: Double? = nil, itemHeight: Double? = nil,
        header: LayoutSize = .zero, sectionInsets: LayoutInsets = .zero, contentInsets: LayoutInsets = .zero
    ) {
        self.axis = axis
        self.itemPitch = itemPitch
        self.itemWidth = itemWidth
        self.itemHeight = itemHeight
        self.header = header
        self.sectionInsets = sectionInsets
        self.contentInsets = contentInsets
    }
}

extension CardDefinition: DefinitionCoding {
    init(_ reader: inout DefinitionReader) throws(DefinitionError) {
        let defaults = CardDefinition()
        self.init(
            axis: try reader.choice("axis", default: defaults.axis),
            itemPitch: try reader.number("itemPitch", default: defaults.itemPitch, in: .positive),
            header: try reader.size("header", default: defaults.header),
            sectionInsets: try reader.insets("sectionInsets"),
            contentInsets: try reader.insets("contentInsets")
        )
        if var size = try reader.nested("itemSize") {
            itemWidth = try size.optionalNumber("width", in: .positive)
            itemHeight = try size.optionalNumber("height", in: .positive)
            try size.finish()
        }
    }

    func write(to writer: inout DefinitionWriter) {
        let defaults = CardDefinition()
        writer.add("axis", axis, default: defaults.axis)
        writer.add("itemPitch", itemPitch, default: defaults.itemPitch)
        if itemWidth != nil || itemHeight != nil {
            var size = DefinitionWriter()
            if let itemWidth { size.add("width", .number(itemWidth)) }
            if let itemHeight { size.add("height", .number(itemHeight)) }
            writer.add("itemSize", size.value)
        }
        writer.add("header", header, default: defaults.header)
        writer.add("sectionInsets", sectionInsets)
        writer.add("contentInsets", contentInsets)
    }
}
