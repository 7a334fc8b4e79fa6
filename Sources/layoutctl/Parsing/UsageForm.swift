/// A usage line made of the declared arguments, for commands whose generated one would not show which arguments exclude
/// each other.
struct UsageForm: Sendable {
    enum Word: Sendable {
        /// One that this form needs.
        case required(any ArgumentDeclaration)
        /// One that may be left out.
        case optional(any ArgumentDeclaration)
        /// An operand, or an option in its place.
        case either(any ArgumentDeclaration, any ArgumentDeclaration)
        /// All other options of the command.
        case otherOptions
        /// A word that is typed as it stands.
        case word(String)
    }

    private let words: [Word]

    init(_ words: Word...) { self.words = words }

    init(_ words: [Word]) { self.words = words }

    /// The one that follows from the declarations alone.
    init(of arguments: [any ArgumentDeclaration]) {
        words = arguments.map { $0.isOptional ? .optional($0) : .required($0) }
    }

    /// The text after the command's name.
    var text: String { words.map(Self.text).joined(separator: " ") }

    private static func text(_ word: Word) -> String {
        switch word {
        case .required(let argument): text(argument)
        case .optional(let argument): "[\(text(argument))]"
        case .either(let operand, let option): "\(text(operand))|\(text(option))"
        case .otherOptions: "[options]"
        case .word(let word): word
        }
    }

    private static func text(_ argument: any ArgumentDeclaration) -> String {
        guard argument.isOption else { return argument.name + (argument.isRepeating ? " …" : "") }
        return (argument.shortName ?? argument.name) + (argument.placeholder.map { " " + $0 } ?? "")
    }
}
