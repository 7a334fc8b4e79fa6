/// One token of JSON text: its kind and the range of its bytes.
package struct JSONToken: Sendable, Hashable {
    package enum Kind: Sendable {
        case objectStart
        case objectEnd
        case arrayStart
        case arrayEnd
        /// A member's name; the colon after it has been read.
        case key
        case string
        case number
        case `true`
        case `false`
        case null
        /// The end of the bytes, after one whole value.
        case end
    }

    package var kind: Kind
    /// The token's bytes, including the quotes of keys and strings.
    package var range: Range<Int>
    /// Whether a key or a string has an escape in it, so that its bytes are not its content.
    package var hasEscapes: Bool

    @inlinable
    init(_ kind: Kind, _ range: Range<Int>, hasEscapes: Bool = false) {
        self.kind = kind
        self.range = range
        self.hasEscapes = hasEscapes
    }

    /// The bytes of a key or a string between its quotes.
    package var content: Range<Int> { range.lowerBound + 1..<range.upperBound - 1 }
}
