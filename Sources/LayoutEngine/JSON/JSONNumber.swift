/// Where a JSON number lies in its bytes, and its value.
struct JSONNumber: Sendable, Hashable {
    var range: Range<Int>
    var value: Double

    /// The powers of ten that a double holds exactly.
    private static let exactPowers: ContiguousArray<Double> = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
        1e19, 1e20, 1e21, 1e22,
    ]

    /// Scans the number that begins at the given position, and refuses one that a double cannot hold.
    init(scanning bytes: Span<UInt8>, from start: Int) throws(JSONFault) {
        var position = start
        let isNegative = bytes[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }

        var mantissa: UInt64 = 0
        var digitCount = 0
        let integerStart = position
        func isDigit(_ position: Int) -> Bool {
            position < bytes.count && bytes[position] &- UInt8(ascii: "0") < 10
        }
        func readDigits() {
            while isDigit(position) {
                // Nineteen digits fit 64 bits; from the twentieth on the short way is not taken.
                if digitCount < 19 { mantissa = mantissa * 10 + UInt64(bytes[position] - UInt8(ascii: "0")) }
                if mantissa != 0 { digitCount += 1 }
                position += 1
            }
        }
        guard isDigit(position) else { throw JSONFault(at: position, expected: "a digit") }
        readDigits()
        if bytes[integerStart] == UInt8(ascii: "0"), position > integerStart + 1 {
            throw JSONFault(at: integerStart + 1, expected: "no digit after a leading zero")
        }

        var fractionDigits = 0
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            guard isDigit(position) else { throw JSONFault(at: position, expected: "a digit after the point") }
            let fractionStart = position
            readDigits()
            fractionDigits = position - fractionStart
        }
        var hasExponent = false
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            hasExponent = true
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            guard isDigit(position) else { throw JSONFault(at: position, expected: "a digit of the exponent") }
            while isDigit(position) { position += 1 }
        }

        let magnitude: Double
        if !hasExponent, mantissa <= 1 << 53, digitCount <= 19, fractionDigits < Self.exactPowers.count {
            // Both numbers are exact, so the one division rounds correctly.
            magnitude = Double(mantissa) / Self.exactPowers[fractionDigits]
        } else {
            let digits = integerStart..<position
            magnitude = unsafe bytes.withUnsafeBufferPointer { buffer in
                unsafe Double(String(decoding: buffer[digits], as: UTF8.self)) ?? .infinity
            }
        }
        guard magnitude.isFinite else {
            throw JSONFault(at: start, expected: "a number within the range of a double")
        }
        self.range = start..<position
        self.value = isNegative ? -magnitude : magnitude
    }
}
