/// The grammar of a JSON number (RFC 8259, section 6).
enum JSONNumber {
    /// The end of the longest number that begins at `start`; nil if none does.
    static func end(of bytes: Span<UInt8>, from start: Int, to end: Int) -> Int? {
        var index = start
        if index < end, bytes[index] == UInt8(ascii: "-") {
            index += 1
        }
        guard let integerEnd = endOfDigits(bytes, index, end) else { return nil }
        // No leading zeros.
        if bytes[index] == UInt8(ascii: "0"), integerEnd > index + 1 { return nil }
        index = integerEnd
        if index < end, bytes[index] == UInt8(ascii: ".") {
            guard let fractionEnd = endOfDigits(bytes, index + 1, end) else { return nil }
            index = fractionEnd
        }
        if index < end, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < end, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
                index += 1
            }
            guard let exponentEnd = endOfDigits(bytes, index, end) else { return nil }
            index = exponentEnd
        }
        return index
    }

    /// The end of one or more digits.
    @inline(__always)
    private static func endOfDigits(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
        var index = start
        while index < end, bytes[index] &- UInt8(ascii: "0") <= 9 {
            index += 1
        }
        return index > start ? index : nil
    }
}
