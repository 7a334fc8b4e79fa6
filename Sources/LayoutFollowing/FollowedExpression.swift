internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// An expression over one row of a source, or a list of terms of an order.
///
/// It is taken apart as far as it must be written in another way. SQLite itself checks it: see ``FollowerSchema``.
struct FollowedExpression {
    /// Its name in messages, such as “the section”.
    let what: String
    let text: String
    /// The columns of the source.
    let names: [String]
    /// Whether it is a list of terms of an order.
    var isOrder = false

    private static let limit = 4096

    /// The column of a name, spelled as in the source; names do not distinguish case.
    static func column(_ name: String, in names: [String]) -> String? {
        names.first { $0 == name } ?? names.first { $0.lowercased() == name.lowercased() }
    }

    /// SQL in which the source's columns have their own names.
    func sql() throws -> String {
        // A plain name of a column needs no quotes.
        if let column = Self.column(text, in: names) { return try Statement.quoted(column) }
        guard text.utf8.count <= Self.limit else { throw mistake("it has more than \(Self.limit) bytes") }
        let read = Tokens(text)
        let tokens = read.tokens
        guard !tokens.isEmpty else { throw mistake("it is empty") }
        var depth = 0
        for token in tokens {
            switch token.text {
            case _ where token.kind == .stray:
                throw mistake("it has a comment, or quotes without an end", token)
            case ";", "?", ":", "@", "#", "\0", "{", "}", "\\": throw mistake("it cannot have “\(token.text)”", token)
            case "(": depth += 1
            case ")": depth -= 1
            default: break
            }
            guard depth >= 0 else { throw mistake("a “)” has no “(”", token) }
        }
        guard depth == 0 else { throw mistake("a “(” has no “)”") }
        func token(_ index: Int) -> Tokens.Token? { tokens.indices.contains(index) ? tokens[index] : nil }
        func isName(_ token: Tokens.Token?) -> Bool { token.map { [.word, .quoted].contains($0.kind) } ?? false }
        return try read.text { index in
            let (own, former, next) = (tokens[index], token(index - 1), token(index + 1))
            // A whole number would be the place of a column, instead of a value.
            if isOrder, own.kind == .number, [nil, ",", "+", "-"].contains(former?.text),
                next == nil || next?.text == "," || next?.kind == .word
            {
                return "(0 + \(own.text))"
            }
            // A column of the section, as `section.title`, has this name in the source.
            if own.text == ".", isName(former) { return "" }
            guard isName(own) else { return nil }
            if let next, next.text == "." {
                guard own.name == "section", let part = token(index + 2),
                    let column = Self.column("section." + part.name, in: names)
                else { throw mistake("a column is named alone, without a table", next) }
                return try Statement.quoted(column)
            }
            if former?.text == ".", isName(token(index - 2)) { return "" }
            guard next?.text != "(" else { return nil }
            guard Self.column(own.name, in: names) != nil else {
                if own.kind == .quoted { throw missing(own) }
                return nil
            }
            let caller = former?.text == "(" ? token(index - 2)?.name ?? "" : ""
            let isDocument =
                next?.text == "-" && token(index + 2)?.text == ">"
                || caller.hasPrefix("json_") && caller != "json_valid"
            // Text that is no JSON counts as NULL, and does not make the row fail.
            return isDocument ? "(CASE WHEN json_valid(\(own.text)) THEN \(own.text) END)" : nil
        }
    }

    func mistake(_ reason: String, _ token: Tokens.Token? = nil) -> LayoutError {
        let place = token.map { ", character \($0.place)" } ?? ""
        return LayoutError(
            .invalidArgument, "\(what) “\(String(text.prefix(80)))”\(place): \(reason)",
            advice: SpellingSuggestion.advice(for: "", in: names, what: "columns"))
    }

    private func missing(_ token: Tokens.Token) -> LayoutError {
        LayoutError(
            .notFound, "\(what) “\(text)”, character \(token.place): there is no column “\(token.name)”",
            advice: SpellingSuggestion.advice(for: token.name, in: names, what: "columns"))
    }

    /// Translates SQLite's error, with the place that it names.
    func mistake(_ error: SQLiteError) -> LayoutError {
        // It is checked as that of an index, which has the same rules.
        let message = error.message.replacing("index expressions", with: "expressions of one row")
            .replacing(" in an index", with: ": the present time is no value of a row")
        for prefix in ["no such column: ", "near \"", "no such function: ", "misuse of aggregate: "] {
            guard let range = message.firstRange(of: prefix) else { continue }
            let name = message[range.upperBound...].prefix { !["\"", "(", ")"].contains($0) }
            let found = Tokens(text).tokens.first { $0.text == name || $0.name == name.lowercased() }
            guard let found else { continue }
            return prefix == "no such column: " ? missing(found) : mistake(message, found)
        }
        return mistake(message)
    }

    /// The tokens of an SQL text, as far as a reader of expressions needs to know them.
    struct Tokens {
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
}
