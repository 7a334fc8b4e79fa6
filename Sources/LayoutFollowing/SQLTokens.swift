/// The tokens of an SQL text, as far as a reader of expressions needs to know them.
struct SQLTokens {
    enum Kind {
        /// A word without quotes: a name or a keyword.
        case word
        /// A name in quotes of any kind.
        case quoted
        /// A text.
        case text
        case number
        /// One character of an operator, or of anything else.
        case symbol
        /// Something that no expression holds: a comment, or quotes without an end.
        case stray
    }

    struct Token {
        let kind: Kind
        /// As it was written.
        let text: String
        /// A name without its quotes; a word in small letters.
        let name: String
        /// The character at which it begins, from 1 on.
        let place: Int
    }

    private let scalars: [Unicode.Scalar]
    private(set) var tokens: [Token] = []

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let start = index
            let first = scalars[start]
            let next = start + 1 < scalars.count ? scalars[start + 1] : "\0"
            let kind: Kind
            index += 1
            switch first {
            case " ", "\t", "\n", "\r", "\u{c}": continue
            case "'", "\"", "`", "[": kind = !endQuotes(&index) ? .stray : first == "'" ? .text : .quoted
            case "-" where next == "-", "/" where next == "*":
                index = scalars.count
                kind = .stray
            case _ where Self.isOfName(first):
                while index < scalars.count, Self.isOfName(scalars[index]) { index += 1 }
                kind = ("0"..."9").contains(first) ? .number : .word
            default: kind = .symbol
            }
            let written = self.text(start..<index)
            var name = written.lowercased()
            if kind == .quoted {
                let quote = first == "[" ? "" : String(first)
                name = self.text(start + 1..<index - 1).replacing(quote + quote, with: quote)
            }
            tokens.append(Token(kind: kind, text: written, name: name, place: start + 1))
        }
    }

    /// The text with other tokens.
    ///
    /// - Parameter replacement: Returns the text in the place of the token with an index; nil for its own.
    func text(replacing replacement: (Int) throws -> String?) rethrows -> String {
        var (result, end) = ("", 0)
        for (index, token) in tokens.enumerated() {
            result += text(end..<token.place - 1)
            result += try replacement(index) ?? token.text
            end = token.place - 1 + token.text.unicodeScalars.count
        }
        return result + text(end..<scalars.count)
    }

    /// Goes beyond the end of quotes, which are doubled inside; returns whether it is there.
    private func endQuotes(_ index: inout Int) -> Bool {
        let end = scalars[index - 1] == "[" ? "]" : scalars[index - 1]
        while index < scalars.count {
            index += 1
            guard scalars[index - 1] == end else { continue }
            guard end != "]", index < scalars.count, scalars[index] == end else { return true }
            index += 1
        }
        return false
    }

    private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
        default: scalar.value >= 0x80
        }
    }

    private func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
}
