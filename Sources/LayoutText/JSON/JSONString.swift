/// Strings of JSON as bytes: their grammar, escapes in, escapes out.
package enum JSONString {
    /// The position after the closing quote of the string that opens at a position.
    ///
    /// - Parameter hasEscapes: Set if the string contains an escape.
    /// - Throws: a fault at a control character, an unknown escape or half of a surrogate pair, each at its place. A
    ///   string that is never closed is a fault at the opening quote.
    static func end(
        in bytes: Span<UInt8>, from opening: Int, to end: Int, hasEscapes: inout Bool
    ) throws(JSONTokenizer.Fault) -> Int {
        var index = opening + 1
        while true {
            index = ByteScanner.firstIndexInterruptingString(in: bytes, range: index..<end)
            guard index < end else {
                throw JSONTokenizer.Fault(at: opening, expected: "a closing quote for the string that begins here")
            }
            switch bytes[index] {
            case UInt8(ascii: "\""): return index + 1
            case UInt8(ascii: "\\"):
                hasEscapes = true
                index += try Escape.length(at: index, in: bytes, end: end)
            default: throw JSONTokenizer.Fault(at: index, expected: "an escape in place of a control character")
            }
        }
    }

    /// Appends the text that the inside of a string stands for, whose grammar has been checked; the
    /// range is without quotes.
    package static func decode(_ bytes: Span<UInt8>, range: Range<Int>, to text: inout ContiguousArray<UInt8>) {
        var index = range.lowerBound
        while index < range.upperBound {
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < range.upperBound {
                index = Escape.decode(at: index, in: bytes, end: range.upperBound, to: &text)
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
    }

    /// The text of a string or key, without its quotes and with its escapes resolved.
    package static func decoded(_ token: JSONTokenizer.Token, in bytes: Span<UInt8>) -> String {
        guard token.hasEscapes else {
            return unsafe bytes.withUnsafeBufferPointer { buffer in
                unsafe String(decoding: buffer[token.content], as: UTF8.self)
            }
        }
        var text: ContiguousArray<UInt8> = []
        text.reserveCapacity(token.content.count)
        decode(bytes, range: token.content, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// A member's name with its colon, after the opening brace or a comma.
    package static func memberPrefix(_ name: String, isFirst: Bool) -> ContiguousArray<UInt8> {
        var prefix: ContiguousArray<UInt8> = [UInt8(ascii: isFirst ? "{" : ",")]
        encode(name, to: &prefix)
        prefix.append(UInt8(ascii: ":"))
        return prefix
    }

    /// Appends text as a string of JSON, in quotes.
    package static func encode(_ string: String, to text: inout ContiguousArray<UInt8>) {
        text.append(UInt8(ascii: "\""))
        for byte in string.utf8 { encode(byte, to: &text) }
        text.append(UInt8(ascii: "\""))
    }

    /// Appends one byte of a string, escaped if it must be.
    @inlinable @inline(__always) package static func encode(_ byte: UInt8, to text: inout ContiguousArray<UInt8>) {
        if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            text.append(byte)
        } else {
            Escape.encode(byte, to: &text)
        }
    }

    /// Escape sequences in strings of JSON (RFC 8259, section 7).
    @usableFromInline
    enum Escape {
        /// The length of the escape whose backslash is at a position, a surrogate pair counted as one.
        ///
        /// - Throws: a fault if it is not a valid escape; half of a surrogate pair is not one either.
        static func length(at index: Int, in bytes: Span<UInt8>, end: Int) throws(JSONTokenizer.Fault) -> Int {
            guard index + 1 < end else { throw JSONTokenizer.Fault(at: index, expected: "the letter of an escape") }
            guard bytes[index + 1] == UInt8(ascii: "u") else {
                guard byte(for: bytes[index + 1]) != nil else {
                    throw JSONTokenizer.Fault(at: index, expected: "an escape that JSON knows")
                }
                return 2
            }
            guard let unit = unit(at: index, in: bytes, end: end) else {
                throw JSONTokenizer.Fault(at: index, expected: "four hexadecimal digits after '\\u'")
            }
            guard unit & 0xF800 == 0xD800 else { return 6 }
            guard unit & 0xFC00 == 0xD800, let second = self.unit(at: index + 6, in: bytes, end: end),
                second & 0xFC00 == 0xDC00
            else { throw JSONTokenizer.Fault(at: index, expected: "both halves of a surrogate pair") }
            return 12
        }

        /// Appends what an escape that has been checked stands for; returns the position after it.
        static func decode(at index: Int, in bytes: Span<UInt8>, end: Int, to text: inout ContiguousArray<UInt8>) -> Int
        {
            guard bytes[index + 1] == UInt8(ascii: "u"), var value = unit(at: index, in: bytes, end: end) else {
                text.append(byte(for: bytes[index + 1]) ?? bytes[index + 1])
                return index + 2
            }
            var next = index + 6
            if value & 0xFC00 == 0xD800, let second = unit(at: next, in: bytes, end: end) {
                value = 0x10000 + (value & 0x3FF) << 10 + second & 0x3FF
                next += 6
            }
            if let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) {
                text.append(contentsOf: encoded)
            }
            return next
        }

        /// Appends the escape of a byte that cannot stand for itself.
        @usableFromInline
        static func encode(_ byte: UInt8, to text: inout ContiguousArray<UInt8>) {
            text.append(UInt8(ascii: "\\"))
            switch byte {
            case 0x08: text.append(UInt8(ascii: "b"))
            case 0x09: text.append(UInt8(ascii: "t"))
            case 0x0A: text.append(UInt8(ascii: "n"))
            case 0x0C: text.append(UInt8(ascii: "f"))
            case 0x0D: text.append(UInt8(ascii: "r"))
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text.append(byte)
            default:
                text.append(contentsOf: "u00".utf8)
                text.append(hexadecimalDigit(byte >> 4))
                text.append(hexadecimalDigit(byte & 15))
            }
        }

        /// The byte that the letter of a short escape stands for.
        private static func byte(for letter: UInt8) -> UInt8? {
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

        private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
            value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
        }

        /// The number of the four hexadecimal digits after a backslash and a `u`.
        private static func unit(at index: Int, in bytes: Span<UInt8>, end: Int) -> UInt32? {
            guard index + 6 <= end, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
                return nil
            }
            var value: UInt32 = 0
            for position in index + 2..<index + 6 {
                let digit: UInt8
                switch bytes[position] {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = bytes[position] - UInt8(ascii: "0")
                case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = bytes[position] - UInt8(ascii: "a") + 10
                case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = bytes[position] - UInt8(ascii: "A") + 10
                default: return nil
                }
                value = value << 4 | UInt32(digit)
            }
            return value
        }
    }
}
