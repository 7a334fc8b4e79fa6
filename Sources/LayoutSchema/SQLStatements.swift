/// Just enough of SQL's grammar to take our own schema files apart.
enum SQLStatements {
    /// The statements of a text: a trigger ends with `END;`, any other with `;` at the end of a line without a comment.
    ///
    /// By bytes in an array, since every opening of a store needs them: `Character`s took sixteen milliseconds.
    static func split(_ text: String) -> [String] {
        var statements: [String] = []
        let bytes = Array(text.utf8)
        var line = 0
        var start: Int?
        var isTrigger = false
        while line < bytes.count {
            var end = line
            var hasComment = false
            while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
                if end > line, bytes[end] == UInt8(ascii: "-"), bytes[end - 1] == bytes[end] { hasComment = true }
                end += 1
            }
            let content = bytes[line..<end]
            if start == nil, !content.isEmpty, !content.starts(with: "--".utf8) {
                start = line
                isTrigger = content.starts(with: "CREATE TRIGGER".utf8)
            }
            if let first = start, !hasComment,
                content.suffix(isTrigger ? 4 : 1).elementsEqual((isTrigger ? "END;" : ";").utf8)
            {
                // SQLite keeps a statement without the blanks at its end.
                var last = end - 1
                while last > first, bytes[last - 1] <= UInt8(ascii: " ") { last -= 1 }
                statements.append(String(decoding: bytes[first..<last], as: UTF8.self))
                start = nil
            }
            line = end + 1
        }
        return statements
    }

    /// The kind and name of the object that a CREATE statement makes; nil for another statement.
    static func created(by statement: String) -> (kind: String, name: String)? {
        var words: [String] = []
        var word: [UInt8] = []
        for byte in statement.utf8 {
            if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "(") {
                word.append(byte)
                continue
            }
            let text = String(decoding: word, as: UTF8.self)
            if !text.isEmpty, text != "UNIQUE", text != "VIRTUAL" { words.append(text) }
            // The name is among the first words of a text that may be long.
            if words.count == 3 { break }
            word.removeAll(keepingCapacity: true)
        }
        return words.count == 3 && words[0] == "CREATE" ? (words[1].lowercased(), words[2]) : nil
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
        var result = ""
        var isBlank = false
        for character in statement where character != "\"" {
            if character.isWhitespace {
                isBlank = true
            } else {
                if isBlank, !result.isEmpty { result.append(" ") }
                isBlank = false
                result.append(character)
            }
        }
        return result
    }
}
