extension JSONValue {
    /// The value as compact JSON text: no white space, members in their order, the shortest digits that
    /// read back as the same double, and no fraction where there is none.
    ///
    /// A number that JSON cannot write (NaN, an infinity) becomes `null`. Linear in the size of the
    /// text; nesting does not use the call stack.
    public var text: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }
}

/// Appends JSON values to a text.
package struct JSONWriter {
    package private(set) var text = ""

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
            case .value(.null): text += "null"
            case .value(.bool(let bool)): text += bool ? "true" : "false"
            case .value(.number(let number)): write(number)
            case .value(.string(let string)): write(string)
            case .value(.array(let elements)):
                text += "["
                steps.append(.elements(elements, next: 0))
            case .value(.object(let members)):
                text += "{"
                steps.append(.members(members, next: 0))
            case .elements(let elements, let next):
                guard next < elements.count else {
                    text += "]"
                    continue
                }
                if next > 0 { text += "," }
                steps.append(.elements(elements, next: next + 1))
                steps.append(.value(elements[next]))
            case .members(let members, let next):
                guard next < members.count else {
                    text += "}"
                    continue
                }
                if next > 0 { text += "," }
                write(members[next].key)
                text += ":"
                steps.append(.members(members, next: next + 1))
                steps.append(.value(members[next].value))
            }
        }
    }

    /// Appends a number: the shortest digits, without the `.0` of a whole one.
    package mutating func write(_ number: Double) {
        guard number.isFinite else {
            text += "null"
            return
        }
        // Zero has two signs but one text, so that equal values write alike.
        var digits = number == 0 ? "0" : number.description
        if digits.hasSuffix(".0") { digits.removeLast(2) }
        text += digits
    }

    /// Appends a string with its quotes and escapes.
    package mutating func write(_ string: String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{8}": text += "\\b"
            case "\u{C}": text += "\\f"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
