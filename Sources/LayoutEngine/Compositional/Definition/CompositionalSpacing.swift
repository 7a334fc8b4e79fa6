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
        LayoutInsets(
            top: top.minimum, leading: leading.minimum, bottom: bottom.minimum, trailing: trailing.minimum)
    }
}
