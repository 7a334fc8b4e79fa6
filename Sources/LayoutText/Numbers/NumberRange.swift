/// The numbers that a key of a definition accepts; none of them accepts NaN, or numbers beyond `limit`.
package struct NumberRange: Sendable, Equatable {
    package let low: Double
    /// Whether the least number is one of the range.
    package var includesLow = true
    /// The greatest number, which is one of the range.
    package let high: Double

    /// The magnitude that no number of a definition exceeds. A thousand million points are some 350 km. Sums of lengths
    /// like that stay finite, and exact to a fraction of a point.
    package static let limit = 1e9

    package static let any = between(-limit, limit)
    package static let nonNegative = between(0, limit)
    /// Greater than zero: for extents, without which nothing can be laid out.
    package static let positive = positiveUpTo(limit)

    /// Between two numbers, both of them included.
    package static func between(_ low: Double, _ high: Double) -> Self { Self(low: low, high: high) }

    /// Greater than zero, and at most a number.
    package static func positiveUpTo(_ high: Double) -> Self { Self(low: 0, includesLow: false, high: high) }

    /// Refuses a number that the range does not have.
    ///
    /// - Throws: `LayoutError` with a path relative to the number.
    package func check(_ number: Double) throws(LayoutError) {
        let fault: String
        if !number.isFinite {
            fault = "a finite number"
        } else if number.magnitude > Self.limit {
            fault = "at \(number < 0 ? "least -" : "most ")1000000000"
        } else if number >= low, number <= high, includesLow || number > low {
            return
        } else if low == 0, high == Self.limit {
            throw LayoutError(path: "", message: includesLow ? "must not be negative" : "must be greater than 0")
        } else {
            let (low, high) = (Self.text(low), Self.text(high))
            fault = includesLow ? "between \(low) and \(high)" : "greater than \(low), and at most \(high)"
        }
        throw LayoutError(path: "", message: "must be " + fault)
    }

    package static func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? String(number) }
}
