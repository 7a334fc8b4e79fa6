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
