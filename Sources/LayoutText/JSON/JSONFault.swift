/// A fault in a run of bytes: the byte's position, and what is wrong there.
///
/// Lines and columns are computed only on demand, because a reader of one record per line knows the line already.
package struct JSONFault: Error, Sendable, Hashable {
    package var position: Int
    /// The fault, such as `expected ':' after the key` or `number out of range`.
    package var message: String
    /// Whether the text breaks the grammar; otherwise it is JSON that is not accepted.
    package var breaksGrammar: Bool

    /// A violation of the grammar at a position.
    package init(at position: Int, expected: String) {
        self.position = position
        message = "expected " + expected
        breaksGrammar = true
    }

    /// Valid JSON that is not accepted.
    package init(at position: Int, refused message: String) {
        self.position = position
        self.message = message
        breaksGrammar = false
    }
}
