/// Just enough of SQL's grammar to take our own schema files apart.
enum SQLStatements {
    /// The statements of a text: a trigger ends with `END;`, any other with `;` at a line's end.
    static func split(_ text: String) -> [String] {
        var statements: [String] = []
        var lines: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
            if lines.isEmpty, line.hasPrefix("--") { continue }
            lines.append(line)
            let isTrigger = lines[0].hasPrefix("CREATE TRIGGER")
            if line.hasSuffix(isTrigger ? "END;" : ";") {
                statements.append(String(lines.joined(separator: "\n").dropLast()))
                lines = []
            }
        }
        return statements
    }

    /// The name of what a CREATE statement makes.
    static func createdName(_ statement: String) -> String {
        let words = statement.split(whereSeparator: { " \n(".contains($0) }).filter { $0 != "UNIQUE" && $0 != "VIRTUAL" }
        return words.count > 2 ? String(words[2]) : ""
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
