/// Where a JSON string lies in its bytes, checked but not decoded.
struct JSONText: Sendable, Hashable {
    /// The bytes of the string with its quotes.
    var quoted: Range<Int>
    /// Whether there is an escape in it, so that its bytes are not its content.
    var hasEscapes: Bool

    /// The bytes between the quotes.
    var content: Range<Int> { quoted.lowerBound + 1..<quoted.upperBound - 1 }

    /// Scans the string that opens with the quote at the given position.
    ///
    /// Refuses control characters, unknown escapes, halves of surrogate pairs and bytes that are not
    /// UTF-8, each at its own position.
    init(scanning bytes: Span<UInt8>, from start: Int) throws(JSONFault) {
        var position = start + 1
        var hasEscapes = false
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                self.quoted = start..<position + 1
                self.hasEscapes = hasEscapes
                return
            } else if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                position = try Self.endOfEscape(in: bytes, at: position)
            } else if byte < 0x20 {
                throw JSONFault(at: position, expected: "an escape in place of a control character")
            } else if byte < 0x80 {
                position += 1
            } else {
                position = try Self.endOfScalar(in: bytes, at: position)
            }
        }
        throw JSONFault(at: bytes.count, expected: "'\"' at the end of the string")
    }

    /// The string's content, with its escapes resolved.
    func decoded(in bytes: Span<UInt8>) -> String {
        guard hasEscapes else {
            return unsafe bytes.withUnsafeBufferPointer { buffer in
                unsafe String(decoding: buffer[content], as: UTF8.self)
            }
        }
        var result = ContiguousArray<UInt8>()
        result.reserveCapacity(content.count)
        var position = content.lowerBound
        while position < content.upperBound {
            let byte = bytes[position]
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                position += 1
                continue
            }
            let letter = bytes[position + 1]
            guard letter == UInt8(ascii: "u") else {
                result.append(Self.simpleEscape(letter) ?? letter)
                position += 2
                continue
            }
            var scalar = Self.hexadecimal(in: bytes, at: position + 2) ?? 0xFFFD
            position += 6
            if (0xD800..<0xDC00).contains(scalar) {
                let low = Self.hexadecimal(in: bytes, at: position + 2) ?? 0xDC00
                scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
                position += 6
            }
            result.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func simpleEscape(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    private static func endOfEscape(in bytes: Span<UInt8>, at position: Int) throws(JSONFault) -> Int {
        guard position + 1 < bytes.count else {
            throw JSONFault(at: bytes.count, expected: "the letter of an escape")
        }
        let letter = bytes[position + 1]
        if simpleEscape(letter) != nil { return position + 2 }
        guard letter == UInt8(ascii: "u") else {
            throw JSONFault(at: position, expected: "an escape that JSON knows")
        }
        guard let first = hexadecimal(in: bytes, at: position + 2) else {
            throw JSONFault(at: position, expected: "four hexadecimal digits after '\\u'")
        }
        switch first {
        case 0xD800..<0xDC00:
            let next = position + 6
            if next + 1 < bytes.count, bytes[next] == UInt8(ascii: "\\"), bytes[next + 1] == UInt8(ascii: "u"),
                let second = hexadecimal(in: bytes, at: next + 2), (0xDC00..<0xE000).contains(second) {
                return next + 6
            }
            throw JSONFault(at: position, expected: "both halves of a surrogate pair")
        case 0xDC00..<0xE000:
            throw JSONFault(at: position, expected: "both halves of a surrogate pair")
        default:
            return position + 6
        }
    }

    private static func hexadecimal(in bytes: Span<UInt8>, at position: Int) -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        var result: UInt32 = 0
        for index in position..<position + 4 {
            let digit: UInt8
            switch bytes[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = bytes[index] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = bytes[index] - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = bytes[index] - UInt8(ascii: "A") + 10
            default: return nil
            }
            result = result << 4 | UInt32(digit)
        }
        return result
    }

    /// The position after the scalar of several bytes that begins at the given position, by the table
    /// of well-formed sequences in the Unicode Standard (table 3-7): no overlong forms, no surrogates,
    /// nothing above U+10FFFF.
    private static func endOfScalar(in bytes: Span<UInt8>, at position: Int) throws(JSONFault) -> Int {
        let continuations: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch bytes[position] {
        case 0xC2...0xDF: continuations = 1
        case 0xE0: (continuations, second) = (2, 0xA0...0xBF)
        case 0xED: (continuations, second) = (2, 0x80...0x9F)
        case 0xE1...0xEF: continuations = 2
        case 0xF0: (continuations, second) = (3, 0x90...0xBF)
        case 0xF1...0xF3: continuations = 3
        case 0xF4: (continuations, second) = (3, 0x80...0x8F)
        default: throw JSONFault(at: position, expected: "UTF-8")
        }
        for index in 1...continuations {
            let allowed = index == 1 ? second : 0x80...0xBF
            guard position + index < bytes.count, allowed.contains(bytes[position + index]) else {
                throw JSONFault(at: position, expected: "UTF-8")
            }
        }
        return position + 1 + continuations
    }
}
