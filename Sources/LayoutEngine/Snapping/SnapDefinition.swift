internal import LayoutText

/// The snapping of a layout after a scroll gesture.
public struct SnapDefinition: Sendable, Hashable {
    /// The edge of an item that meets the same edge of the container.
    public enum Alignment: String, Sendable, CaseIterable {
        /// The beginning of the item aligns with the beginning of the container.
        case leading
        /// The middle of the item aligns with the middle of the container.
        case center
        /// The end of the item aligns with the end of the container.
        case trailing
    }

    /// The stops of the layout.
    public enum Mode: String, Sendable, CaseIterable {
        /// On items.
        case item
        /// On multiples of the container's length.
        case page
    }

    /// The edges that meet.
    public var alignment: Alignment
    /// The place of the aligned edges, as a fraction of an item and of the container; `nil`: by ``alignment``.
    public var fraction: Double?
    /// The number of items to a stop. `nil`: scrolling may rest on each.
    public var items: Int?
    /// The distance between the container's edge and the item that rests there, in points.
    public var padding: Double
    /// The speed up to which a gesture counts as none, as scroll views report it (points per millisecond).
    public var velocityThreshold: Double
    /// The stops of the layout.
    public var mode: Mode

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        alignment: Alignment = .leading, padding: Double = 16, velocityThreshold: Double = 0.3, mode: Mode = .item,
        fraction: Double? = nil, items: Int? = nil
    ) {
        self.alignment = alignment
        self.padding = padding
        self.velocityThreshold = velocityThreshold
        self.mode = mode
        self.fraction = fraction
        self.items = items
    }
}

extension SnapDefinition {
    static let keys = DefinitionObject(
        name: "snap",
        meaning:
            "The snapping of a layout after a scroll gesture: to the nearest stop, or the nearest in the gesture’s "
            + "direction, however far. A slow gesture to an end of the content rests there if `alignment` is a word.",
        prototype: SnapDefinition(),
        keys: [
            DefinitionKey(
                "alignment", \.writtenAlignment, .snapAlignment,
                "The edge of an item that meets the same one of the container, or the fraction of both."),
            DefinitionKey(
                "padding", \.padding, .length,
                "The distance between the container’s edge and the resting item, in points."),
            DefinitionKey(
                "velocityThreshold", \.velocityThreshold, .length,
                "The greatest speed that counts as none, in points per millisecond."),
            DefinitionKey(
                "mode", \.mode, .choice(.item),
                "The stops of the layout: items, or multiples of the container’s length."),
            DefinitionKey(
                "items", \.items, .integer(1...Int(NumberRange.limit)), "The number of items to a stop. Default: 1."),
        ])

    /// The place of the aligned edges, as a fraction of an item and of the container.
    var place: Double {
        if let fraction { return fraction }
        return switch alignment {
        case .leading: 0
        case .center: 0.5
        case .trailing: 1
        }
    }

    /// The edges that meet, as the one value that they are in JSON.
    fileprivate struct WrittenAlignment: Sendable, Equatable {
        var edge = Alignment.leading
        var fraction: Double?
    }

    fileprivate var writtenAlignment: WrittenAlignment {
        get { WrittenAlignment(edge: alignment, fraction: fraction) }
        set { (alignment, fraction) = (newValue.edge, newValue.fraction) }
    }
}

extension DefinitionValue where Value == SnapDefinition.WrittenAlignment {
    /// One of three words, or an object with a fraction.
    fileprivate static var snapAlignment: Self {
        let fraction = DefinitionObject(
            name: "snapFraction", meaning: "A place as a fraction of an item and of the container.", prototype: 0.0,
            keys: [
                DefinitionKey(
                    "fraction", \Double.self, .number(.between(0, 1)), isRequired: true,
                    "The fraction: 0 is the beginning of both, 1 the end.")
            ])
        return .either(
            DefinitionValue<SnapDefinition.Alignment>.choice(.leading).mapped(
                to: { SnapDefinition.WrittenAlignment(edge: $0) }, from: { $0.edge }),
            DefinitionValue<Double>.object(fraction).mapped(
                to: { SnapDefinition.WrittenAlignment(fraction: $0) }, from: { $0.fraction ?? 0 }),
            isFirst: { $0.fraction == nil })
    }
}
