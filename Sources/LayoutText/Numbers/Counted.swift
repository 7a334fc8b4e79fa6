/// A number with the words for what it counts.
package enum Counted {
    /// `1 band` or `2,000 bands`; words that are more than a noun are given for one and for many.
    package static func text(_ count: Int, _ one: String, _ many: String? = nil) -> String {
        ReadableNumber.grouped(count) + " " + (count == 1 ? one : many ?? one + "s")
    }
}
