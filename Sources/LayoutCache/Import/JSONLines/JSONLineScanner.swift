/// Checks one line of JSON (RFC 8259) and finds the members of its object, without building anything.
///
/// Works on bytes that are known to be UTF-8. Linear in the line's length; no recursion.
struct JSONLineScanner: ~Copyable {
    /// The depth at which SQLite's JSON functions refuse a value (JSON_MAX_DEPTH is 1000 since 3.42),
    /// and with it everything that would read the payload.
    static let maximumDepth = 1000

    /// What is wrong, and where.
    struct Fault: Equatable {
        var offset: Int
        var kind: ImportError.Kind
        var message: String
    }

    /// A value's bytes.
    private enum Literal {
        static let truth = Array("true".utf8)
        static let falsehood = Array("false".utf8)
        static let null = Array("null".utf8)
    }

    private var index: Int
    private let end: Int
    /// For each open array or object, whether it is an object.
    private var nesting: [Bool] = []

    init(range: Range<Int>) {
        index = range.lowerBound
        end = range.upperBound
    }

    /// Appends two fields for each member of the line's object: the name without its quotes, the
    /// value verbatim, with its quotes if it is a string. A field is encoded if it has a backslash.
    mutating func scanObject(_ bytes: Span<UInt8>, into batch: inout RowBatch) -> Fault? {
        skipSpace(bytes)
        guard index < end, bytes[index] == UInt8(ascii: "{") else {
            return Fault(offset: index, kind: .notAnObject, message: "expected an object, one on each line")
        }
        index += 1
        skipSpace(bytes)
        if index < end, bytes[index] == UInt8(ascii: "}") {
            index += 1
        } else {
            while true {
                var isEncoded = false
                let nameStart = index + 1
                guard index < end, bytes[index] == UInt8(ascii: "\"") else {
                    return invalid("expected a member's name in quotes")
                }
                if let fault = scanString(bytes, isEncoded: &isEncoded) { return fault }
                batch.append(FieldRange(nameStart, index - 1, isEncoded: isEncoded))
                skipSpace(bytes)
                guard index < end, bytes[index] == UInt8(ascii: ":") else {
                    return invalid("expected a colon after the member's name")
                }
                index += 1
                skipSpace(bytes)
                let valueStart = index
                isEncoded = false
                if let fault = scanValue(bytes, isEncoded: &isEncoded) { return fault }
                batch.append(FieldRange(valueStart, index, isEncoded: isEncoded))
                skipSpace(bytes)
                if index < end, bytes[index] == UInt8(ascii: ",") {
                    index += 1
                    skipSpace(bytes)
                } else if index < end, bytes[index] == UInt8(ascii: "}") {
                    index += 1
                    break
                } else {
                    return invalid("expected a comma or a closing brace")
                }
            }
        }
        skipSpace(bytes)
        return index == end ? nil : invalid("text after the object; each line holds one")
    }

    /// Scans one value of any kind. `isEncoded` is set for a string with a backslash, and may be for
    /// arrays and objects, where it means nothing.
    private mutating func scanValue(_ bytes: Span<UInt8>, isEncoded: inout Bool) -> Fault? {
        let outerDepth = nesting.count
        while true {
            // A value begins here.
            guard index < end else { return invalid("expected a value, but the line ends") }
            switch bytes[index] {
            case UInt8(ascii: "\""):
                if let fault = scanString(bytes, isEncoded: &isEncoded) { return fault }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let isObject = bytes[index] == UInt8(ascii: "{")
                // The line's own object is one level.
                guard nesting.count + 1 < Self.maximumDepth else {
                    return invalid("nested deeper than \(Self.maximumDepth) levels")
                }
                index += 1
                skipSpace(bytes)
                if index < end, bytes[index] == UInt8(ascii: isObject ? "}" : "]") {
                    index += 1
                    break
                }
                nesting.append(isObject)
                if isObject, let fault = scanName(bytes) { return fault }
                continue
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                if let fault = scanNumber(bytes) { return fault }
            case UInt8(ascii: "t"):
                if let fault = scanLiteral(Literal.truth, bytes) { return fault }
            case UInt8(ascii: "f"):
                if let fault = scanLiteral(Literal.falsehood, bytes) { return fault }
            case UInt8(ascii: "n"):
                if let fault = scanLiteral(Literal.null, bytes) { return fault }
            default:
                return invalid("expected a value")
            }
            // A value ended here: close what ends with it.
            var goesOn = false
            while nesting.count > outerDepth, !goesOn {
                let isObject = nesting[nesting.count - 1]
                skipSpace(bytes)
                if index < end, bytes[index] == UInt8(ascii: ",") {
                    index += 1
                    skipSpace(bytes)
                    if isObject, let fault = scanName(bytes) { return fault }
                    goesOn = true
                } else if index < end, bytes[index] == UInt8(ascii: isObject ? "}" : "]") {
                    index += 1
                    nesting.removeLast()
                } else {
                    return invalid("expected a comma or a closing \(isObject ? "brace" : "bracket")")
                }
            }
            if !goesOn { return nil }
        }
    }

    /// Scans an inner member's name and colon.
    private mutating func scanName(_ bytes: Span<UInt8>) -> Fault? {
        guard index < end, bytes[index] == UInt8(ascii: "\"") else {
            return invalid("expected a member's name in quotes")
        }
        var isEncoded = false
        if let fault = scanString(bytes, isEncoded: &isEncoded) { return fault }
        skipSpace(bytes)
        guard index < end, bytes[index] == UInt8(ascii: ":") else {
            return invalid("expected a colon after the member's name")
        }
        index += 1
        skipSpace(bytes)
        return nil
    }

    private mutating func scanString(_ bytes: Span<UInt8>, isEncoded: inout Bool) -> Fault? {
        let opening = index
        index += 1
        while true {
            index = ByteScanning.firstIndexInterruptingString(in: bytes, range: index..<end)
            guard index < end else {
                return Fault(offset: opening, kind: .invalidJSON, message: "the string that begins here is never closed")
            }
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return nil
            case UInt8(ascii: "\\"):
                isEncoded = true
                guard let length = JSONString.escapeLength(at: index, in: bytes, end: end) else {
                    return invalid("not an escape sequence of JSON")
                }
                index += length
            default:
                return invalid("a control character in a string must be written as an escape")
            }
        }
    }

    private mutating func scanNumber(_ bytes: Span<UInt8>) -> Fault? {
        guard let numberEnd = JSONNumber.end(of: bytes, from: index, to: end) else {
            return invalid("not a number of JSON")
        }
        index = numberEnd
        return nil
    }

    private mutating func scanLiteral(_ literal: [UInt8], _ bytes: Span<UInt8>) -> Fault? {
        for (distance, byte) in literal.enumerated() {
            guard index + distance < end, bytes[index + distance] == byte else {
                return invalid("expected a value")
            }
        }
        index += literal.count
        return nil
    }

    @inline(__always)
    private mutating func skipSpace(_ bytes: Span<UInt8>) {
        while index < end {
            let byte = bytes[index]
            guard byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else { return }
            index += 1
        }
    }

    private func invalid(_ message: String) -> Fault {
        Fault(offset: index, kind: .invalidJSON, message: message)
    }
}
