internal import LayoutText

/// The distance between two neighbours, or between an item and its neighbours, in points.
public enum CompositionalSpacing: Sendable, Hashable {
    /// Exactly this much.
    case fixed(Double)
    /// At least this much, and an equal share of what a group has left over once it is full.
    case flexible(Double)

    /// The length that counts when a group is filled.
    package var minimum: Double {
        switch self {
        case .fixed(let distance), .flexible(let distance): distance
        }
    }

    /// Whether it grows with what is left over.
    package var isFlexible: Bool {
        if case .flexible = self { true } else { false }
    }
}

/// Distances kept around an item or a group, outside its own box: part of the fit and of the stride.
public struct CompositionalEdgeSpacing: Sendable, Hashable {
    /// The distance kept above.
    public var top: CompositionalSpacing
    /// The distance kept where lines begin.
    public var leading: CompositionalSpacing
    /// The distance kept below.
    public var bottom: CompositionalSpacing
    /// The distance kept where lines end.
    public var trailing: CompositionalSpacing

    /// Makes one from its parts; omitted ones have their defaults.
    public init(
        top: CompositionalSpacing = .fixed(0), leading: CompositionalSpacing = .fixed(0),
        bottom: CompositionalSpacing = .fixed(0), trailing: CompositionalSpacing = .fixed(0)
    ) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }

    /// Nothing is kept free.
    public static let none = CompositionalEdgeSpacing()

    /// The spacing at the beginning of the given axis: top or leading.
    package func start(_ axis: LayoutAxis) -> CompositionalSpacing { axis == .vertical ? top : leading }

    /// The spacing at the end of the given axis: bottom or trailing.
    package func end(_ axis: LayoutAxis) -> CompositionalSpacing { axis == .vertical ? bottom : trailing }

    /// The lengths that count when a group is filled.
    var minimums: LayoutInsets {
        LayoutInsets(top: top.minimum, leading: leading.minimum, bottom: bottom.minimum, trailing: trailing.minimum)
    }
}

extension DefinitionValue where Value == CompositionalSpacing {
    /// A number of points, or an object with a flexible minimum.
    static func spacing(_ range: NumberRange) -> Self {
        .union(
            range == .any ? "gap" : "edgeGap", "A distance that may grow with what is left over.", range,
            expected: "a number, {\"flexible\": minimum} or {\"fixed\": distance}", placeholder: .fixed(0),
            cases: [
                UnionCase("flexible", "The minimum in points; it also gets an equal share of the remaining space.") {
                    .flexible($0)
                }, UnionCase("fixed", "The exact distance in points.") { .fixed($0) },
            ], plain: { .fixed($0) }, parts: { ($0.isFlexible ? "flexible" : nil, $0.minimum) })
    }
}

extension DefinitionValue where Value == CompositionalEdgeSpacing {
    /// One spacing for all four edges, or an object with an edge each.
    static var edgeSpacing: Self {
        let spacing = DefinitionValue<CompositionalSpacing>.spacing(.nonNegative)
        let edges = DefinitionObject(
            name: "edgeSpacing", meaning: "Distances around an item or a group, outside its own box.",
            prototype: CompositionalEdgeSpacing.none,
            keys: [
                DefinitionKey("top", \CompositionalEdgeSpacing.top, spacing, "The distance on this side."),
                DefinitionKey("leading", \.leading, spacing, "The distance on this side."),
                DefinitionKey("bottom", \.bottom, spacing, "The distance on this side."),
                DefinitionKey("trailing", \.trailing, spacing, "The distance on this side."),
            ])
        return .either(
            spacing.mapped(
                to: { CompositionalEdgeSpacing(top: $0, leading: $0, bottom: $0, trailing: $0) }, from: { $0.top }),
            .object(edges), isFirst: { _ in false },
            readsSecond: { json in
                if case .object = json { json["flexible"] == nil && json["fixed"] == nil } else { false }
            })
    }
}
