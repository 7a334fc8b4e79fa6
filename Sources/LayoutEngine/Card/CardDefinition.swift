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
    /// The space around the items of each section, in points; a section's own row can override each side.
    public var sectionInsets: LayoutInsets
    /// The container's insets around the content; they narrow the content across the axis.
    public var contentInsets: LayoutInsets
    /// The motion of cards by their place in the viewport. `nil`: none.
    public var motion: LayoutMotion?

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        axis: LayoutAxis = .vertical, itemPitch: Double = 40, itemWidth: Double? = nil, itemHeight: Double? = nil,
        header: LayoutSize = .zero, sectionInsets: LayoutInsets = .zero, contentInsets: LayoutInsets = .zero,
        motion: LayoutMotion? = nil
    ) {
        self.axis = axis
        self.itemPitch = itemPitch
        self.itemWidth = itemWidth
        self.itemHeight = itemHeight
        self.header = header
        self.sectionInsets = sectionInsets
        self.contentInsets = contentInsets
        self.motion = motion
    }
}

extension CardDefinition: DefinitionKind, TurnableDefinition {
    static let kindName = "card"
    /// A section without items adds nothing anyway.
    static var lackedKeys: [String] { ["emptySections"] }
    var containerDependence: ContainerDependence { .extent(across: axis) }
    var scrollInsets: (start: Double, end: Double) { (contentInsets.start(axis), contentInsets.end(axis)) }

    static let keys = DefinitionObject(
        name: kindName, meaning: "A stack of cards, each covering all but a strip of the one before it.",
        prototype: CardDefinition(),
        keys: [
            .axis,
            DefinitionKey("itemPitch", \.itemPitch, .extent, "The visible strip of a covered card, in points."),
            DefinitionKey(
                "itemSize", \.unmeasuredSize, .object(UnmeasuredSize.keys),
                "The size of an item that has not been measured."),
            DefinitionKey(
                "header", \.header, .size(),
                "The header of each section, if both extents are positive. A horizontal stack has its height along x."
            ),
            .sectionInsets,
            DefinitionKey(
                "contentInsets", \.contentInsets, .insets(),
                "The container's insets around the content; they narrow the content across the axis."),
            DefinitionKey("motion", \.motion, .choice(.stack), LayoutMotion.meaning),
        ])

    /// The two optional extents as the one object that they are in JSON.
    private var unmeasuredSize: UnmeasuredSize {
        get { UnmeasuredSize(width: itemWidth, height: itemHeight) }
        set { (itemWidth, itemHeight) = (newValue.width, newValue.height) }
    }

    private struct UnmeasuredSize: Sendable, Equatable {
        var width: Double?
        var height: Double?

        static let keys = DefinitionObject(
            name: "cardSize", meaning: "The size of a card; a missing dimension follows from pitch and container.",
            prototype: UnmeasuredSize(),
            keys: [
                DefinitionKey(
                    "width", \.width, .extent,
                    "The width, in points. Default: the container’s content width in a vertical stack, "
                        + "else the pitch."),
                DefinitionKey(
                    "height", \.height, .extent,
                    "The height, in points. Default: the pitch in a vertical stack, "
                        + "else the container’s content height."),
            ])
    }
}

extension LayoutDefinition.Kind {
    /// A stack of cards, each covering all but a strip of the one before it.
    public static func card(_ definition: CardDefinition) -> Self { Self(definition) }
}
