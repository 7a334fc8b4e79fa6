/// A usage line made of the declared arguments, for commands whose generated one would not show which arguments exclude
/// each other.
struct UsageForm: Sendable {
    enum Word: Sendable {
        /// One that this form needs, as the next.
        case operand(any OperandDeclaration)
        case option(any OptionDeclaration)
        /// One that may be left out, as the next.
        case optionalOperand(any OperandDeclaration)
        case optional(any OptionDeclaration)
        /// An operand, or an option in its place.
        case either(any OperandDeclaration, any OptionDeclaration)
        /// All other options of the command.
        case otherOptions
        /// A word that is typed as it stands.
        case word(String)
    }

    private let words: [Word]

    init(_ words: Word...) { self.words = words }

    init(_ words: [Word]) { self.words = words }

    /// The one that follows from the declarations alone.
    init(operands: [any OperandDeclaration], options: [any OptionDeclaration]) {
        words =
            operands.map { $0.isOptional ? .optionalOperand($0) : .operand($0) }
            + options.map { $0.isRequired ? .option($0) : .optional($0) }
    }

    /// The text after the command's name.
    var text: String { words.map(Self.text).joined(separator: " ") }

    private static func text(_ word: Word) -> String {
        switch word {
        case .operand(let operand): return text(operand)
        case .optionalOperand(let operand): return "[\(text(operand))]"
        case .option(let option): return text(option)
        case .optional(let option): return "[\(text(option))]"
        case .either(let operand, let option): return "\(text(operand))|\(text(option))"
        case .otherOptions: return "[options]"
        case .word(let word): return word
        }
    }

    private static func text(_ operand: any OperandDeclaration) -> String {
        operand.name + (operand.isRepeating ? " …" : "")
    }

    private static func text(_ option: any OptionDeclaration) -> String {
        (option.shortName ?? option.name) + (option.placeholder.map { " " + $0 } ?? "")
    }
}
