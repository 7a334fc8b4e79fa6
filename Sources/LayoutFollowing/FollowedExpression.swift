internal import LayoutSQLite
internal import LayoutSchema
internal import LayoutText

/// An expression over one row of a source, checked and ready for triggers.
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

    /// The functions that are deterministic and in every SQLite, and that no value makes fail.
    private static let functions: Set = [
        "cast", "char", "coalesce", "date", "datetime", "glob", "hex", "ifnull", "iif", "instr", "json_array_length",
        "json_extract", "json_type", "json_valid", "julianday", "length", "like", "likelihood", "likely", "lower",
        "ltrim", "max", "min", "nullif", "quote", "replace", "round", "rtrim", "sign", "strftime", "substr",
        "substring", "time", "trim", "typeof", "unicode", "unixepoch", "unlikely", "upper",
    ]
    private static let dateFunctions: Set = ["date", "datetime", "julianday", "strftime", "time", "unixepoch"]
    private static let presentTimes: Set = ["'now'", "'localtime'", "'utc'"]
    /// Words before a parenthesis that call nothing.
    private static let operators: Set = [
        "and", "between", "case", "collate", "else", "escape", "glob", "in", "is", "like", "not", "or", "then", "when",
    ]
    private static let limit = 4096

    /// - Parameters:
    ///   - what: Its name in messages, such as “section”.
    ///   - names: The columns of the source.
    init(_ text: String, _ what: String, names: [String]) throws {
        self = try Self(Self.tokens(text, what, names), Mistakes(what: what, text: text, names: names))
    }

    private init(_ tokens: ArraySlice<SQLTokens.Token>, _ mistakes: Mistakes) throws {
        let tokens = Array(tokens)
        guard !tokens.isEmpty else { throw mistakes.mistake("it is empty") }
        var sql: [String] = []
        var columns: Set<String> = []
        // No value of a row makes a pattern or a path fail: the literal is checked once.
        func isLiteral(_ index: Int) -> Bool {
            index < tokens.count && [.text, .number].contains(tokens[index].kind)
        }
        for (index, token) in tokens.enumerated() {
            let next = index + 1 < tokens.count ? tokens[index + 1].text : ""
            let former = index > 0 ? tokens[index - 1] : nil
            switch token.kind {
            case .word where next == "(" && !Self.operators.contains(token.name):
                try Self.checkCall(tokens, index, mistakes)
            case .word where token.name.hasPrefix("current_"): throw mistakes.time(token)
            case .word where ["select", "with", "values"].contains(token.name):
                throw mistakes.mistake("it has a subquery; only columns of one row may be named", token)
            case .word where ["like", "glob", "escape"].contains(token.name):
                guard isLiteral(index + 1), index + 2 == tokens.count || tokens[index + 2].text != "||" else {
                    throw mistakes.literal(token)
                }
            case .word, .quoted:
                guard former?.text != ".", next != "." else { break }
                guard let column = mistakes.column(token.name) else {
                    guard token.kind == .word else { throw mistakes.missing(token) }
                    break
                }
                columns.insert(column)
                let isDocument =
                    next.hasPrefix("->")
                    || former?.text == "(" && index > 1 && tokens[index - 2].name.hasPrefix("json_")
                        && tokens[index - 2].name != "json_valid"
                // Any other text would make the statement fail.
                sql.append(isDocument ? "(CASE WHEN json_valid(\(token.text)) THEN \(token.text) END)" : token.text)
                continue
            case .symbol where token.text.hasPrefix("->"):
                let isChained = index > 1 && tokens[index - 2].text.hasPrefix("->")
                guard isChained || former.flatMap({ mistakes.column($0.name) }) != nil else {
                    throw mistakes.mistake("the JSON before \(token.text) must be a column", token)
                }
                guard isLiteral(index + 1) else { throw mistakes.literal(token) }
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
        for var part in try tokens(text, what, names).split(
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

    private static func tokens(_ text: String, _ what: String, _ names: [String]) throws -> ArraySlice<SQLTokens.Token>
    {
        let mistakes = Mistakes(what: what, text: text, names: names)
        guard text.utf8.count <= limit else { throw mistakes.mistake("it has more than \(limit) bytes") }
        let tokens = SQLTokens(text).tokens
        // A plain name of a column needs no quotes.
        if let column = mistakes.column(text) {
            return SQLTokens(try SQLIdentifier.quoted(column)).tokens[...]
        }
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

    private static func checkCall(_ tokens: [SQLTokens.Token], _ index: Int, _ mistakes: Mistakes) throws {
        let (token, name) = (tokens[index], tokens[index].name)
        guard functions.contains(name) else {
            throw mistakes.mistake(
                name == "abs"
                    ? "abs() fails for the least integer; max(x, -x) does not"
                    : "\(name)() is not a deterministic function of one row that every SQLite has and that cannot fail",
                token)
        }
        var depth = 0
        var arguments = tokens[index + 1].text == "(" && tokens[index + 2].text != ")" ? 1 : 0
        var isPresent = false
        for argument in tokens[(index + 1)...] {
            depth += argument.text == "(" ? 1 : argument.text == ")" ? -1 : 0
            if depth == 1, argument.text == "," { arguments += 1 }
            if presentTimes.contains(argument.name) { isPresent = true }
            if depth == 0 { break }
            if name.hasPrefix("json_"), arguments > 1, argument.text != ",",
                ![.text, .number].contains(argument.kind)
            {
                throw mistakes.literal(token)
            }
        }
        if dateFunctions.contains(name), isPresent || arguments < (name == "strftime" ? 2 : 1) {
            throw mistakes.time(token)
        }
        if name.hasPrefix("json_"), name != "json_valid", mistakes.column(tokens[index + 2].name) == nil {
            throw mistakes.mistake("the JSON in \(name)() must be a column", token)
        }
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

        func mistake(_ reason: String, _ token: SQLTokens.Token? = nil, advice: String? = nil) -> LayoutError {
            let place = token.map { ", character \($0.place)" } ?? ""
            return LayoutError(
                .invalidArgument, "\(what) “\(String(text.prefix(80)))”\(place): \(reason)",
                advice: advice ?? NameAdvice.text(for: "", in: names, what: "columns"))
        }

        func missing(_ token: SQLTokens.Token) -> LayoutError {
            LayoutError(
                .notFound, "\(what) “\(text)”, character \(token.place): there is no column “\(token.name)”",
                advice: NameAdvice.text(for: token.name, in: names, what: "columns"))
        }

        func literal(_ token: SQLTokens.Token) -> LayoutError {
            mistake("a pattern or path must be a literal, since some values of a column make it fail", token)
        }

        func time(_ token: SQLTokens.Token) -> LayoutError {
            mistake(
                "the present time is no value of a row", token,
                advice: "Store the time in a column, and update that.")
        }

        /// Translates SQLite's error, with the place that it names.
        func mistake(_ error: SQLiteError) -> LayoutError {
            let message = error.message
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
