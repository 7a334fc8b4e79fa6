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

extension JSONValue: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let elements = try? container.decode([JSONValue].self) {
            self = .array(elements)
        } else {
            // A decoder has no order of members.
            let members = try container.decode([String: JSONValue].self).sorted { $0.key < $1.key }
            self = .object(members.map { Member(key: $0.key, value: $0.value) })
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let elements): try container.encode(elements)
        case .object(let members):
            try container.encode(Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first })
        }
    }
}

extension JSONValue {
    /// The value as compact JSON text: no white space, members in their order, and the shortest digits that read back
    /// as the same double. Whole numbers have no fraction.
    ///
    /// A number that JSON cannot write (NaN, an infinity) becomes `null`. Linear in the size of the
    /// text; nesting does not use the call stack.
    package var text: String {
        var bytes: ContiguousArray<UInt8> = []
        var steps: [Step] = [.value(self)]
        while let step = steps.popLast() {
            switch step {
            case .value(.null): bytes.append(contentsOf: "null".utf8)
            case .value(.bool(let bool)): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
            case .value(.number(let number)): JSONNumber.encode(number, to: &bytes)
            case .value(.string(let string)): JSONString.encode(string, to: &bytes)
            case .value(.array(let elements)):
                bytes.append(UInt8(ascii: "["))
                steps.append(.elements(elements, next: 0))
            case .value(.object(let members)):
                bytes.append(UInt8(ascii: "{"))
                steps.append(.members(members, next: 0))
            case .elements(let elements, let next):
                guard next < elements.count else {
                    bytes.append(UInt8(ascii: "]"))
                    continue
                }
                if next > 0 { bytes.append(UInt8(ascii: ",")) }
                steps.append(.elements(elements, next: next + 1))
                steps.append(.value(elements[next]))
            case .members(let members, let next):
                guard next < members.count else {
                    bytes.append(UInt8(ascii: "}"))
                    continue
                }
                if next > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONString.encode(members[next].key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                steps.append(.members(members, next: next + 1))
                steps.append(.value(members[next].value))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A part of the text that follows.
    private enum Step {
        case value(JSONValue)
        case elements([JSONValue], next: Int)
        case members([Member], next: Int)
    }
}

/// An object, with its members in the order of the literal.
extension JSONValue: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(members.map { Member(key: $0.0, value: $0.1) })
    }
}
