/// Numbers as people read them.
package enum ReadableNumber {
    /// A number with the words for what it counts: `1 band` or `2,000 bands`. Words that are more than a noun are given
    /// for one and for many.
    package static func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
        grouped(count) + " " + (count == 1 ? one : many ?? one + "s")
    }

    /// A whole number in groups of three digits.
    package static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }

    /// Three significant digits, and all digits of larger numbers.
    package static func significant(_ value: Double) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
        var decimals = 0
        var scale = 1.0
        while decimals < 6, value != 0, (value * scale).magnitude < 100 {
            decimals += 1
            scale *= 10
        }
        let rounded = Int((value * scale).rounded())
        guard decimals > 0 else { return grouped(rounded) }
        var text = String(rounded.magnitude)
        text = String(repeating: "0", count: max(0, decimals + 1 - text.count)) + text
        let whole = text.dropLast(decimals)
        var fraction = text.suffix(decimals)
        while fraction.last == "0" { fraction.removeLast() }
        return (rounded < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// A duration in a unit that suits it: `12 µs`, `0.4 ms`, `3.1 s`, `4 min`.
    package static func duration(_ seconds: Double) -> String {
        // A number that would be rounded to 1,000 has the next unit.
        switch seconds {
        case ..<0.9995e-3: significant(seconds * 1e6) + " µs"
        case ..<0.9995: significant(seconds * 1e3) + " ms"
        case ..<100: significant(seconds) + " s"
        default: significant(seconds / 60) + " min"
        }
    }

    /// The fewest digits that read back as the same number.
    package static func shortest(_ number: Double) -> String { JSONValue.number(number).text }

    /// A number with at most the given number of digits after the point.
    package static func rounded(_ number: Double, _ digits: Int) -> String { shortest(rounding(number, digits)) }

    /// A number as a table shows it: a thousandth of a point is more than any screen shows, and below 0.1
    /// three digits count.
    package static func readable(_ number: Double) -> String { shortest(readableRounding(number)) }

    package static func readableRounding(_ number: Double) -> Double {
        guard number.isFinite, number != 0, number.magnitude < 1e12 else { return number }
        var digits = 3
        var magnitude = number.magnitude
        while magnitude < 0.1, digits < 12 {
            magnitude *= 10
            digits += 1
        }
        return rounding(number, digits)
    }

    /// The number rounded to the given number of digits after the point.
    package static func rounding(_ number: Double, _ digits: Int) -> Double {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        return (number * scale).rounded() / scale
    }
}
