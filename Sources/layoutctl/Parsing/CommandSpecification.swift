/// What a command takes: the one table that parsing, help and the tests of both read.
struct CommandSpecification: Sendable {
    /// An argument known by its place.
    struct Operand: Sendable {
        var name: String
        var help: String
        var isOptional = false
        /// Whether it takes all arguments that are left.
        var isRepeating = false
    }

    /// An argument known by its name.
    struct Option: Sendable {
        /// With its dashes: `--rect`.
        var name: String
        /// One dash and one letter, where there is a short form.
        var shortName: String?
        /// What stands for its value in help; nil for a flag.
        var value: String?
        var help: String
        var isRequired = false
        /// The only values it takes, where they can be listed.
        var choices: [String] = []
    }

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
    var operands: [Operand] = []
    var options: [Option] = []
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
            let word = (option.shortName ?? option.name) + (option.value.map { " " + $0 } ?? "")
            words.append(option.isRequired ? word : "[\(word)]")
        }
        return [words.joined(separator: " ")]
    }
}

extension CommandSpecification.Operand {
    static let database = Self(name: "DB", help: "The store: an SQLite file.")
    static let layout = Self(name: "LAYOUT", help: "The layout's name.")
    static let dataSet = Self(name: "DATASET", help: "The data set's name.")
}

extension CommandSpecification.Option {
    /// How rows are written; every command that prints some takes it.
    static func format(_ standard: OutputFormat = .table) -> Self {
        Self(
            name: "--format", value: OutputFormat.allCases.map(\.rawValue).joined(separator: "|"),
            help: "How to write what is found; \(standard.rawValue) unless said, on a terminal and elsewhere.",
            choices: OutputFormat.allCases.map(\.rawValue)
        )
    }

    static let quiet = Self(name: "--quiet", shortName: "-q", help: "No progress, notes or warnings; errors are still said.")
    static let help = Self(name: "--help", shortName: "-h", help: "This text.")
}
