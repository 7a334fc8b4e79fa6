internal import LayoutText

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
