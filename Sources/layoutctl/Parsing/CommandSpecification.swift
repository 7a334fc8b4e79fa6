/// What a command takes: the one table that parsing, help, completion, the manual and their tests read.
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
    /// Usage lines after the program's and the command's name, where the generated one would not say
    /// which options exclude each other.
    var forms: [String] = []
    var operands: [any OperandDeclaration] = []
    var options: [any OptionDeclaration] = []
    /// Paragraphs on what the options do not say.
    var notes: [String] = []
    var examples: [Example] = []

    /// The lines that say how to call it.
    var usage: [String] {
        guard forms.isEmpty else { return forms.map { "layoutctl \(name) \($0)" } }
        var words = ["layoutctl", name]
        for operand in operands {
            let word = operand.name + (operand.isRepeating ? " …" : "")
            words.append(operand.isOptional ? "[\(word)]" : word)
        }
        for option in options {
            let word = (option.shortName ?? option.name) + (option.placeholder.map { " " + $0 } ?? "")
            words.append(option.isRequired ? word : "[\(word)]")
        }
        return [words.joined(separator: " ")]
    }
}
