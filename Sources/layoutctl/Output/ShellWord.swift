/// Words of commands that are printed for a person to copy into a shell.
enum ShellWord {
    /// The word for a shell: unchanged if that means the same, otherwise in quotes.
    static func text(_ word: String) -> String {
        let isPlain = !word.isEmpty && word.unicodeScalars.allSatisfy(isPlain)
        return isPlain ? word : quoted(word)
    }

    /// Text in single quotes, for bash and zsh.
    static func quoted(_ text: String) -> String {
        var quoted = "'"
        for scalar in text.unicodeScalars {
            if scalar == "'" { quoted += "'\\''" } else { quoted.unicodeScalars.append(scalar) }
        }
        return quoted + "'"
    }

    /// The value that a shell gives to a word in quotes or with backslashes, without expansions.
    static func unquoted(_ word: String) -> String {
        var text = ""
        var quote: Unicode.Scalar?
        var isEscaped = false
        for scalar in word.unicodeScalars {
            if isEscaped {
                text.unicodeScalars.append(scalar)
                isEscaped = false
            } else if scalar == "\\", quote != "'" {
                isEscaped = true
            } else if scalar == quote {
                quote = nil
            } else if quote == nil, scalar == "'" || scalar == "\"" {
                quote = scalar
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// Whether a character has no meaning to bash, zsh or fish at any position in a word. Letters beyond ASCII are
    /// among it; other characters beyond ASCII may be blanks.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "/", ":", "@", "+", ",": true
        default: !scalar.isASCII && scalar.properties.isAlphabetic
        }
    }
}
