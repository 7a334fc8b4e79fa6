/// The classification of the bytes at a position, as UTF-8.
///
/// The well-formed sequences are listed in table 3-7 of the Unicode Standard: no overlong forms, no surrogates, nothing
/// above U+10FFFF.
package enum UTF8Sequence: Sendable, Equatable {
    case wellFormed(length: Int)
    /// The bytes end within what may become a well-formed sequence.
    case cutShort
    case illFormed

    /// Looks at the sequence whose lead byte is at a position, of bytes that end at `end`.
    @inlinable
    package init(at index: Int, in bytes: Span<UInt8>, end: Int) {
        // How many bytes follow the lead byte, and what the first of them may be.
        let followers: Int
        var low: UInt8 = 0x80
        var high: UInt8 = 0xBF
        switch bytes[index] {
        case 0x00...0x7F: followers = 0
        case 0xC2...0xDF: followers = 1
        case 0xE0: (followers, low) = (2, 0xA0)
        case 0xED: (followers, high) = (2, 0x9F)
        case 0xE1...0xEF: followers = 2
        case 0xF0: (followers, low) = (3, 0x90)
        case 0xF4: (followers, high) = (3, 0x8F)
        case 0xF1...0xF3: followers = 3
        default:
            self = .illFormed
            return
        }
        var position = index + 1
        let last = index + followers
        while position <= last {
            guard position < end else {
                self = .cutShort
                return
            }
            guard bytes[position] >= low, bytes[position] <= high else {
                self = .illFormed
                return
            }
            (low, high) = (0x80, 0xBF)
            position += 1
        }
        self = .wellFormed(length: followers + 1)
    }
}

extension UTF8Sequence {
    /// The character of a well-formed sequence.
    package static func scalar(at index: Int, in bytes: Span<UInt8>, length: Int) -> Unicode.Scalar? {
        guard length > 1 else { return Unicode.Scalar(bytes[index]) }
        var value = UInt32(bytes[index]) & (0x7F >> UInt32(length))
        for place in 1..<length { value = value << 6 | UInt32(bytes[index + place] & 0x3F) }
        return Unicode.Scalar(value)
    }
}
