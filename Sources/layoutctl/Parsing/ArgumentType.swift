internal import LayoutText

/// What a word of the command line may be, and how it becomes a value.
struct ArgumentType<Value: Sendable>: Sendable {
    /// What stands for the value in help: `X,Y,W,H`.
    var placeholder: String
    /// The only words it takes, where they can be listed.
    var choices: [String] = []
    /// What a shell offers in its place.
    var completion = Completion.nothing
    /// - Throws: ``ArgumentFault`` whose words follow the argument's name.
    var read: @Sendable (String) throws(ArgumentFault) -> Value

    init(
        _ placeholder: String, choices: [String] = [], completion: Completion = .nothing,
        read: @escaping @Sendable (String) throws(ArgumentFault) -> Value
    ) {
        self.placeholder = placeholder
        self.choices = choices
        self.completion = completion
        self.read = read
    }

    /// The same under another name in help.
    func named(_ placeholder: String) -> Self {
        var type = self
        type.placeholder = placeholder
        return type
    }
}

/// What is wrong with an argument, in words that follow its name: `takes a number, not “x”`.
struct ArgumentFault: Error {
    var message: String

    init(_ message: String) {
        self.message = message
    }

    init(_ error: JSONSyntaxError) {
        message = error.breaksGrammar ? "is not valid JSON: \(error)" : "is invalid at \(error)"
    }
}

/// What a shell offers for an argument.
enum Completion: Sendable, Equatable {
    case nothing
    case files
    case directories
    /// The names of the program's commands.
    case commands
    /// Names in the file that the command line names before.
    case names(Names)

    enum Names: Sendable {
        case layouts, datasets, tables, columns
    }

    var names: Names? {
        guard case .names(let names) = self else { return nil }
        return names
    }
}
