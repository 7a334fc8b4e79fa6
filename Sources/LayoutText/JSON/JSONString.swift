/// Strings of JSON as bytes: their grammar, escapes in, escapes out.
package enum JSONString {
    /// The position after the closing quote of the string that opens at a position.
    ///
    /// - Parameters:
    ///   - hasEscapes: set if the string contains an escape.
    ///   - isKnownUTF8: whether the bytes have been checked already; otherwise they are here.
    /// - Throws: a fault at control characters, unknown escapes, halves of surrogate pairs and bytes that are not
    ///   UTF-8, each at its own position. A string that is never closed is a fault at the opening quote.
    static func end(
        in bytes: Span<UInt8>, from opening: Int, to end: Int, hasEscapes: inout Bool, isKnownUTF8: Bool
    ) throws(JSONFault) -> Int {
        var index = opening + 1
        while true {
            index =
                isKnownUTF8
                ? ByteScanner.firstIndexInterruptingString(in: bytes, range: index..<end)
                : ByteScanner.firstIndexInterruptingASCIIString(in: bytes, range: index..<end)
            guard index < end else {
                throw JSONFault(at: opening, expected: "a closing quote for the string that begins here")
            }
            switch bytes[index] {
            case UInt8(ascii: "\""):
                return index + 1
            case UInt8(ascii: "\\"):
                hasEscapes = true
                index += try JSONEscape.length(at: index, in: bytes, end: end)
            case 0x80...:
                guard case .wellFormed(let length) = UTF8Sequence(at: index, in: bytes, end: end) else {
                    throw JSONFault(at: index, expected: "UTF-8")
                }
                index += length
            default:
                throw JSONFault(at: index, expected: "an escape in place of a control character")
            }
        }
    }

    /// Appends the text that the inside of a string stands for, whose grammar has been checked; the
    /// range is without quotes.
    package static func decode(_ bytes: Span<UInt8>, range: Range<Int>, to text: inout ContiguousArray<UInt8>) {
        var index = range.lowerBound
        while index < range.upperBound {
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < range.upperBound {
                index = JSONEscape.decode(at: index, in: bytes, end: range.upperBound, to: &text)
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
    }

    /// The text of a string or key, without its quotes and with its escapes resolved.
    package static func decoded(_ token: JSONToken, in bytes: Span<UInt8>) -> String {
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
    @inlinable
    @inline(__always)
    package static func encode(_ byte: UInt8, to text: inout ContiguousArray<UInt8>) {
        if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            text.append(byte)
        } else {
            JSONEscape.encode(byte, to: &text)
        }
    }
}
