internal import LayoutEngine
internal import LayoutText

/// An argument of a command, declared once, and read by `try arguments[argument]`: an option, which is known by its
/// name, or an operand, by its place.
///
/// ```swift
/// static let rect = Option<LayoutRect>("--rect", .rect, help: "The rectangle, in points of the content.")
/// static let layout = Operand<String>(.name("LAYOUT", of: .layouts), help: "The layout.")
/// ```
///
/// One whose value is not optional and has no default is required.
struct Argument<Value: Sendable>: ArgumentDeclaration {
    let facts: ArgumentFacts
    /// Turns the given words, or none, into the value.
    let resolve: @Sendable (ArraySlice<String>) throws(ArgumentFault) -> Value

    func check(_ words: ArraySlice<String>) throws(ArgumentFault) { _ = try resolve(words) }
}

typealias Operand = Argument
typealias Option = Argument

/// The facts about an argument that parsing, help and completion need.
struct ArgumentFacts: Sendable {
    /// With the dashes of an option: `--rect`. An operand has the name of its value.
    let name: String
    /// One dash and one letter, if there is a short form.
    var shortName: String?
    /// The placeholder for its value in help; nil for a flag.
    var placeholder: String?
    /// The only values it takes, if they can be listed.
    var choices: [String] = []
    var completion = Completion.nothing
    var isOptional = true
    /// Whether an option may be given several times, and an operand takes all words that are left.
    var isRepeating = false
    /// Whether a word in its place belongs to the next operand, if it is the only one and fits there.
    var isLeftOut = false
    /// Whether help and completion show it; one that they do not is of a former form.
    var isListed = true
    let help: String

    /// Both names of an option, as help shows them.
    var title: String { shortName.map { "\($0), \(name)" } ?? name }

    func isNamed(_ word: String) -> Bool { word == name || word == shortName }

    var isOption: Bool { name.utf8.first == UInt8(ascii: "-") }
}

/// An argument, independent of its value's type.
@dynamicMemberLookup protocol ArgumentDeclaration: Sendable {
    var facts: ArgumentFacts { get }

    /// - Throws: ``ArgumentFault`` if it cannot have that value, or none.
    func check(_ words: ArraySlice<String>) throws(ArgumentFault)
}

extension ArgumentDeclaration {
    subscript<Fact>(dynamicMember fact: KeyPath<ArgumentFacts, Fact>) -> Fact { facts[keyPath: fact] }
}

extension Argument {
    private init<Word>(
        _ name: String?, _ shortName: String? = nil, of type: ArgumentType<Word>, isOptional: Bool = true,
        isRepeating: Bool = false, isLeftOut: Bool = false, isListed: Bool = true, help: String,
        resolve: @escaping @Sendable (ArraySlice<String>) throws(ArgumentFault) -> Value
    ) {
        facts = ArgumentFacts(
            name: name ?? type.placeholder, shortName: shortName, placeholder: type.placeholder, choices: type.choices,
            completion: type.completion, isOptional: isOptional, isRepeating: isRepeating, isLeftOut: isLeftOut,
            isListed: isListed, help: help)
        self.resolve = resolve
    }

    /// An operand that must be given.
    init(_ type: ArgumentType<Value>, help: String) {
        self.init(nil, of: type, isOptional: false, help: help) { words throws(ArgumentFault) in
            guard let word = words.first else { throw ArgumentFault("is missing") }
            return try type.read(word)
        }
    }

    /// An argument that may be left out.
    ///
    /// - Parameter isLeftOut: Whether an operand may also be left out in front of one that is given.
    init<Wrapped>(
        _ name: String? = nil, short shortName: String? = nil, optional type: ArgumentType<Wrapped>,
        isLeftOut: Bool = false, isListed: Bool = true, help: String
    ) where Value == Wrapped? {
        self.init(
            name, shortName, of: type, isLeftOut: isLeftOut, isListed: isListed, help: help, resolve: type.readFirst)
    }

    /// An option that may be given several times, or an operand that takes all words that are left; maybe none.
    init<Element>(
        _ name: String? = nil, repeating type: ArgumentType<Element>, help: String
    ) where Value == [Element] {
        self.init(name, of: type, isRepeating: true, help: help, resolve: type.readAll)
    }

    /// An option that must be given.
    init(_ name: String, short shortName: String? = nil, _ type: ArgumentType<Value>, help: String) {
        self.init(name, shortName, of: type, isOptional: false, help: help) { words throws(ArgumentFault) in
            guard let word = words.first else { throw ArgumentFault("\(type.placeholder) is missing") }
            return try type.read(word)
        }
    }

    /// An option with a default, which the help names.
    init(
        _ name: String, short shortName: String? = nil, _ type: ArgumentType<Value>, default value: Value,
        spelled words: String? = nil, help: String
    ) {
        let help = "\(help) Default: \(words ?? Self.spelled(value))."
        self.init(name, shortName, of: type, help: help) { words throws(ArgumentFault) in
            try type.readFirst(words) ?? value
        }
    }

    /// A flag: true if it is given.
    init(flag name: String, short shortName: String? = nil, help: String) where Value == Bool {
        facts = ArgumentFacts(name: name, shortName: shortName, help: help)
        resolve = { words in !words.isEmpty }
    }

    private static func spelled(_ value: Value) -> String {
        switch value {
        case let value as Double: ReadableNumber.shortest(value)
        case let value as LayoutSize:
            "\(ReadableNumber.shortest(value.width))x\(ReadableNumber.shortest(value.height))"
        default: "\(value)"
        }
    }
}

/// The fault of an argument, in words that follow its name: `takes a number, not “x”`.
struct ArgumentFault: Error {
    var message: String

    init(_ message: String) { self.message = message }

    init(_ error: JSONValue.SyntaxError) {
        message = error.breaksGrammar ? "is not valid JSON: \(error)" : "is invalid at \(error)"
    }

    static func unknownChoice(_ word: String, among words: [String]) -> ArgumentFault {
        let advice = SpellingSuggestion.nearest(to: word, among: words).map { "did you mean “\($0)”?" }
        return ArgumentFault(
            "cannot be \(Excerpt.quoted(word)); " + (advice ?? "it is one of \(words.joined(separator: ", "))"))
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

    enum Names: Sendable { case layouts, datasets, tables, columns }

    var names: Names? {
        guard case .names(let names) = self else { return nil }
        return names
    }
}

extension ArgumentType {
    @Sendable fileprivate func readFirst(_ words: ArraySlice<String>) throws(ArgumentFault) -> Value? {
        guard let word = words.first else { return nil }
        return try read(word)
    }

    @Sendable fileprivate func readAll(_ words: ArraySlice<String>) throws(ArgumentFault) -> [Value] {
        var values: [Value] = []
        for word in words { values.append(try read(word)) }
        return values
    }
}
