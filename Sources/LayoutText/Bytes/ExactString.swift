/// A string that equals another only where both have the same code points.
///
/// Swift's own comparison takes canonically equivalent strings for equal, but a text format that spells
/// `é` in two ways has two names.
package struct ExactString: Sendable, Hashable {
    package var text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactString, right: ExactString) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}
