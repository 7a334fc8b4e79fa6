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

    /// Options of one purpose, which help lists under a heading.
    struct OptionGroup: Sendable {
        let title: String
        let options: [any ArgumentDeclaration]
    }
}
