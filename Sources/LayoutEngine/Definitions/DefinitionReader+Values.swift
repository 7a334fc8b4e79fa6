internal import LayoutText

extension DefinitionReader {
    /// A number, or `nil` where the key is not written.
    mutating func optionalNumber(
        _ key: String, in range: NumberRange = .nonNegative
    ) throws(DefinitionError) -> Double? {
        guard let value = value(key) else { return nil }
        return try Self.number(value, path: path(of: key), in: range)
    }

    /// A number, or the default where the key is not written.
    mutating func number(
        _ key: String, default fallback: Double, in range: NumberRange = .nonNegative
    ) throws(DefinitionError) -> Double {
        try optionalNumber(key, in: range) ?? fallback
    }

    /// Reads a value that has to be a number in the given range.
    static func number(
        _ value: JSONValue, path: String, in range: NumberRange
    ) throws(DefinitionError) -> Double {
        guard case .number(let number) = value else { throw wrongType(value, path: path, expected: "a number") }
        try range.check(number, at: path)
        return number
    }

    /// A whole number, or `nil` where the key is not written.
    mutating func optionalInteger(
        _ key: String, in range: ClosedRange<Int>
    ) throws(DefinitionError) -> Int? {
        guard let value = value(key) else { return nil }
        guard case .number(let number) = value else {
            throw Self.wrongType(value, path: path(of: key), expected: "a whole number")
        }
        guard let integer = Int(exactly: number) else { throw fault(at: key, "must be a whole number") }
        guard range.contains(integer) else {
            throw fault(at: key, "must lie between \(range.lowerBound) and \(range.upperBound)")
        }
        return integer
    }

    /// A whole number, or the default where the key is not written.
    mutating func integer(
        _ key: String, default fallback: Int, in range: ClosedRange<Int>
    ) throws(DefinitionError) -> Int {
        try optionalInteger(key, in: range) ?? fallback
    }

    /// A boolean, or the default where the key is not written.
    mutating func bool(_ key: String, default fallback: Bool) throws(DefinitionError) -> Bool {
        guard let value = value(key) else { return fallback }
        guard case .bool(let bool) = value else {
            throw Self.wrongType(value, path: path(of: key), expected: "a boolean")
        }
        return bool
    }

    /// A string that is not empty, or `nil` where the key is not written.
    mutating func optionalString(_ key: String) throws(DefinitionError) -> String? {
        guard let value = value(key) else { return nil }
        guard case .string(let string) = value else {
            throw Self.wrongType(value, path: path(of: key), expected: "a string")
        }
        guard !string.isEmpty else { throw fault(at: key, "must not be empty") }
        return string
    }

    /// One of the words that a type knows, or the default where the key is not written.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String, default fallback: Choice
    ) throws(DefinitionError) -> Choice {
        guard let value = value(key) else { return fallback }
        return try Self.choice(value, path: path(of: key))
    }

    /// Reads a value that has to be one of the words that a type knows.
    static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ value: JSONValue, path: String
    ) throws(DefinitionError) -> Choice {
        let words = Choice.allCases.map(\.rawValue)
        guard case .string(let string) = value else {
            throw wrongType(value, path: path, expected: "one of \(words.joined(separator: ", "))")
        }
        guard let choice = Choice(rawValue: string) else {
            var message = "\"\(string)\" is not one of \(words.joined(separator: ", "))"
            if let nearest = SpellingSuggestion.nearest(to: string, among: words) {
                message = "\"\(string)\" is not known; did you mean \"\(nearest)\"?"
            }
            throw DefinitionError(path: path, message: message)
        }
        return choice
    }
}
