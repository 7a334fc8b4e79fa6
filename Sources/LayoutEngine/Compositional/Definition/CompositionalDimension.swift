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

    /// The dimension on the given axis.
    package subscript(axis: LayoutAxis) -> CompositionalDimension {
        axis == .vertical ? height : width
    }

    /// Both lengths in a container of the given size, in points.
    func lengths(in container: LayoutSize) -> LayoutSize {
        LayoutSize(width: width.length(in: container), height: height.length(in: container))
    }
}

extension DefinitionValue where Value == CompositionalDimension {
    /// The keys of a dimension written as an object, which has exactly one of them.
    private static let cases: [(name: String, make: @Sendable (Double) -> CompositionalDimension, meaning: String)] = [
        ("absolute", CompositionalDimension.absolute, "A length in points."),
        ("fractionalWidth", CompositionalDimension.fractionalWidth, "A share of the container’s width."),
        ("fractionalHeight", CompositionalDimension.fractionalHeight, "A share of the container’s height."),
        ("estimated", CompositionalDimension.estimated, "A guess in points, until the item has been measured."),
        (
            "uniformAcrossSiblings", { .uniformAcrossSiblings(estimate: $0) },
            "A guess in points; once measured, siblings of one group grow to the largest."
        ),
    ]

    /// A number of points, or an object with one of the other cases.
    static var dimension: Self {
        let number = DefinitionValue<Double>.length
        let union = ObjectDescription(
            name: "dimension", meaning: "A length: absolute, a fraction of the container, or measured.",
            keys: cases.map {
                .init(name: $0.name, value: .number(.nonNegative), isRequired: false, meaning: $0.meaning)
            },
            isUnion: true)
        return Self(
            .either([.number(.nonNegative), .object { union }]), placeholder: .absolute(0),
            check: { (dimension) throws(LayoutError) in
                do throws(LayoutError) {
                    try number.check(dimension.value)
                } catch {
                    throw error.inside(dimension.key.map { JSONPath.member($0, of: "") } ?? "")
                }
            },
            write: { dimension in
                guard let key = dimension.key else { return .number(dimension.value) }
                return .object([JSONValue.Member(key: key, value: .number(dimension.value))])
            },
            read: { (json) throws(LayoutError) in
                if case .number(let length) = json { return .absolute(length) }
                guard case .object(let members) = json else {
                    throw LayoutError(json, isNot: "a number or an object of one dimension")
                }
                try LayoutError.refuseUnknownKeys(of: members, known: cases.map(\.name))
                guard members.count == 1, let found = cases.first(where: { $0.name == members[0].key }) else {
                    let names = cases.map(\.name).joined(separator: ", ")
                    throw LayoutError(path: "", message: "needs exactly one of \(names)")
                }
                do throws(LayoutError) {
                    return found.make(try number.read(members[0].value))
                } catch {
                    throw error.inside(JSONPath.member(found.name, of: ""))
                }
            })
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
        "dimensions", "A width and a height.",
        prototype: CompositionalSize.zero,
        keys: [
            DefinitionKey("width", \.width, .dimension, isRequired: true, "The width."),
            DefinitionKey("height", \.height, .dimension, isRequired: true, "The height."),
        ])
}
