/// The arguments of a command: the one table that parsing, help, completion, the manual and their tests read.
struct CommandSpecification: Sendable {
    /// A command line that works, and what it does.
    struct Example: Sendable {
        var purpose: String
        var line: String

        init(_ purpose: String, _ line: String) {
            self.purpose = purpose
            self.line = line
        }
    }

    var name: String
    /// One line, for the list of commands.
    var summary: String
    /// For commands whose generated usage line would not show which arguments exclude each other.
    var forms: [UsageForm] = []
    var operands: [any ArgumentDeclaration] = []
    /// The operands that help and completion show.
    var listedOperands: [any ArgumentDeclaration] { operands.filter(\.isListed) }
    var options: [any ArgumentDeclaration] = []
    /// The same options under headings, for a command that has many; else empty.
    var optionGroups: [OptionGroup] = []
    /// Paragraphs on everything that the options do not explain.
    var notes: [String] = []
    var examples: [Example] = []

    /// The option with a long or a short name.
    func option(_ name: String) -> (any ArgumentDeclaration)? {
        options.first { $0.name == name || $0.shortName == name }
    }

    /// The usage lines.
    var usage: [String] {
        let forms = forms.isEmpty ? [UsageForm(of: listedOperands + options)] : forms
        return forms.map { "layoutctl \(name) \($0.text)" }
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

    /// - Throws: any error; ``Failure`` turns it into text and an exit code.
    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode
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

/// The commands of a group.
struct GroupedCommands: Sendable {
    let group: CommandGroup
    let specifications: [CommandSpecification]
}
