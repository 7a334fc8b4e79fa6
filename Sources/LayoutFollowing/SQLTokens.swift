/// The tokens of an SQL text, as far as a reader of expressions needs to know them.
struct SQLTokens {
    enum Kind {
        /// A word without quotes: a name or a keyword.
        case word
        /// A name in quotes of any kind.
        case quoted
        /// A text or a blob.
        case text
        case number
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

    private(set) var tokens: [Token] = []

    init(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let start = index
            let kind = Self.take(scalars, &index)
            guard let kind else { continue }
            let written = Self.text(scalars[start..<index])
            let name =
                switch kind {
                case .quoted: Self.unquoted(scalars[start..<index])
                default: written.lowercased()
                }
            tokens.append(Token(kind: kind, text: written, name: name, place: start + 1))
        }
    }

    /// Goes beyond the next token; nil for blanks.
    private static func take(_ scalars: [Unicode.Scalar], _ index: inout Int) -> Kind? {
        let first = scalars[index]
        let next = index + 1 < scalars.count ? scalars[index + 1] : "\0"
        switch first {
        case " ", "\t", "\n", "\r", "\u{c}":
            index += 1
            return nil
        case "'", "\"", "`", "[": return takeQuoted(scalars, &index) ? (first == "'" ? .text : .quoted) : .stray
        case "x" where next == "'", "X" where next == "'":
            index += 1
            return takeQuoted(scalars, &index) ? .text : .stray
        case "-" where next == "-", "/" where next == "*":
            index = scalars.count
            return .stray
        case _ where isDigit(first) || first == "." && isDigit(next):
            while index < scalars.count, isOfName(scalars[index]) || scalars[index] == "." { index += 1 }
            if index < scalars.count, scalars[index] == "-" || scalars[index] == "+",
                scalars[index - 1] == "e" || scalars[index - 1] == "E", first != "0" || next != "x"
            {
                index += 1
                while index < scalars.count, isOfName(scalars[index]) { index += 1 }
            }
            return .number
        case _ where isOfName(first):
            while index < scalars.count, isOfName(scalars[index]) { index += 1 }
            return .word
        case "-" where next == ">":
            index += index + 2 < scalars.count && scalars[index + 2] == ">" ? 3 : 2
            return .symbol
        case "|" where next == "|", "<" where ["=", ">", "<"].contains(next), ">" where ["=", ">"].contains(next),
            "=" where next == "=", "!" where next == "=":
            index += 2
            return .symbol
        default:
            index += 1
            return .symbol
        }
    }

    /// Goes beyond quotes, which are doubled inside.
    private static func takeQuoted(_ scalars: [Unicode.Scalar], _ index: inout Int) -> Bool {
        let end = scalars[index] == "[" ? "]" : scalars[index]
        index += 1
        while index < scalars.count {
            index += 1
            guard scalars[index - 1] == end else { continue }
            guard end != "]", index < scalars.count, scalars[index] == end else { return true }
            index += 1
        }
        return false
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
        default: scalar.value >= 0x80
        }
    }

    private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }

    private static func unquoted(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        guard let quote = scalars.first, quote != "[" else { return text(scalars.dropFirst().dropLast()) }
        return text(scalars.dropFirst().dropLast().replacing([quote, quote], with: [quote]))
    }
}
