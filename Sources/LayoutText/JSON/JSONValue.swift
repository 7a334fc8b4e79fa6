/// A JSON value, with the members of objects in the order in which they were written.
///
/// Strings and keys are equal where their code points are.
package enum JSONValue: Sendable, Hashable {
    /// A name and its value in an object.
    package struct Member: Sendable, Hashable {
        package var key: String
        package var value: JSONValue

        package init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// The value of an object's member, or `nil` if it has no such member, or is no object.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { ExactString($0.key) == ExactString(key) }?.value
    }

    /// The kind of value, as named in messages: `a number`, `an object`.
    package var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): ExactString(left) == ExactString(right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let bool): hasher.combine(bool)
        case .number(let number): hasher.combine(number)
        case .string(let string): hasher.combine(ExactString(string))
        case .array(let elements): hasher.combine(elements)
        case .object(let members): hasher.combine(members)
        }
    }
}

extension JSONValue.Member {
    package static func == (left: JSONValue.Member, right: JSONValue.Member) -> Bool {
        ExactString(left.key) == ExactString(right.key) && left.value == right.value
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ExactString(key))
        hasher.combine(value)
    }
}
