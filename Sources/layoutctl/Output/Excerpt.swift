internal import LayoutText

/// Quotes words in messages, and shortens long ones.
enum Excerpt {
    /// Longer than any name that a person types, and short enough for one line.
    private static let limit = 120

    static func quoted(_ text: String) -> String { "“\(of(text))”" }

    /// The text, or its beginning, an ellipsis and how long it is.
    static func of(_ text: String) -> String {
        // Counted in code points: a single Character can be as long as the whole text.
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return text }
        return String(scalars[..<end]) + "… (\(ReadableNumber.grouped(text.utf8.count)) bytes)"
    }

    /// A message that repeats something long in its middle, without most of that.
    static func ofMessage(_ message: String) -> String {
        let scalars = message.unicodeScalars
        // As many as a message with several names and a piece of advice can have.
        let part = 1500
        guard message.utf8.count > 4 * part,
            let head = scalars.index(scalars.startIndex, offsetBy: part, limitedBy: scalars.endIndex),
            let tail = scalars.index(scalars.endIndex, offsetBy: -part, limitedBy: scalars.startIndex), head < tail
        else { return message }
        return String(scalars[..<head]) + "… (\(ReadableNumber.grouped(message.utf8.count)) bytes) …"
            + String(scalars[tail...])
    }
}
