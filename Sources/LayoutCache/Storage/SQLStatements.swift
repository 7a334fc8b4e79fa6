/// Just enough of SQL's grammar to take our own schema files apart.
enum SQLStatements {
    /// The statements of a text: a trigger ends with `END;`, any other with `;` at a line's end.
    ///
    /// By bytes, since every opening of a store needs them: `Character`s took sixteen milliseconds.
    static func split(_ text: String) -> [String] {
        var statements: [String] = []
        let bytes = text.utf8
        var line = bytes.startIndex
        var start: String.Index?
        var isTrigger = false
        while line < bytes.endIndex {
            let end = bytes[line...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
            let content = bytes[line..<end]
            if start == nil, !content.isEmpty, !content.starts(with: "--".utf8) {
                start = line
                isTrigger = content.starts(with: "CREATE TRIGGER".utf8)
            }
            if let first = start, content.suffix(isTrigger ? 4 : 1).elementsEqual((isTrigger ? "END;" : ";").utf8) {
                statements.append(String(text[first..<bytes.index(before: end)]))
                start = nil
            }
            line = end < bytes.endIndex ? bytes.index(after: end) : end
        }
        return statements
    }

    /// The name of what a CREATE statement makes.
    static func createdName(_ statement: String) -> String {
        let separators = Array(" \n(".utf8)
        let words = statement.utf8.split(maxSplits: 5, whereSeparator: { separators.contains($0) }).lazy.compactMap {
            String($0)
        }
        .filter { $0 != "UNIQUE" && $0 != "VIRTUAL" }
        return words.dropFirst(2).first ?? ""
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
