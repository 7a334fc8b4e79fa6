/// The numbers that a key of a definition accepts; none of them accepts NaN, or what lies beyond `limit`.
package enum NumberRange: Sendable {
    case any
    case nonNegative
    /// Greater than zero: for extents, without which nothing can be laid out.
    case positive

    /// The magnitude that no number of a definition exceeds: a thousand million points are some 350 km,
    /// and sums of lengths like that stay finite, and exact to a fraction of a point.
    package static let limit = 1e9

    /// Refuses a number that the range does not have.
    ///
    /// - Throws: `LayoutError` with a path relative to the number.
    package func check(_ number: Double) throws(LayoutError) {
        if !number.isFinite { throw LayoutError(path: "", message: "must be a finite number") }
        if number.magnitude > Self.limit {
            throw LayoutError(path: "", message: "must be at \(number < 0 ? "least -" : "most ")1000000000")
        }
        if self == .nonNegative, number < 0 { throw LayoutError(path: "", message: "must not be negative") }
        if self == .positive, number <= 0 { throw LayoutError(path: "", message: "must be greater than 0") }
    }
}
