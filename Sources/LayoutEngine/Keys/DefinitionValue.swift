internal import LayoutText

/// Reading a value of a definition from JSON, writing it as JSON and checking one made in Swift.
///
/// Errors have paths relative to the value; the reader of the containing value prefixes its own.
struct DefinitionValue<Value: Sendable & Equatable>: Sendable {
    typealias Reading = @Sendable (JSONValue, Value) throws(LayoutError) -> Value
    typealias Writing = @Sendable (Value, Value) -> JSONValue
    typealias Checking = @Sendable (Value) throws(LayoutError) -> Void

    var description: ValueDescription
    /// The value of omitted parts if no key has a default.
    var placeholder: Value
    /// Reads a value; omitted parts are taken from the second.
    var read: Reading
    /// Writes a value, leaving out what is as in the second.
    var write: Writing
    var check: Checking

    init(
        _ description: ValueDescription, placeholder: Value, check: @escaping Checking,
        write: @escaping Writing, read: @escaping Reading
    ) {
        self.description = description
        self.placeholder = placeholder
        self.check = check
        self.write = write
        self.read = read
    }

    /// Reads a value without omitted parts.
    func read(_ json: JSONValue) throws(LayoutError) -> Value {
        try read(json, placeholder)
    }

    /// A value without parts, which is checked when it has been read.
    init(
        _ description: ValueDescription, placeholder: Value, check: @escaping Checking,
        write: @escaping @Sendable (Value) -> JSONValue,
        read: @escaping @Sendable (JSONValue) throws(LayoutError) -> Value
    ) {
        self.init(description, placeholder: placeholder, check: check, write: { value, _ in write(value) }) {
            (json, _) throws(LayoutError) in
            let value = try read(json)
            try check(value)
            return value
        }
    }
}

extension DefinitionValue where Value == Double {
    static func number(_ range: NumberRange) -> Self {
        Self(.number(range), placeholder: 0, check: range.check, write: JSONValue.number) {
            (json) throws(LayoutError) in
            guard case .number(let number) = json else { throw LayoutError(json, isNot: "a number") }
            return number
        }
    }

    /// Points, or another number that is not negative.
    static var length: Self { .number(.nonNegative) }
    /// A positive number of points.
    static var extent: Self { .number(.positive) }
    /// Points in either direction.
    static var distance: Self { .number(.any) }
}

extension DefinitionValue where Value == Int {
    static func integer(_ range: ClosedRange<Int>) -> Self {
        Self(
            .integer(range), placeholder: 0,
            check: { (integer) throws(LayoutError) in
                guard range.contains(integer) else {
                    throw LayoutError(
                        path: "", message: "must be between \(range.lowerBound) and \(range.upperBound)")
                }
            },
            write: { .number(Double($0)) }
        ) { (json) throws(LayoutError) in
            guard case .number(let number) = json else { throw LayoutError(json, isNot: "a whole number") }
            guard let integer = Int(exactly: number) else {
                throw LayoutError(path: "", message: "must be a whole number")
            }
            return integer
        }
    }

    /// The layer in which an element is drawn.
    static var zIndex: Self { .integer(-Int(NumberRange.limit)...Int(NumberRange.limit)) }
}

extension DefinitionValue where Value == Bool {
    static var flag: Self {
        Self(.boolean, placeholder: false, check: { _ in }, write: JSONValue.bool) { (json) throws(LayoutError) in
            guard case .bool(let bool) = json else { throw LayoutError(json, isNot: "a boolean") }
            return bool
        }
    }
}

extension DefinitionValue where Value == String {
    /// A string that is not empty.
    static var name: Self {
        Self(
            .string, placeholder: "",
            check: { (string) throws(LayoutError) in
                if string.isEmpty { throw LayoutError(path: "", message: "must not be empty") }
            },
            write: JSONValue.string
        ) { (json) throws(LayoutError) in
            guard case .string(let string) = json else { throw LayoutError(json, isNot: "a string") }
            return string
        }
    }
}

extension DefinitionValue where Value: RawRepresentable<String> & CaseIterable {
    /// One of the words that a type knows.
    static func choice(_ placeholder: Value) -> Self {
        let words = Value.allCases.map(\.rawValue)
        return Self(.choice(words), placeholder: placeholder, check: { _ in }, write: { .string($0.rawValue) }) {
            (json) throws(LayoutError) in
            let word = try LayoutError.word(json, among: words)
            return Value(rawValue: word) ?? placeholder
        }
    }
}

extension DefinitionValue {
    /// An array of values of one type, with the given least and greatest counts.
    static func list<Element>(
        of element: DefinitionValue<Element>, atLeast least: Int = 0, atMost most: Int = .max
    ) -> Self where Value == [Element] {
        @Sendable func check(_ count: Int) throws(LayoutError) {
            if count < least { throw LayoutError(path: "", message: "must not be empty") }
            if count > most { throw LayoutError(path: "", message: "holds \(count) elements; at most \(most) work") }
        }
        return Self(
            .list(of: element.description, count: least...most), placeholder: [],
            check: { (values) throws(LayoutError) in
                try check(values.count)
                for (index, value) in values.enumerated() {
                    do throws(LayoutError) {
                        try element.check(value)
                    } catch {
                        throw error.inside(JSONPath.element(index, of: ""))
                    }
                }
            },
            write: { (values, _) in .array(values.map { element.write($0, element.placeholder) }) },
            read: { (json, _) throws(LayoutError) in
                guard case .array(let elements) = json else { throw LayoutError(json, isNot: "an array") }
                try check(elements.count)
                var values: [Element] = []
                for (index, json) in elements.enumerated() {
                    do throws(LayoutError) {
                        values.append(try element.read(json))
                    } catch {
                        throw error.inside(JSONPath.element(index, of: ""))
                    }
                }
                return values
            })
    }

    /// An object with its own keys.
    static func object(_ object: DefinitionObject<Value>) -> Self {
        Self(
            .object { object.description }, placeholder: object.prototype, check: object.check,
            write: { .object(object.members(of: $0, leavingOut: $1)) }, read: object.read)
    }
}

extension LayoutError {
    /// The fault of a value of a wrong type.
    package init(_ json: JSONValue, isNot expected: String) {
        self.init(path: "", message: "expected \(expected), found \(json.kindName)")
    }

    /// The same fault, seen from the value that holds the one whose path this is.
    package func inside(_ step: String) -> LayoutError {
        var error = self
        error.path = step + (path ?? "")
        return error
    }

    /// Reads a string that has to be one of some words; a likely misspelling gets a suggestion.
    package static func word(_ json: JSONValue, among words: [String]) throws(LayoutError) -> String {
        let list = words.joined(separator: ", ")
        guard case .string(let string) = json else { throw LayoutError(json, isNot: "one of \(list)") }
        if let word = words.first(where: { ExactString($0) == ExactString(string) }) { return word }
        guard let nearest = SpellingSuggestion.nearest(to: string, among: words) else {
            throw LayoutError(path: "", message: "“\(string)” is not one of \(list)")
        }
        throw LayoutError(path: "", message: "“\(string)” is not known; did you mean “\(nearest)”?")
    }
}

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
