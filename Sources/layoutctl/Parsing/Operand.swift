/// An argument known by its place: declared once, and read by `try arguments[operand]`.
struct Operand<Value: Sendable>: OperandDeclaration {
    let name: String
    let completion: Completion
    let choices: [String]
    let isOptional: Bool
    let isRepeating: Bool
    let isLeftOut: Bool
    let isListed: Bool
    let help: String
    /// Turns the words in its place into the value.
    let resolve: @Sendable (ArraySlice<String>) throws(ArgumentFault) -> Value

    private init<Word>(
        _ type: ArgumentType<Word>, isOptional: Bool, isRepeating: Bool, isLeftOut: Bool = false, isListed: Bool = true,
        help: String, resolve: @escaping @Sendable (ArraySlice<String>) throws(ArgumentFault) -> Value
    ) {
        name = type.placeholder
        completion = type.completion
        choices = type.choices
        self.isOptional = isOptional
        self.isRepeating = isRepeating
        self.isLeftOut = isLeftOut
        self.isListed = isListed
        self.help = help
        self.resolve = resolve
    }

    /// An operand that must be given.
    init(_ type: ArgumentType<Value>, help: String) {
        self.init(type, isOptional: false, isRepeating: false, help: help) { words throws(ArgumentFault) in
            guard let word = words.first else { throw ArgumentFault("is missing") }
            return try type.read(word)
        }
    }

    /// An operand that may be left out.
    ///
    /// - Parameters:
    ///   - isLeftOut: Whether it may also be left out in front of an operand that is given.
    ///   - isListed: Whether help has it; one that it has not is of a former form.
    init<Wrapped>(
        optional type: ArgumentType<Wrapped>, isLeftOut: Bool = false, isListed: Bool = true, help: String
    ) where Value == Wrapped? {
        self.init(
            type, isOptional: true, isRepeating: false, isLeftOut: isLeftOut, isListed: isListed, help: help
        ) { words throws(ArgumentFault) in
            guard let word = words.first else { return nil }
            return try type.read(word)
        }
    }

    /// An operand that takes all words that are left, or none.
    init<Element>(repeating type: ArgumentType<Element>, help: String) where Value == [Element] {
        self.init(type, isOptional: true, isRepeating: true, help: help) { words throws(ArgumentFault) in
            var values: [Element] = []
            for word in words { values.append(try type.read(word)) }
            return values
        }
    }

    func check(_ words: ArraySlice<String>) throws(ArgumentFault) {
        _ = try resolve(words)
    }
}

/// The parts of an operand that parsing, help and completion need, independent of its value's type.
protocol OperandDeclaration: Sendable {
    var name: String { get }
    var completion: Completion { get }
    /// The only values it takes, if they can be listed.
    var choices: [String] { get }
    var isOptional: Bool { get }
    /// Whether it takes all arguments that are left.
    var isRepeating: Bool { get }
    /// Whether a word in its place belongs to the next operand, if it is the only one and fits there.
    var isLeftOut: Bool { get }
    /// Whether help and completion show it.
    var isListed: Bool { get }
    var help: String { get }

    /// - Throws: ``ArgumentFault`` if it cannot have that value, or none.
    func check(_ words: ArraySlice<String>) throws(ArgumentFault)
}
