internal import LayoutCPage
internal import LayoutEngine
internal import LayoutMigrations

/// The arguments of a command: the one table that parsing, help, completion, the manual and their tests read.
struct CommandSpecification: Sendable {
    var name: String
    /// One line, for the list of commands.
    var summary: String
    /// The usage lines after the name, for commands whose generated one would not show which arguments exclude each
    /// other.
    var forms: [String] = []
    var operands: [any ArgumentDeclaration] = []
    /// The operands that help and completion show.
    var listedOperands: [any ArgumentDeclaration] { operands.filter(\.isListed) }
    var options: [any ArgumentDeclaration] = []
    /// Its options under headings, for a command that has many; else empty.
    var optionGroups: [OptionGroup] = []
    /// Paragraphs on everything that the options do not explain.
    var notes: [String] { HelpFile.section(name).notes }
    /// Command lines that work, each below a line with its purpose after `# `.
    var examples: String { HelpFile.section(name).examples }
    var exampleLines: [(purpose: Substring, line: Substring)] {
        let lines = examples.split(separator: "\n")
        return stride(from: 1, to: lines.count, by: 2).map { (lines[$0 - 1].dropFirst(2), lines[$0]) }
    }

    /// The option with a long or a short name.
    func option(_ name: String) -> (any ArgumentDeclaration)? { options.first { $0.facts.isNamed(name) } }

    var usage: [String] {
        let words = (listedOperands + options).map { argument in
            let word =
                argument.isOption
                ? (argument.shortName ?? argument.name) + (argument.placeholder.map { " " + $0 } ?? "")
                : argument.name + (argument.isRepeating ? " …" : "")
            return argument.isOptional ? "[\(word)]" : word
        }
        return (forms.isEmpty ? [words.joined(separator: " ")] : forms).map { "layoutctl \(name) \($0)" }
    }
}

/// Options of one purpose, which help lists under a heading.
struct OptionGroup: Sendable {
    let title: String
    let options: [any ArgumentDeclaration]
}

/// A command of the program: its table of arguments, and one call.
protocol Command: SendableMetatype {
    static var specification: CommandSpecification { get }

    /// - Throws: any error; ``Failure`` turns it into text and an exit code. One without text is an end with that code.
    static func run(_ arguments: ParsedArguments, _ console: Console) throws
}

extension Command {
    static func parse(_ words: some Collection<String>) throws(Failure) -> ParsedArguments {
        try ArgumentParser(specification: specification).parse(words)
    }
}

/// A purpose of commands, as help, the manual and completion list them.
enum CommandGroup: String, CaseIterable, Sendable {
    case load
    case layOut = "lay out"
    case look
    case edit
    case keep
    case serve
}

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

/// The arguments that several commands take.
enum Standard {
    static let database = Operand<String>(.file("DB"), help: "The store: an SQLite file.")
    static let layout = Operand<String?>(
        optional: .name("LAYOUT", of: .layouts), isLeftOut: true,
        help: "The layout; may be left out if the store has only one.")
    static let dataset = Option<String?>(
        "--dataset", optional: .name("NAME", of: .datasets),
        help: "The data set; may be left out if the store has only one.")
    /// The former place of ``dataset``, as a word before the item.
    static let datasetWord = Operand<String?>(
        optional: .name("DATASET", of: .datasets), isLeftOut: true, isListed: false, help: "The data set.")

    /// How rows are written; every command that prints some takes it.
    static let format = Option<OutputFormat>(
        "--format", .choice, default: Terminal.isTerminal(1) ? .table : .ndjson,
        spelled: "table on a terminal, else ndjson", help: "The format of the output.")
    static let quiet = Option(
        flag: "--quiet", short: "-q", help: "Print no progress, notes or warnings; errors are still printed.")
    static let showsHelp = Option(flag: "--help", short: "-h", help: "Print this text.")
    static let version = Option(
        flag: "--version", short: "-v",
        help: "Print the versions of layoutctl and SQLite; with --verbose, SQLite's options too.")
    /// The options that can replace a command.
    static let global = [showsHelp, version]
}

extension Console {
    /// Writes rows that are at hand, in the format that was asked for.
    ///
    /// - Parameter isSingle: Whether there is one row, which answers a question: as JSON it is an object.
    func print<Row>(
        _ rows: [Row], _ columns: [Column<Row>], _ arguments: ParsedArguments, isSingle: Bool = false
    ) throws(Failure) {
        var printer = RowPrinter(try arguments[Standard.format], columns: columns, isSingle: isSingle, self)
        for row in rows { try printer.print(row) }
        try printer.finish()
    }
}
