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
