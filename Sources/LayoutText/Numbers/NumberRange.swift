/// The numbers that a key of a definition accepts; none of them accepts NaN, or numbers beyond `limit`.
package enum NumberRange: Sendable, Equatable {
    case any
    case nonNegative
    /// Greater than zero: for extents, without which nothing can be laid out.
    case positive
    /// Between two numbers, both of them included.
    case between(Double, Double)
    /// Greater than zero, and at most a number.
    case positiveUpTo(Double)

    /// The magnitude that no number of a definition exceeds. A thousand million points are some 350 km. Sums of lengths
    /// like that stay finite, and exact to a fraction of a point.
    package static let limit = 1e9

    /// Refuses a number that the range does not have.
    ///
    /// - Throws: `LayoutError` with a path relative to the number.
    package func check(_ number: Double) throws(LayoutError) {
        if !number.isFinite { throw LayoutError(path: "", message: "must be a finite number") }
        if number.magnitude > Self.limit {
            throw LayoutError(path: "", message: "must be at \(number < 0 ? "least -" : "most ")1000000000")
        }
        switch self {
        case .any:
            break
        case .nonNegative:
            if number < 0 { throw LayoutError(path: "", message: "must not be negative") }
        case .positive:
            if number <= 0 { throw LayoutError(path: "", message: "must be greater than 0") }
        case .between(let low, let high):
            guard number >= low, number <= high else {
                throw LayoutError(path: "", message: "must be between \(Self.text(low)) and \(Self.text(high))")
            }
        case .positiveUpTo(let high):
            guard number > 0, number <= high else {
                throw LayoutError(path: "", message: "must be greater than 0, and at most \(Self.text(high))")
            }
        }
    }

    /// The least number, and whether it is one of the range.
    package var lowerBound: (number: Double, isIncluded: Bool) {
        switch self {
        case .any: (-Self.limit, true)
        case .nonNegative: (0, true)
        case .positive, .positiveUpTo: (0, false)
        case .between(let low, _): (low, true)
        }
    }

    /// The greatest number, which is one of the range.
    package var upperBound: Double {
        switch self {
        case .any, .nonNegative, .positive: Self.limit
        case .between(_, let high), .positiveUpTo(let high): high
        }
    }

    package static func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? String(number) }
}
