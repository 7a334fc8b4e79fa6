/// Numbers of JSON as bytes: their grammar (RFC 8259, section 6), digits out.
package enum JSONNumber {
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

    @inline(__always)
    private static func endOfDigits(
        in bytes: Span<UInt8>, from start: Int, to end: Int, expected: @autoclosure () -> String
    ) throws(JSONFault) -> Int {
        var index = start
        while index < end, bytes[index] &- UInt8(ascii: "0") <= 9 { index += 1 }
        guard index > start else { throw JSONFault(at: index, expected: expected()) }
        return index
    }

    /// Appends the fewest digits that read back as the same number, without the `.0` of a whole one;
    /// `null` for what JSON cannot write: NaN and the infinities.
    package static func encode(_ number: Double, to text: inout ContiguousArray<UInt8>) {
        // Most numbers of a layout are whole, and below 2^53 these are the digits of an integer. Zero has two
        // signs but one text, so that equal values write alike.
        if number.magnitude < 0x1p53, number == number.rounded(.towardZero) { return encode(Int(number), to: &text) }
        guard number.isFinite else {
            text.append(contentsOf: "null".utf8)
            return
        }
        let digits = number.description
        text.append(contentsOf: digits.utf8)
        if digits.hasSuffix(".0") { text.truncate(to: text.count - 2) }
    }

    package static func encode(_ integer: Int, to text: inout ContiguousArray<UInt8>) {
        if integer < 0 { text.append(UInt8(ascii: "-")) }
        var rest = integer.magnitude
        guard rest >= 10 else {
            text.append(UInt8(ascii: "0") + UInt8(rest))
            return
        }
        let start = text.count
        while rest > 0 {
            text.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        text[start...].reverse()
    }
}
