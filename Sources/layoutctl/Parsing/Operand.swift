/// An argument known by its place: declared once, and read by `try arguments[operand]`.
struct Operand<Value: Sendable>: OperandDeclaration {
    let name: String
    let completion: Completion
    let choices: [String]
    let isOptional: Bool
    let isRepeating: Bool
    let help: String
    /// Turns the words in its place into the value.
    let resolve: @Sendable (ArraySlice<String>) throws(ArgumentFault) -> Value

    private init<Word>(
        _ type: ArgumentType<Word>, isOptional: Bool, isRepeating: Bool, help: String,
        resolve: @escaping @Sendable (ArraySlice<String>) throws(ArgumentFault) -> Value
    ) {
        name = type.placeholder
        completion = type.completion
        choices = type.choices
        self.isOptional = isOptional
        self.isRepeating = isRepeating
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
    init<Wrapped>(optional type: ArgumentType<Wrapped>, help: String) where Value == Wrapped? {
        self.init(type, isOptional: true, isRepeating: false, help: help) { words throws(ArgumentFault) in
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
    var help: String { get }

    /// - Throws: ``ArgumentFault`` if it cannot have that value, or none.
    func check(_ words: ArraySlice<String>) throws(ArgumentFault)
}
