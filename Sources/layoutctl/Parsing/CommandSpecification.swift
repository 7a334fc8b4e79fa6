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
    /// The same options under headings, for a command that has many; else empty.
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
