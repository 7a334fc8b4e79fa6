internal import LayoutText

/// Text that cannot do anything to a terminal but show itself.
///
/// Names and payloads come from files with arbitrary content. A control character could move the cursor or change the
/// terminal's settings, and a bidirectional control could show words in another order than they have.
enum TerminalText {
    /// The text with every invisible character spelled out: a line feed as ⏎, any other one as `\u{1B}`.
    static func printable(_ text: String) -> String {
        replacing(text) { scalar in
            switch scalar {
            case "\n": "⏎"
            case "\t": " "
            default: scalar.controlsDisplay ? "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}" : nil
            }
        }
    }

    /// JSON text with the same characters written as JSON's own escapes.
    ///
    /// Beside ASCII's, which JSON allows nowhere, they can only stand inside of strings, so that the
    /// value stays the same.
    static func printable(json text: String) -> String {
        replacing(text) { scalar in
            guard scalar.value >= 0x7F, scalar.controlsDisplay else { return nil }
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    private static func replacing(_ text: String, _ escape: (Unicode.Scalar) -> String?) -> String {
        guard mayNeedEscapes(text.utf8) else { return text }
        var printable = ""
        for scalar in text.unicodeScalars {
            if let escape = escape(scalar) { printable += escape } else { printable.unicodeScalars.append(scalar) }
        }
        return printable
    }

    /// Makes what was appended after the first `start` bytes printable, as ``printable(_:)`` does.
    static func escape(textIn bytes: inout ContiguousArray<UInt8>, from start: Int) {
        escape(&bytes, from: start, by: printable(_:))
    }

    /// Makes what was appended after the first `start` bytes printable, as ``printable(json:)`` does.
    static func escape(jsonIn bytes: inout ContiguousArray<UInt8>, from start: Int) {
        escape(&bytes, from: start, by: printable(json:))
    }

    private static func escape(
        _ bytes: inout ContiguousArray<UInt8>, from start: Int, by printable: (String) -> String
    ) {
        guard mayNeedEscapes(bytes[start...]) else { return }
        let text = printable(String(decoding: bytes[start...], as: UTF8.self))
        bytes.truncate(to: start)
        bytes.append(contentsOf: text.utf8)
    }

    /// Whether any byte could be part of such a character: nearly all text is plain.
    private static func mayNeedEscapes(_ bytes: some Collection<UInt8>) -> Bool {
        // C1 begins with C2, 061C with D8, the rest with E2.
        bytes.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 }
    }
}

/// Quotes words in messages, and shortens long ones.
enum Excerpt {
    /// Longer than any name that a person types, and short enough for one line.
    private static let limit = 120

    static func quoted(_ text: String) -> String { "“\(of(text))”" }

    /// The text, or its beginning, an ellipsis and how long it is.
    static func of(_ text: String) -> String {
        // Counted in code points: a single Character can be as long as the whole text.
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return text }
        return String(scalars[..<end]) + "… (\(ReadableNumber.grouped(text.utf8.count)) bytes)"
    }

    /// A message that repeats something long in its middle, without most of that.
    static func ofMessage(_ message: String) -> String {
        let scalars = message.unicodeScalars
        // As many as a message with several names and a piece of advice can have.
        let part = 1500
        guard message.utf8.count > 4 * part,
            let head = scalars.index(scalars.startIndex, offsetBy: part, limitedBy: scalars.endIndex),
            let tail = scalars.index(scalars.endIndex, offsetBy: -part, limitedBy: scalars.startIndex), head < tail
        else { return message }
        return String(scalars[..<head]) + "… (\(ReadableNumber.grouped(message.utf8.count)) bytes) …"
            + String(scalars[tail...])
    }
}

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
