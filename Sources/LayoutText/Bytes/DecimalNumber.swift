/// The value of the spelling of a decimal number as a double.
package enum DecimalNumber: Sendable, Equatable {
    case value(Double)
    /// A word for a number that is not finite, or digits beyond what a double holds.
    case notFinite
    case notANumber

    /// 10⁰ … 10²², which doubles hold exactly.
    private static let powersOfTen: ContiguousArray<Double> = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// Parses a decimal number: digits with an optional sign, point and exponent. The result is the
    /// double nearest to the spelling.
    package init(_ bytes: Span<UInt8>, range: Range<Int>) { self = Self.parse(bytes, range: range) }

    /// The finite number that a text spells, or nil.
    package static func value(of text: some StringProtocol) -> Double? {
        let bytes = ContiguousArray(text.utf8)
        guard case .value(let number) = parse(bytes.span, range: 0..<bytes.count) else { return nil }
        return number
    }

    private static func parse(_ bytes: Span<UInt8>, range: Range<Int>) -> DecimalNumber {
        var index = range.lowerBound
        let end = range.upperBound
        guard index < end else { return .notANumber }
        let isNegative = bytes[index] == UInt8(ascii: "-")
        if isNegative || bytes[index] == UInt8(ascii: "+") { index += 1 }
        var mantissa: UInt64 = 0
        var digitCount = 0
        var fractionCount = 0
        var isInFraction = false
        while index < end {
            let digit = bytes[index] &- UInt8(ascii: "0")
            if digit <= 9 {
                // Past 19 digits the slow road is taken anyway.
                mantissa = mantissa &* 10 &+ UInt64(digit)
                digitCount += 1
                fractionCount += isInFraction ? 1 : 0
            } else if bytes[index] == UInt8(ascii: "."), !isInFraction {
                isInFraction = true
            } else {
                break
            }
            index += 1
        }
        guard digitCount > 0 else { return isWordForNonFinite(bytes, index..<end) ? .notFinite : .notANumber }
        var exponent = 0
        if index < end, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            let isExponentNegative = index < end && bytes[index] == UInt8(ascii: "-")
            if index < end, isExponentNegative || bytes[index] == UInt8(ascii: "+") { index += 1 }
            guard index < end else { return .notANumber }
            while index < end, bytes[index] &- UInt8(ascii: "0") <= 9 {
                exponent = min(exponent * 10 + Int(bytes[index] - UInt8(ascii: "0")), 100_000)
                index += 1
            }
            exponent = isExponentNegative ? -exponent : exponent
        }
        guard index == end else { return .notANumber }
        exponent -= fractionCount
        // Mantissa and power are exact, so that their product or quotient is rounded once, and
        // correctly (Clinger's fast path).
        if digitCount <= 18, mantissa <= 1 << 53, exponent >= -22, exponent <= 22 {
            let magnitude =
                exponent < 0 ? Double(mantissa) / powersOfTen[-exponent] : Double(mantissa) * powersOfTen[exponent]
            return .value(isNegative ? -magnitude : magnitude)
        }
        return slow(bytes, range)
    }

    private static func slow(_ bytes: Span<UInt8>, _ range: Range<Int>) -> DecimalNumber {
        var text: ContiguousArray<UInt8> = []
        text.append(bytes, range: range)
        guard let value = Double(String(decoding: text, as: UTF8.self)) else { return .notANumber }
        return value.isFinite ? .value(value) : .notFinite
    }

    private static func isWordForNonFinite(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard range.count >= 3, range.count <= 8 else { return false }
        var text: ContiguousArray<UInt8> = []
        text.append(bytes, range: range)
        return ["nan", "inf", "infinity"].contains(String(decoding: text, as: UTF8.self).lowercased())
    }
}
