/// A fault in a run of bytes: the byte's position, and what was expected there.
///
/// Lines and columns are worked out only when someone asks, because a reader of one record per line
/// knows the line already.
package struct JSONFault: Error, Sendable, Hashable {
    package var position: Int
    package var expected: String

    package init(at position: Int, expected: String) {
        self.position = position
        self.expected = expected
    }
}
