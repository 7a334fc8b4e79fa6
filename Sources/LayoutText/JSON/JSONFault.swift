/// A fault in a run of bytes: the byte's position, and what is wrong there.
///
/// Lines and columns are worked out only when someone asks, because a reader of one record per line
/// knows the line already.
package struct JSONFault: Error, Sendable, Hashable {
    package var position: Int
    /// What is wrong, such as `expected ':' after the key` or `number out of range`.
    package var message: String
    /// Whether the text breaks the grammar; otherwise it is JSON that is not accepted.
    package var breaksGrammar: Bool

    /// What the grammar expects at a position.
    package init(at position: Int, expected: String) {
        self.position = position
        message = "expected " + expected
        breaksGrammar = true
    }

    /// What is JSON, but not accepted.
    package init(at position: Int, refused message: String) {
        self.position = position
        self.message = message
        breaksGrammar = false
    }
}
