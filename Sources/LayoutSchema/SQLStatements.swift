/// Just enough of SQL's grammar to take our own schema files apart.
enum SQLStatements {
    /// The statements of a text: a trigger ends with `END;`, any other with `;` at the end of a line without a comment.
    ///
    /// By bytes, since every opening of a store needs them: `Character`s took sixteen milliseconds.
    static func split(_ text: String) -> [String] {
        var statements: [String] = []
        let bytes = Array(text.utf8)
        var start: Int?
        var ending = ";"
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if start == nil, !line.isEmpty, !line.starts(with: "--".utf8) {
                start = line.startIndex
                ending = line.starts(with: "CREATE TRIGGER".utf8) ? "END;" : ";"
            }
            guard let first = start, line.suffix(ending.utf8.count).elementsEqual(ending.utf8),
                !zip(line, line.dropFirst()).contains(where: { $0 == (UInt8(ascii: "-"), UInt8(ascii: "-")) })
            else { continue }
            // SQLite keeps a statement without the blanks at its end.
            let last = bytes[first..<(line.endIndex - 1)].lastIndex { $0 > UInt8(ascii: " ") } ?? first
            statements.append(String(decoding: bytes[first...last], as: UTF8.self))
            start = nil
        }
        return statements
    }

    /// The kind and name of the object that a CREATE statement makes; nil for another statement.
    static func created(by statement: String) -> (kind: String, name: String)? {
        // The name is among the first words of a text that may be long.
        let words = statement.utf8.split(maxSplits: 4) { " \n(".utf8.contains($0) }.prefix(4)
            .map { String(decoding: $0, as: UTF8.self) }.filter { $0 != "UNIQUE" && $0 != "VIRTUAL" }
        return words.count > 2 && words[0] == "CREATE" ? (words[1].lowercased(), words[2]) : nil
    }

    /// Whether a statement is one of others, except for blanks and quotes, which renaming in the shell may rewrite.
    ///
    /// Equal texts are found first: normalising one goes through its characters.
    static func isSame(_ statement: String, asOneOf others: [String]) -> Bool {
        if others.contains(statement) { return true }
        let text = normalised(statement)
        return others.contains { normalised($0) == text }
    }

    /// A statement with blanks folded and quotes around identifiers taken off, for comparing.
    static func normalised(_ statement: String) -> String {
        statement.filter { $0 != "\"" }.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
