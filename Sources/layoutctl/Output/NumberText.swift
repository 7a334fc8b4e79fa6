internal import LayoutText
internal import LayoutEngine

/// Numbers as people read them.
enum NumberText {
    /// The fewest digits that read back as the same number.
    static func shortest(_ number: Double) -> String {
        JSONValue.number(number).text
    }

    /// A number with so many digits after the point at most.
    static func rounded(_ number: Double, _ digits: Int) -> String {
        shortest(rounding(number, digits))
    }

    /// A number as a table shows it: a thousandth of a point is more than any screen shows, and below 1
    /// three digits count.
    static func readable(_ number: Double) -> String {
        shortest(readableRounding(number))
    }

    /// The number that ``readable(_:)`` shows.
    static func readableRounding(_ number: Double) -> Double {
        guard number.isFinite, number != 0, number.magnitude < 1e12 else { return number }
        var digits = 3
        var magnitude = number.magnitude
        while magnitude < 0.1, digits < 12 {
            magnitude *= 10
            digits += 1
        }
        return rounding(number, digits)
    }

    static func rounding(_ number: Double, _ digits: Int) -> Double {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        return (number * scale).rounded() / scale
    }
}
