internal import LayoutText

/// The length of an item, a group or a supplementary on one axis.
///
/// Fractions are of the containing group's box after its own insets. For a section's outermost group that is the
/// section's content box across the scroll axis, and the whole container along it.
public enum CompositionalDimension: Sendable, Hashable {
    /// A length in points.
    case absolute(Double)
    /// A share of the container's width; either axis may use it, which makes squares easy.
    case fractionalWidth(Double)
    /// A share of the container's height.
    case fractionalHeight(Double)
    /// A guess in points, until the item's own measured size is known.
    case estimated(Double)
    /// A guess in points until measured; then every such sibling in the same group grows to the
    /// largest one.
    case uniformAcrossSiblings(estimate: Double)

    /// True if the length follows from measurements: `estimated` and `uniformAcrossSiblings`.
    public var isEstimated: Bool {
        switch self {
        case .estimated, .uniformAcrossSiblings: true
        case .absolute, .fractionalWidth, .fractionalHeight: false
        }
    }

    /// Whether the length is shared with its siblings.
    package var isUniformAcrossSiblings: Bool {
        if case .uniformAcrossSiblings = self { true } else { false }
    }

    /// The number that the case holds: points, or a fraction.
    package var value: Double {
        switch self {
        case .absolute(let value), .fractionalWidth(let value), .fractionalHeight(let value),
            .estimated(let value), .uniformAcrossSiblings(estimate: let value):
            value
        }
    }

    /// The upper limit of fractions of fractions and copies of copies: the greatest fraction of the greatest container.
    /// Without it some forty nested groups would overflow to infinity.
    static let longest = NumberRange.limit * NumberRange.limit

    /// The length in a container of the given size, in points; an estimate stands for itself.
    package func length(in container: LayoutSize) -> Double {
        switch self {
        case .fractionalWidth(let fraction): min(fraction * container.width, Self.longest)
        case .fractionalHeight(let fraction): min(fraction * container.height, Self.longest)
        case .absolute, .estimated, .uniformAcrossSiblings: value
        }
    }

    /// The axis of the container on which the length depends, for the two fractional cases.
    var containerAxis: LayoutAxis? {
        switch self {
        case .fractionalWidth: .horizontal
        case .fractionalHeight: .vertical
        case .absolute, .estimated, .uniformAcrossSiblings: nil
        }
    }
}

/// A width and a height as dimensions.
public struct CompositionalSize: Sendable, Hashable {
    /// The width.
    public var width: CompositionalDimension
    /// The height.
    public var height: CompositionalDimension

    /// Makes one from its parts; omitted ones have their defaults.
    public init(width: CompositionalDimension, height: CompositionalDimension) {
        self.width = width
        self.height = height
    }

    package subscript(axis: LayoutAxis) -> CompositionalDimension { axis == .vertical ? height : width }

    /// Both lengths in a container of the given size, in points.
    func lengths(in container: LayoutSize) -> LayoutSize {
        LayoutSize(width: width.length(in: container), height: height.length(in: container))
    }
}

extension DefinitionValue where Value == CompositionalDimension {
    /// A number of points, or an object with one of the other cases.
    static var dimension: Self {
        .union(
            "dimension", "A length: absolute, a fraction of the container, or measured.", .nonNegative,
            expected: "a number or an object of one dimension", placeholder: .absolute(0),
            cases: [
                UnionCase("absolute", "A length in points.") { .absolute($0) },
                UnionCase("fractionalWidth", "A share of the container’s width.") { .fractionalWidth($0) },
                UnionCase("fractionalHeight", "A share of the container’s height.") { .fractionalHeight($0) },
                UnionCase("estimated", "A guess in points, until the item has been measured.") { .estimated($0) },
                UnionCase(
                    "uniformAcrossSiblings",
                    "A guess in points; once measured, siblings of one group grow to the largest."
                ) { .uniformAcrossSiblings(estimate: $0) },
            ], plain: { .absolute($0) }, parts: { ($0.key, $0.value) })
    }
}

extension CompositionalDimension {
    /// The key of the object that the dimension is in JSON; nil for one that is a number.
    fileprivate var key: String? {
        switch self {
        case .absolute: nil
        case .fractionalWidth: "fractionalWidth"
        case .fractionalHeight: "fractionalHeight"
        case .estimated: "estimated"
        case .uniformAcrossSiblings: "uniformAcrossSiblings"
        }
    }
}

extension CompositionalSize {
    static let zero = CompositionalSize(width: .absolute(0), height: .absolute(0))

    static let keys = DefinitionObject(
        name: "dimensions", meaning: "A width and a height.", prototype: CompositionalSize.zero,
        keys: [
            DefinitionKey("width", \.width, .dimension, isRequired: true, "The width."),
            DefinitionKey("height", \.height, .dimension, isRequired: true, "The height."),
        ])
}

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
