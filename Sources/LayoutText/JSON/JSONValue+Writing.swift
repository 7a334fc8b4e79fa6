extension JSONValue {
    /// The value as compact JSON text: no white space, members in their order, and the shortest digits that read back
    /// as the same double. Whole numbers have no fraction.
    ///
    /// A number that JSON cannot write (NaN, an infinity) becomes `null`. Linear in the size of the
    /// text; nesting does not use the call stack.
    package var text: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }
}

/// Appends JSON values to a text.
package struct JSONWriter {
    private var bytes: ContiguousArray<UInt8> = []

    /// The text written so far.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package init() {}

    private enum Step {
        case value(JSONValue)
        case elements([JSONValue], next: Int)
        case members([JSONValue.Member], next: Int)
    }

    package mutating func write(_ value: JSONValue) {
        var steps: [Step] = [.value(value)]
        while let step = steps.popLast() {
            switch step {
            case .value(.null): bytes.append(contentsOf: "null".utf8)
            case .value(.bool(let bool)): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
            case .value(.number(let number)): write(number)
            case .value(.string(let string)): write(string)
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
                write(members[next].key)
                bytes.append(UInt8(ascii: ":"))
                steps.append(.members(members, next: next + 1))
                steps.append(.value(members[next].value))
            }
        }
    }

    /// Appends a number: the shortest digits, without the `.0` of a whole one.
    package mutating func write(_ number: Double) {
        JSONNumber.encode(number, to: &bytes)
    }

    /// Appends a string with its quotes and escapes.
    package mutating func write(_ string: String) {
        JSONString.encode(string, to: &bytes)
    }
}
