internal import LayoutText

extension DefinitionValue where Value == LayoutSize {
    /// A width and a height; a dimension that is not written is the default's.
    static func size(_ range: NumberRange = .nonNegative) -> Self {
        // Extents have no default, since one of them must be given.
        let isExtent = range == .positive
        let rest = isExtent ? "; default: the key’s." : "."
        return .object(
            DefinitionObject(
                isExtent ? "extents" : "size", "A width and a height, in points.", prototype: .zero,
                keys: [
                    DefinitionKey(
                        "width", \.width, .number(range), tellsDefault: !isExtent, "The width, in points" + rest),
                    DefinitionKey(
                        "height", \.height, .number(range), tellsDefault: !isExtent, "The height, in points" + rest),
                ]))
    }
}

extension DefinitionValue where Value == LayoutInsets {
    /// One number for all edges, or an object with an edge each.
    static func insets(_ range: NumberRange = .nonNegative) -> Self {
        let number = DefinitionValue<Double>.number(range)
        let name = range == .any ? "signedInsets" : "insets"
        let edges = DefinitionObject(
            name, "Distances from the edges inwards, in points.", prototype: .zero,
            keys: [
                DefinitionKey("top", \LayoutInsets.top, number, "The distance from this edge."),
                DefinitionKey("leading", \.leading, number, "The distance from this edge."),
                DefinitionKey("bottom", \.bottom, number, "The distance from this edge."),
                DefinitionKey("trailing", \.trailing, number, "The distance from this edge."),
            ])
        return Self(
            .either([.number(range), .object { edges.description }]), placeholder: .zero, check: edges.check,
            write: { insets, _ in
                if insets == LayoutInsets(insets.top) { return .number(insets.top) }
                return .object(edges.members(of: insets, leavingOut: .zero))
            },
            read: { (json, _) throws(LayoutError) in
                switch json {
                case .number(let distance):
                    try range.check(distance)
                    return LayoutInsets(distance)
                case .object:
                    return try edges.read(json, fallback: .zero)
                default:
                    throw LayoutError(json, isNot: "a number or an object of insets")
                }
            })
    }
}

extension DefinitionValue where Value == LayoutPoint {
    /// A pair of numbers, x first.
    static var pair: Self {
        Self(
            .tuple([.init(name: "x", value: .number(.any)), .init(name: "y", value: .number(.any))], required: 2),
            placeholder: .zero,
            check: { (point) throws(LayoutError) in
                try DefinitionValue<[Double]>.list(of: .distance).check([point.x, point.y])
            },
            write: { .array([.number($0.x), .number($0.y)]) },
            read: { (json) throws(LayoutError) in
                let numbers = try DefinitionValue<[Double]>.list(of: .distance).read(json, [])
                guard numbers.count == 2 else {
                    throw LayoutError(path: "", message: "must be two numbers, x and y")
                }
                return LayoutPoint(x: numbers[0], y: numbers[1])
            })
    }
}

extension DefinitionValue where Value == LayoutRect {
    /// An array of x, y, width and height, in points.
    static var rectangle: Self { rectangle(origin: .distance, length: .length) }

    /// An array of x, y, width and height.
    static func rectangle(origin: DefinitionValue<Double>, length: DefinitionValue<Double>) -> Self {
        @Sendable func check(_ numbers: [Double]) throws(LayoutError) {
            for (place, number) in numbers.enumerated() {
                do throws(LayoutError) {
                    try (place < 2 ? origin : length).check(number)
                } catch {
                    throw error.inside(JSONPath.element(place, of: ""))
                }
            }
        }
        return Self(
            .tuple(
                [
                    .init(name: "x", value: origin.description), .init(name: "y", value: origin.description),
                    .init(name: "width", value: length.description), .init(name: "height", value: length.description),
                ], required: 4),
            placeholder: .zero,
            check: { (rect) throws(LayoutError) in
                try check([rect.x, rect.y, rect.width, rect.height])
            },
            write: { .array([$0.x, $0.y, $0.width, $0.height].map(JSONValue.number)) },
            read: { (json) throws(LayoutError) in
                guard case .array(let values) = json else { throw LayoutError(json, isNot: "an array") }
                guard values.count == 4 else {
                    throw LayoutError(path: "", message: "must be x, y, width and height")
                }
                var numbers: [Double] = []
                for (place, value) in values.enumerated() {
                    guard case .number(let number) = value else {
                        throw LayoutError(value, isNot: "a number").inside(JSONPath.element(place, of: ""))
                    }
                    numbers.append(number)
                }
                try check(numbers)
                return LayoutRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            })
    }
}
