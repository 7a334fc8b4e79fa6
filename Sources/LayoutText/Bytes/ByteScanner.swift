/// Searches bytes eight at a time.
///
/// Except as documented at a function, the span must reach at least `wordPadding` bytes beyond the range that is
/// searched. So whole words can be loaded without a loop for the rest. A match found in the padding is no match.
package enum ByteScanner {
    /// How many readable bytes must follow the last one searched.
    @inlinable
    package static var wordPadding: Int { 8 }

    // Computed, because another module reads a stored one through a call, in the hottest loops there are.
    @inlinable @inline(__always) static var ones: UInt64 { 0x0101_0101_0101_0101 }
    @inlinable @inline(__always) static var highs: UInt64 { 0x8080_8080_8080_8080 }

    /// Sets the high bit of the first zero byte, and perhaps of later bytes that are not zero: only
    /// the lowest set bit means anything.
    @inlinable @inline(__always) static func zeroByteMask(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highs }

    @inlinable @inline(__always) static func spread(_ byte: UInt8) -> UInt64 { UInt64(byte) &* ones }

    @inlinable @inline(__always) static func word(_ bytes: Span<UInt8>, at index: Int) -> UInt64 {
        // Safe: a UInt64 has no invalid bit patterns, and the load checks its bounds.
        unsafe UInt64(littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// The index of the first byte in the range that a mask marks, by the lowest bit that it sets, or the upper bound.
    @inlinable @inline(__always) static func firstIndex(
        in bytes: Span<UInt8>, range: Range<Int>, where mask: (_ word: UInt64) -> UInt64
    ) -> Int {
        var index = range.lowerBound
        while index < range.upperBound {
            let mask = mask(word(bytes, at: index))
            if mask != 0 { return min(index &+ mask.trailingZeroBitCount >> 3, range.upperBound) }
            index &+= 8
        }
        return range.upperBound
    }

    /// The index of the first of three bytes in the range, or its upper bound.
    @inlinable @inline(__always) package static func firstIndex(
        of first: UInt8, _ second: UInt8, _ third: UInt8, in bytes: Span<UInt8>, range: Range<Int>
    ) -> Int {
        let (first, second, third) = (spread(first), spread(second), spread(third))
        // Each mask's lowest bit is a true match, so the lowest of all three is one too.
        return firstIndex(in: bytes, range: range) {
            zeroByteMask($0 ^ first) | zeroByteMask($0 ^ second) | zeroByteMask($0 ^ third)
        }
    }

    /// The index of the first such byte in the range, or its upper bound.
    @inlinable @inline(__always) package static func firstIndex(
        of byte: UInt8, in bytes: Span<UInt8>, range: Range<Int>
    ) -> Int {
        let searched = spread(byte)
        return firstIndex(in: bytes, range: range) { zeroByteMask($0 ^ searched) }
    }

    /// The index of the first byte in the range that is zero or not ASCII, or its upper bound.
    @inlinable @inline(__always) package static func firstIndexOfZeroOrNonASCII(
        in bytes: Span<UInt8>, range: Range<Int>
    ) -> Int {
        // A byte without its high bit borrows only if it is zero, or after one that is.
        firstIndex(in: bytes, range: range) { ($0 &- ones | $0) & highs }
    }

    /// The index of the first quote, backslash or control character in the range, or its upper bound. It is the end of
    /// a JSON string, or an interruption of it. Needs no padding.
    @inlinable @inline(__always) package static func firstIndexInterruptingString(
        in bytes: Span<UInt8>, range: Range<Int>
    ) -> Int {
        let quote = spread(UInt8(ascii: "\""))
        let backslash = spread(UInt8(ascii: "\\"))
        var index = range.lowerBound
        while index < range.upperBound, index &+ 8 <= bytes.count {
            let word = word(bytes, at: index)
            // Less than 0x20: subtracting borrows into the high bit; the lowest set bit is true.
            let control = (word &- spread(0x20)) & ~word & highs
            let mask = zeroByteMask(word ^ quote) | zeroByteMask(word ^ backslash) | control
            if mask != 0 { return min(index &+ mask.trailingZeroBitCount >> 3, range.upperBound) }
            index &+= 8
        }
        while index < range.upperBound {
            let byte = bytes[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
            index &+= 1
        }
        return range.upperBound
    }
}

/// The one door through which ranges of bytes are copied as blocks.
extension ContiguousArray<UInt8> {
    /// Appends the bytes in a range; O(n).
    @inlinable @inline(__always) package mutating func append(_ bytes: Span<UInt8>, range: Range<Int>) {
        unsafe bytes.withUnsafeBufferPointer { all in
            unsafe append(contentsOf: UnsafeBufferPointer(rebasing: all[range]))
        }
    }

    /// Cuts off what was appended after the array had `count` bytes.
    package mutating func truncate(to count: Int) { removeLast(self.count - count) }
}

extension UInt8 {
    /// Two hexadecimal digits, with capital letters.
    package var hexadecimal: String {
        let digits = String(self, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }
}

extension Unicode.Scalar {
    /// Whether it changes how the text around it is shown: ASCII's controls, C1, the separators of lines and
    /// paragraphs, and Unicode's bidirectional controls.
    package var controlsDisplay: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// The entity for it where it would be taken for markup, in text and in a quoted attribute: the same in HTML, XML
    /// and SVG. Nil if it stands for itself.
    package var markupEntity: String? {
        switch self {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        default: nil
        }
    }
}

extension ByteScanner {
    /// The classification of the bytes at a position, as UTF-8.
    ///
    /// The well-formed sequences are listed in table 3-7 of the Unicode Standard: no overlong forms, no surrogates,
    /// nothing above U+10FFFF.
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

        /// The character of a well-formed sequence.
        package static func scalar(at index: Int, in bytes: Span<UInt8>, length: Int) -> Unicode.Scalar? {
            guard length > 1 else { return Unicode.Scalar(bytes[index]) }
            var value = UInt32(bytes[index]) & (0x7F >> UInt32(length))
            for place in 1..<length { value = value << 6 | UInt32(bytes[index + place] & 0x3F) }
            return Unicode.Scalar(value)
        }
    }
}
