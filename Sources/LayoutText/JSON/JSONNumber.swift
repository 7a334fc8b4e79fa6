/// The grammar of a JSON number (RFC 8259, section 6).
enum JSONNumber {
    /// The end of the number that begins at a position.
    ///
    /// - Throws: a fault where the grammar breaks.
    static func end(in bytes: Span<UInt8>, from start: Int, to end: Int) throws(JSONFault) -> Int {
        var index = start
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        let integerStart = index
        index = try endOfDigits(in: bytes, from: index, to: end, expected: "a digit")
        if bytes[integerStart] == UInt8(ascii: "0"), index > integerStart + 1 {
            throw JSONFault(at: integerStart + 1, expected: "no digit after a leading zero")
        }
        if index < end, bytes[index] == UInt8(ascii: ".") {
            index = try endOfDigits(in: bytes, from: index + 1, to: end, expected: "a digit after the point")
        }
        if index < end, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < end, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
            index = try endOfDigits(in: bytes, from: index, to: end, expected: "a digit of the exponent")
        }
        return index
    }

    /// The end of one or more digits.
    @inline(__always)
    private static func endOfDigits(
        in bytes: Span<UInt8>, from start: Int, to end: Int, expected: @autoclosure () -> String
    ) throws(JSONFault) -> Int {
        var index = start
        while index < end, bytes[index] &- UInt8(ascii: "0") <= 9 { index += 1 }
        guard index > start else { throw JSONFault(at: index, expected: expected()) }
        return index
    }
}
