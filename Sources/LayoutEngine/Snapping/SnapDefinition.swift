/// How a layout comes to rest after a scroll gesture.
public struct SnapDefinition: Sendable, Hashable {
    /// Which edge of an item meets which edge of the container.
    public enum Alignment: String, Sendable, CaseIterable {
        /// Where the item begins meets where the container begins.
        case leading
        /// The item's middle meets that of the container.
        case center
        /// Where the item ends meets where the container ends.
        case trailing
    }

    /// What the layout rests on.
    public enum Mode: String, Sendable, CaseIterable {
        /// On items.
        case item
        /// On multiples of the container's length.
        case page
    }

    /// Which edges meet.
    public var alignment: Alignment
    /// The distance between the container's edge and the item that rests there, in points.
    public var padding: Double
    /// The speed up to which a gesture counts as none, as scroll views report it (points per millisecond).
    public var velocityThreshold: Double
    /// What the layout rests on.
    public var mode: Mode

    /// Makes one from its parts; what is left out has its default.
    public init(
        alignment: Alignment = .leading, padding: Double = 16, velocityThreshold: Double = 0.3, mode: Mode = .item
    ) {
        self.alignment = alignment
        self.padding = padding
        self.velocityThreshold = velocityThreshold
        self.mode = mode
    }
}

extension SnapDefinition {
    static let keys = DefinitionObject(
        "snap", "How a layout comes to rest after a scroll gesture.",
        prototype: SnapDefinition(),
        keys: [
            DefinitionKey(
                "alignment", \.alignment, .choice(.leading),
                "Which edge of an item meets which edge of the container."),
            DefinitionKey(
                "padding", \.padding, .length,
                "The distance between the container’s edge and the item that rests there, in points."),
            DefinitionKey(
                "velocityThreshold", \.velocityThreshold, .length,
                "The speed up to which a gesture counts as none, in points per millisecond."),
            DefinitionKey(
                "mode", \.mode, .choice(.item),
                "What the layout rests on: items, or multiples of the container’s length."),
        ])
}
