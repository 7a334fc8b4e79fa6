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
    /// What is kept free inside each section, around its items, in points; a section's own row can override
    /// each side.
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

    /// Makes one from its parts; what is left out has its default.
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

extension FlowDefinition: DefinitionKind, SectionedDefinitionWithBars {
    static let kindName = "flow"
    var containerDependence: ContainerDependence { .extent(across: axis) }

    static let keys = DefinitionObject(
        kindName, "Items that fill line after line, as many in each as fit.",
        prototype: FlowDefinition(),
        keys: [
            .axis,
            DefinitionKey(
                "itemSpacing", \.itemSpacing, .length,
                "The least distance between two items of a line, in points."),
            DefinitionKey(
                "lineSpacing", \.lineSpacing, .length,
                "The distance between two lines, in points, measured between their thickest items."),
            DefinitionKey(
                "itemSize", \.itemSize, .size(.positive),
                "The size of an item that has not been measured, each dimension on its own."),
            .sectionSpacing,
            .sectionInsets,
            DefinitionKey(
                "contentInsets", \.contentInsets, .insets(),
                "What the container keeps free around the content; it narrows the content across the axis."),
            .header,
            .footer,
            .pinHeaders,
            .pinFooters,
        ])
}

extension LayoutDefinition.Kind {
    /// Items that fill line after line, as many in each as fit.
    public static func flow(_ definition: FlowDefinition) -> Self { Self(definition) }
}
