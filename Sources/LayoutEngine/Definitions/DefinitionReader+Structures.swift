internal import LayoutText

extension DefinitionReader {
    /// An element of an array with its own path.
    struct Element {
        var value: JSONValue
        var path: String
    }

    /// A reader of a nested object, or `nil` where the key is not written. The caller has to `finish` it.
    mutating func nested(_ key: String) throws(DefinitionError) -> DefinitionReader? {
        guard let value = value(key) else { return nil }
        return try DefinitionReader(value, path: path(of: key))
    }

    /// The elements of an array, or `nil` where the key is not written.
    mutating func elements(_ key: String) throws(DefinitionError) -> [Element]? {
        guard let value = value(key) else { return nil }
        return try Self.elements(value, path: path(of: key))
    }

    /// The elements of a value that has to be an array.
    static func elements(_ value: JSONValue, path: String) throws(DefinitionError) -> [Element] {
        guard case .array(let values) = value else { throw wrongType(value, path: path, expected: "an array") }
        return values.enumerated().map { Element(value: $1, path: JSONPath.element($0, of: path)) }
    }

    /// A list of numbers, or an empty one where the key is not written.
    mutating func numbers(
        _ key: String, in range: NumberRange = .nonNegative
    ) throws(DefinitionError) -> [Double] {
        var result: [Double] = []
        for element in try elements(key) ?? [] {
            result.append(try Self.number(element.value, path: element.path, in: range))
        }
        return result
    }

    /// Insets: one number for all edges, or an object with an edge each; zero where not written.
    mutating func insets(
        _ key: String, in range: NumberRange = .nonNegative
    ) throws(DefinitionError) -> LayoutInsets {
        switch value(key) {
        case nil:
            return .zero
        case .number(let number):
            try range.check(number, at: path(of: key))
            return LayoutInsets(number)
        case .object?:
            guard var edges = try nested(key) else { return .zero }
            let insets = LayoutInsets(
                top: try edges.number("top", default: 0, in: range),
                leading: try edges.number("leading", default: 0, in: range),
                bottom: try edges.number("bottom", default: 0, in: range),
                trailing: try edges.number("trailing", default: 0, in: range)
            )
            try edges.finish()
            return insets
        case let other?:
            throw Self.wrongType(other, path: path(of: key), expected: "a number or an object of insets")
        }
    }

    /// A size in points; a dimension that is not written is the default's.
    mutating func size(
        _ key: String, default fallback: LayoutSize, in range: NumberRange = .nonNegative
    ) throws(DefinitionError) -> LayoutSize {
        guard var dimensions = try nested(key) else { return fallback }
        let size = LayoutSize(
            width: try dimensions.number("width", default: fallback.width, in: range),
            height: try dimensions.number("height", default: fallback.height, in: range)
        )
        try dimensions.finish()
        return size
    }
}
