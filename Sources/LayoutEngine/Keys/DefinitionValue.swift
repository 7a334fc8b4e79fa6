package import LayoutText

/// Reading a value of a definition from JSON, and writing it as JSON.
///
/// Errors have paths relative to the value; the reader of the containing value prefixes its own.
struct DefinitionValue<Value: Sendable & Equatable>: Sendable {
    typealias Reading = @Sendable (JSONValue, Value) throws(LayoutError) -> Value
    typealias Writing = @Sendable (Value, Value) -> JSONValue

    var description: ObjectDescription.Value
    /// The value of omitted parts if no key has a default.
    var placeholder: Value
    /// Writes a value, leaving out what is as in the second.
    var write: Writing
    /// Reads a value, and refuses one that cannot work; omitted parts are taken from the second.
    var read: Reading
}

extension DefinitionValue {
    /// Reads a value without omitted parts.
    func read(_ json: JSONValue) throws(LayoutError) -> Value { try read(json, placeholder) }

    /// Checks a value that was made in Swift by the rules that reading it applies.
    func check(_ value: Value) throws(LayoutError) { _ = try read(write(value, placeholder)) }

    /// A value of this type, or nothing, which is not written.
    var orNone: DefinitionValue<Value?> {
        DefinitionValue<Value?>(
            description: description, placeholder: nil,
            write: { (value, _) in value.map { write($0, placeholder) } ?? .null },
            read: { (json, _) throws(LayoutError) in try read(json) })
    }

    /// A value without parts.
    init(
        _ description: ObjectDescription.Value, placeholder: Value, write: @escaping @Sendable (Value) -> JSONValue,
        read: @escaping @Sendable (JSONValue) throws(LayoutError) -> Value
    ) {
        self.init(
            description: description, placeholder: placeholder, write: { value, _ in write(value) },
            read: { (json, _) throws(LayoutError) in try read(json) })
    }

    /// A value of another type, one of whose forms or parts it is.
    func mapped<Whole>(
        to whole: @escaping @Sendable (Value) -> Whole, from part: @escaping @Sendable (Whole) -> Value
    ) -> DefinitionValue<Whole> {
        DefinitionValue<Whole>(
            description: description, placeholder: whole(placeholder), write: { write(part($0), part($1)) },
            read: { (json, fallback) throws(LayoutError) in whole(try read(json, part(fallback))) })
    }
}

extension DefinitionValue where Value == Double {
    static func number(_ range: NumberRange) -> Self {
        Self(.number(range), placeholder: 0, write: JSONValue.number) { (json) throws(LayoutError) in
            guard case .number(let number) = json else { throw LayoutError(json, isNot: "a number") }
            try range.check(number)
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
        Self(.integer(range), placeholder: 0, write: { .number(Double($0)) }) { (json) throws(LayoutError) in
            guard case .number(let number) = json else { throw LayoutError(json, isNot: "a whole number") }
            guard number == number.rounded(), number.isFinite else {
                throw LayoutError(path: "", message: "must be a whole number")
            }
            guard let integer = Int(exactly: number), range.contains(integer) else {
                throw LayoutError(path: "", message: "must be between \(range.lowerBound) and \(range.upperBound)")
            }
            return integer
        }
    }

    /// The layer in which an element is drawn.
    static var zIndex: Self { .integer(-Int(NumberRange.limit)...Int(NumberRange.limit)) }
}

extension DefinitionValue where Value == Bool {
    static var flag: Self {
        Self(.boolean, placeholder: false, write: JSONValue.bool) { (json) throws(LayoutError) in
            guard case .bool(let bool) = json else { throw LayoutError(json, isNot: "a boolean") }
            return bool
        }
    }
}

extension DefinitionValue where Value == String {
    /// A string that is not empty.
    static var name: Self {
        Self(.string, placeholder: "", write: JSONValue.string) { (json) throws(LayoutError) in
            guard case .string(let string) = json else { throw LayoutError(json, isNot: "a string") }
            if string.isEmpty { throw LayoutError(path: "", message: "must not be empty") }
            return string
        }
    }
}

extension DefinitionValue where Value: RawRepresentable<String> & CaseIterable {
    /// One of the words that a type knows.
    static func choice(_ placeholder: Value) -> Self {
        let words = Value.allCases.map(\.rawValue)
        return Self(.choice(words), placeholder: placeholder, write: { .string($0.rawValue) }) {
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
        Self(
            .list(of: element.description, count: least...most), placeholder: [],
            write: { .array($0.map { element.write($0, element.placeholder) }) },
            read: { (json) throws(LayoutError) in
                guard case .array(let elements) = json else { throw LayoutError(json, isNot: "an array") }
                if elements.count < least { throw LayoutError(path: "", message: "must not be empty") }
                if elements.count > most {
                    throw LayoutError(path: "", message: "holds \(elements.count) elements; at most \(most) work")
                }
                var values: [Element] = []
                for (index, json) in elements.enumerated() {
                    values.append(try LayoutError.at(JSONValue.Path.element(index), try element.read(json)))
                }
                return values
            })
    }

    /// An object with its own keys.
    static func object(_ object: DefinitionObject<Value>) -> Self {
        Self(
            description: .object { object.description }, placeholder: object.prototype,
            write: { .object(object.members(of: $0, leavingOut: $1)) }, read: object.read)
    }
}

extension LayoutError {
    /// The fault of a value of a wrong type.
    package init(_ json: JSONValue, isNot expected: String) {
        self.init(path: "", message: "expected \(expected), found \(json.kindName)")
    }

    /// The fault, seen from the value that holds the one whose path this is.
    package func inside(_ step: String) -> LayoutError {
        var error = self
        error.path = step + (path ?? "")
        return error
    }

    /// Returns the value of an expression; a fault in it gets a step before its path.
    static func at<Value>(
        _ step: @autoclosure () -> String, _ value: @autoclosure () throws(LayoutError) -> Value
    ) throws(LayoutError) -> Value {
        do throws(LayoutError) {
            return try value()
        } catch {
            throw error.inside(step())
        }
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
                name: isExtent ? "extents" : "size", meaning: "A width and a height, in points.", prototype: .zero,
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
            name: name, meaning: "Distances from the edges inwards, in points.", prototype: .zero,
            keys: [
                DefinitionKey("top", \LayoutInsets.top, number, "The distance from this edge."),
                DefinitionKey("leading", \.leading, number, "The distance from this edge."),
                DefinitionKey("bottom", \.bottom, number, "The distance from this edge."),
                DefinitionKey("trailing", \.trailing, number, "The distance from this edge."),
            ])
        return .either(
            number.mapped(to: { LayoutInsets($0) }, from: { $0.top }), .object(edges),
            expected: "a number or an object of insets", isFirst: { $0 == LayoutInsets($0.top) })
    }
}

extension DefinitionValue {
    /// An array with a number in each place.
    ///
    /// - Parameters:
    ///   - optional: The number of places at the end that may be missing.
    ///   - isNot: The message if there are fewer numbers, or more.
    ///   - numbers: The numbers of a value, as they are written.
    static func numbers(
        _ places: [(name: String, type: DefinitionValue<Double>)], optional: Int = 0, isNot message: String,
        placeholder: Value, of numbers: @escaping @Sendable (Value) -> [Double],
        value: @escaping @Sendable ([Double]) -> Value
    ) -> Self {
        let required = places.count - optional
        return Self(
            .tuple(places.map { .init(name: $0.name, value: $0.type.description) }, required: required),
            placeholder: placeholder, write: { .array(numbers($0).map(JSONValue.number)) },
            read: { (json) throws(LayoutError) in
                guard case .array(let values) = json else { throw LayoutError(json, isNot: "an array") }
                guard (required...places.count).contains(values.count) else {
                    throw LayoutError(path: "", message: message)
                }
                var read: [Double] = []
                for (index, (place, json)) in zip(places, values).enumerated() {
                    read.append(try LayoutError.at(JSONValue.Path.element(index), try place.type.read(json)))
                }
                return value(read)
            })
    }

    /// A value in one of two forms.
    ///
    /// - Parameters:
    ///   - expected: The permitted forms, for the message about others than a number; nil if the first knows it.
    ///   - isFirst: Whether a value is written in the first form.
    ///   - readsSecond: Whether JSON is in the second form. Default: whether it is an object.
    static func either(
        _ first: Self, _ second: Self, expected: String? = nil, isFirst: @escaping @Sendable (Value) -> Bool,
        readsSecond: @escaping @Sendable (JSONValue) -> Bool = { if case .object = $0 { true } else { false } }
    ) -> Self {
        Self(
            .either([first.description, second.description]), placeholder: first.placeholder,
            write: { value in
                let form = isFirst(value) ? first : second
                return form.write(value, form.placeholder)
            },
            read: { (json) throws(LayoutError) in
                if readsSecond(json) { return try second.read(json) }
                if let expected {
                    guard case .number = json else { throw LayoutError(json, isNot: expected) }
                }
                return try first.read(json)
            })
    }

    /// A key of ``union(_:_:_:expected:placeholder:cases:plain:parts:)``, and the value that its number gives.
    struct UnionCase: Sendable {
        let name: String
        let meaning: String
        let value: @Sendable (Double) -> Value

        init(_ name: String, _ meaning: String, value: @escaping @Sendable (Double) -> Value) {
            (self.name, self.meaning, self.value) = (name, meaning, value)
        }
    }

    /// A number, or an object with exactly one of some keys, each with a number.
    ///
    /// - Parameters:
    ///   - expected: The permitted forms, for the message about others.
    ///   - plain: Makes a value of a number alone.
    ///   - parts: The number of a value, with its key if it is written as an object.
    static func union(
        _ name: String, _ meaning: String, _ range: NumberRange, expected: String, placeholder: Value,
        cases: [UnionCase], plain: @escaping @Sendable (Double) -> Value,
        parts: @escaping @Sendable (Value) -> (key: String?, number: Double)
    ) -> Self {
        let number = DefinitionValue<Double>.number(range)
        let names = cases.map(\.name)
        let union = ObjectDescription(
            name: name, meaning: meaning,
            keys: cases.map { .init(name: $0.name, value: .number(range), isRequired: false, meaning: $0.meaning) },
            isUnion: true)
        return Self(
            .either([.number(range), .object { union }]), placeholder: placeholder,
            write: { value in
                let parts = parts(value)
                guard let key = parts.key else { return .number(parts.number) }
                return .object([JSONValue.Member(key: key, value: .number(parts.number))])
            },
            read: { (json) throws(LayoutError) in
                if case .number = json { return plain(try number.read(json)) }
                guard case .object(let members) = json else { throw LayoutError(json, isNot: expected) }
                try LayoutError.refuseUnknownKeys(of: members, known: names)
                guard members.count == 1, let found = cases.first(where: { $0.name == members[0].key }) else {
                    throw LayoutError(path: "", message: "needs exactly one of \(names.joined(separator: ", "))")
                }
                return found.value(
                    try LayoutError.at(JSONValue.Path.member(found.name), try number.read(members[0].value)))
            })
    }
}

extension DefinitionValue where Value == LayoutPoint {
    /// A pair of numbers, x first.
    static var pair: Self { pair(of: .distance, isNot: "must be two numbers, x and y") }

    static func pair(of number: DefinitionValue<Double>, isNot message: String) -> Self {
        .numbers(
            [("x", number), ("y", number)], isNot: message, placeholder: .zero, of: { [$0.x, $0.y] },
            value: { LayoutPoint(x: $0[0], y: $0[1]) })
    }
}

extension DefinitionValue where Value == LayoutRect {
    /// An array of x, y, width and height. Default: in points.
    static func rectangle(
        origin: DefinitionValue<Double> = .distance, length: DefinitionValue<Double> = .length
    ) -> Self {
        .numbers(
            [("x", origin), ("y", origin), ("width", length), ("height", length)],
            isNot: "must be x, y, width and height", placeholder: .zero, of: \.numbers, value: { LayoutRect($0) })
    }
}

extension LayoutRect {
    /// The rectangle as the numbers of an array.
    var numbers: [Double] { [x, y, width, height] }

    init(_ numbers: [Double]) {
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
