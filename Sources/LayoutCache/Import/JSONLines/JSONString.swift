/// Strings of JSON as bytes: escapes in, escapes out.
enum JSONString {
    /// The length of the escape sequence whose backslash is at `index`, surrogate pairs counted as
    /// one; nil if there is none such in JSON. A lone surrogate is none: it is no text.
    static func escapeLength(at index: Int, in bytes: Span<UInt8>, end: Int) -> Int? {
        guard index + 1 < end else { return nil }
        switch bytes[index + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return 2
        case UInt8(ascii: "u"):
            guard let unit = unit(at: index, in: bytes, end: end) else { return nil }
            if unit & 0xFC00 == 0xDC00 { return nil }
            guard unit & 0xFC00 == 0xD800 else { return 6 }
            guard index + 7 < end, bytes[index + 6] == UInt8(ascii: "\\"),
                let second = self.unit(at: index + 6, in: bytes, end: end), second & 0xFC00 == 0xDC00
            else { return nil }
            return 12
        default:
            return nil
        }
    }

    /// Appends the text of a string that `JSONLineScanner` has passed; the range is without quotes.
    static func decode(_ bytes: Span<UInt8>, range: Range<Int>, to text: inout ContiguousArray<UInt8>) {
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            guard byte == UInt8(ascii: "\\"),
                let length = escapeLength(at: index, in: bytes, end: range.upperBound)
            else {
                text.append(byte)
                index += 1
                continue
            }
            if length == 2 {
                text.append(shortEscape(bytes[index + 1]))
            } else {
                appendScalar(at: index, length: length, bytes, end: range.upperBound, to: &text)
            }
            index += length
        }
    }

    /// Appends text as a string of JSON, in quotes.
    static func encode(_ bytes: Span<UInt8>, range: Range<Int>, to text: inout ContiguousArray<UInt8>) {
        text.append(UInt8(ascii: "\""))
        for index in range {
            encode(bytes[index], to: &text)
        }
        text.append(UInt8(ascii: "\""))
    }

    /// Appends one byte of a string, escaped if it must be.
    @inline(__always)
    static func encode(_ byte: UInt8, to text: inout ContiguousArray<UInt8>) {
        if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            text.append(byte)
        } else {
            encodeEscaped(byte, to: &text)
        }
    }

    private static func encodeEscaped(_ byte: UInt8, to text: inout ContiguousArray<UInt8>) {
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

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func shortEscape(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }

    private static func appendScalar(
        at index: Int, length: Int, _ bytes: Span<UInt8>, end: Int, to text: inout ContiguousArray<UInt8>
    ) {
        guard let first = unit(at: index, in: bytes, end: end) else { return }
        var value = first
        if length == 12, let second = unit(at: index + 6, in: bytes, end: end) {
            value = 0x10000 + (first & 0x3FF) << 10 + second & 0x3FF
        }
        guard let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) else { return }
        text.append(contentsOf: encoded)
    }

    /// The four hexadecimal digits after the backslash and the u at `index`.
    private static func unit(at index: Int, in bytes: Span<UInt8>, end: Int) -> UInt32? {
        guard index + 6 <= end, bytes[index + 1] == UInt8(ascii: "u") else { return nil }
        var value: UInt32 = 0
        for digit in index + 2..<index + 6 {
            guard let nibble = nibble(bytes[digit]) else { return nil }
            value = value << 4 | UInt32(nibble)
        }
        return value
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
