internal import LayoutCPage
internal import LayoutEngine
internal import LayoutMigrations

/// The texts of `Help/`.
enum HelpFile {
    private static let files = unsafe EmbeddedFile.all(layout_help_texts, layout_help_list)

    static func text(_ name: String) -> String { files.first { $0.name == name }?.text ?? "" }

    /// The sections of `Help/commands.md`, by their headings.
    private static let sections: [Substring: Substring] = {
        let parts = text("commands.md").split(separator: "\n## ").dropFirst()
        return Dictionary(
            uniqueKeysWithValues: parts.map { part in
                let heading = part.prefix { $0 != "\n" }
                return (heading, part.dropFirst(heading.count))
            })
    }()

    /// The paragraphs about a command, and the lines with its examples.
    static func section(_ command: String) -> (notes: [String], examples: String) {
        let parts = (sections[command[...]] ?? "").split(separator: "\n```", maxSplits: 2)
        let notes = (parts.first ?? "").split(separator: "\n").map { filled(String($0)) }
        let examples = parts.dropFirst().first?.dropFirst(3) ?? ""
        return (notes, String(examples))
    }

    /// A paragraph with the texts that its words in braces stand for.
    private static func filled(_ text: String) -> String {
        let words = ["sample": "\(TextTable.sampleSize)", "kinds": LayoutDefinition.kindNames.joined(separator: ", ")]
        var (filled, rest) = ("", text[...])
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let word = rest[rest.index(after: open)..<close]
            let text = words[String(word)] ?? section("{\(word)}").notes.first ?? "{\(word)}"
            (filled, rest) = (filled + rest[..<open] + text, rest[rest.index(after: close)...])
        }
        return filled + rest
    }
}
