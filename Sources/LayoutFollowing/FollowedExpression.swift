internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// An expression over one row of a source.
///
/// It is taken apart as far as its columns and the terms of an order must be known. SQLite itself checks it: see
/// ``FollowedValues``.
struct FollowedExpression {
    /// For statements in which the source's columns have their own names.
    let sql: String
    /// The columns that it names.
    let columns: Set<String>

    /// A term of an order. NULL is the least value in it.
    struct Term {
        let expression: FollowedExpression
        let isDescending: Bool
        /// Found by SQLite itself.
        var collation = "BINARY"
    }

    private static let limit = 4096

    /// - Parameters:
    ///   - what: Its name in messages, such as “section”.
    ///   - names: The columns of the source.
    init(_ text: String, _ what: String, names: [String]) throws {
        let mistakes = Mistakes(what: what, text: text, names: names)
        self = try Self(Self.tokens(mistakes), mistakes)
    }

    private init(_ tokens: ArraySlice<SQLTokens.Token>, _ mistakes: Mistakes) throws {
        let tokens = Array(tokens)
        guard !tokens.isEmpty else { throw mistakes.mistake("it is empty") }
        var sql: [String] = []
        var columns: Set<String> = []
        for (index, token) in tokens.enumerated() {
            let next = index + 1 < tokens.count ? tokens[index + 1].text : ""
            let former = index > 0 ? tokens[index - 1] : nil
            switch token.kind {
            case .word, .quoted:
                guard former?.text != ".", next != ".", next != "(" else { break }
                guard let column = mistakes.column(token.name) else {
                    guard token.kind == .word else { throw mistakes.missing(token) }
                    break
                }
                columns.insert(column)
                let isDocument =
                    next.hasPrefix("->")
                    || former?.text == "(" && index > 1 && tokens[index - 2].name.hasPrefix("json_")
                        && tokens[index - 2].name != "json_valid"
                // Text that is no JSON counts as NULL, and does not make the row fail.
                sql.append(isDocument ? "(CASE WHEN json_valid(\(token.text)) THEN \(token.text) END)" : token.text)
                continue
            case .symbol where token.text == ".":
                guard let former, former.name == "section",
                    let column = mistakes.column("section." + (next.lowercased()))
                else { throw mistakes.mistake("a column is named alone, without a table", token) }
                columns.insert(column)
                sql[sql.count - 1] = try SQLIdentifier.quoted(column)
                continue
            default: break
            }
            if former?.text == "." { continue }
            sql.append(token.text)
        }
        self.sql = sql.joined(separator: " ")
        self.columns = columns
    }

    /// The terms of an order, each with its default place for NULL.
    static func terms(_ text: String, _ what: String, names: [String]) throws -> [Term] {
        let mistakes = Mistakes(what: what, text: text, names: names)
        var terms: [Term] = []
        var depth = 0
        for var part in try tokens(mistakes).split(
            omittingEmptySubsequences: false,
            whereSeparator: { token in
                depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0
                return depth == 0 && token.text == ","
            })
        {
            func takeLast(_ words: String...) -> String? {
                guard let last = part.last, last.kind == .word, words.contains(last.name), part.count > 1 else {
                    return nil
                }
                part.removeLast()
                return last.name
            }
            var isNullFirst: Bool?
            if part.dropLast().last?.name == "nulls", let place = takeLast("first", "last") {
                part.removeLast()
                isNullFirst = place == "first"
            }
            let isDescending = takeLast("asc", "desc") == "desc"
            let expression = try FollowedExpression(part, mistakes)
            if let isNullFirst, isNullFirst == isDescending {
                let isNull = FollowedExpression(sql: "(\(expression.sql)) IS NULL", columns: expression.columns)
                terms.append(Term(expression: isNull, isDescending: isNullFirst))
            }
            terms.append(Term(expression: expression, isDescending: isDescending))
        }
        return terms
    }

    init(sql: String, columns: Set<String>) {
        self.sql = sql
        self.columns = columns
    }

    private static func tokens(_ mistakes: Mistakes) throws -> ArraySlice<SQLTokens.Token> {
        let text = mistakes.text
        guard text.utf8.count <= limit else { throw mistakes.mistake("it has more than \(limit) bytes") }
        let tokens = SQLTokens(text).tokens
        // A plain name of a column needs no quotes.
        if let column = mistakes.column(text) { return SQLTokens(try SQLIdentifier.quoted(column)).tokens[...] }
        var depth = 0
        for token in tokens {
            switch token.text {
            case _ where token.kind == .stray:
                throw mistakes.mistake("it has a comment, or quotes without an end", token)
            case ";", "?", ":", "@", "#", "$", "\0", "{", "}", "\\":
                throw mistakes.mistake("it cannot have “\(token.text)”", token)
            case "(": depth += 1
            case ")": depth -= 1
            default: break
            }
            guard depth >= 0 else { throw mistakes.mistake("a “)” has no “(”", token) }
        }
        guard depth == 0 else { throw mistakes.mistake("a “(” has no “)”") }
        return tokens[...]
    }

    /// The mistakes of one text.
    struct Mistakes {
        let what: String
        let text: String
        let names: [String]

        /// The column of a name, spelled as in the source; names do not distinguish case.
        func column(_ name: String) -> String? {
            names.first { $0 == name } ?? names.first { $0.lowercased() == name.lowercased() }
        }

        func mistake(_ reason: String, _ token: SQLTokens.Token? = nil) -> LayoutError {
            let place = token.map { ", character \($0.place)" } ?? ""
            return LayoutError(
                .invalidArgument, "\(what) “\(String(text.prefix(80)))”\(place): \(reason)",
                advice: NameAdvice.text(for: "", in: names, what: "columns"))
        }

        func missing(_ token: SQLTokens.Token) -> LayoutError {
            LayoutError(
                .notFound, "\(what) “\(text)”, character \(token.place): there is no column “\(token.name)”",
                advice: NameAdvice.text(for: token.name, in: names, what: "columns"))
        }

        /// Translates SQLite's error, with the place that it names.
        func mistake(_ error: SQLiteError) -> LayoutError {
            // It is checked as that of an index, which has the same rules.
            let message = error.message.replacing("index expressions", with: "expressions of one row")
                .replacing(" in an index", with: ": the present time is no value of a row")
            for prefix in ["no such column: ", "near \"", "no such function: ", "misuse of aggregate: "] {
                guard let range = message.firstRange(of: prefix) else { continue }
                let name = message[range.upperBound...].prefix { !["\"", "(", ")"].contains($0) }
                let found = SQLTokens(text).tokens.first { $0.text == name || $0.name == name.lowercased() }
                guard let found else { continue }
                return prefix == "no such column: " ? missing(found) : mistake(message, found)
            }
            return mistake(message)
        }
    }
}
