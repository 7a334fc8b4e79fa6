internal import LayoutText

/// The possible words of an argument, and their conversion to values.
struct ArgumentType<Value: Sendable>: Sendable {
    /// The placeholder for the value in help: `X,Y,W,H`.
    var placeholder: String
    /// The only words it takes, if they can be listed.
    var choices: [String] = []
    /// The words that a shell offers in its place.
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

/// The fault of an argument, in words that follow its name: `takes a number, not “x”`.
struct ArgumentFault: Error {
    var message: String

    init(_ message: String) {
        self.message = message
    }

    init(_ error: JSONSyntaxError) {
        message = error.breaksGrammar ? "is not valid JSON: \(error)" : "is invalid at \(error)"
    }
}

/// The words that a shell offers for an argument.
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
