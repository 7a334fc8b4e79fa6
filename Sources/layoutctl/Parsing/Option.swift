internal import LayoutEngine
internal import LayoutText

/// An argument known by its name: declared once, and read by `try arguments[option]`.
///
/// ```swift
/// static let rect = Option<LayoutRect>("--rect", .rect, help: "The rectangle, in points of the content.")
/// ```
///
/// One whose value is not optional and has no default is required.
struct Option<Value: Sendable>: OptionDeclaration {
    let name: String
    let shortName: String?
    let placeholder: String?
    let choices: [String]
    let completion: Completion
    let isRequired: Bool
    let isRepeating: Bool
    let help: String
    /// Turns what was given, or nil, into the value.
    let resolve: @Sendable (String?) throws(ArgumentFault) -> Value

    private init(
        _ name: String, _ shortName: String?, placeholder: String?, choices: [String], completion: Completion,
        isRequired: Bool, isRepeating: Bool = false, help: String,
        resolve: @escaping @Sendable (String?) throws(ArgumentFault) -> Value
    ) {
        self.name = name
        self.shortName = shortName
        self.placeholder = placeholder
        self.choices = choices
        self.completion = completion
        self.isRequired = isRequired
        self.isRepeating = isRepeating
        self.help = help
        self.resolve = resolve
    }

    /// An option that must be given.
    init(_ name: String, short shortName: String? = nil, _ type: ArgumentType<Value>, help: String) {
        self.init(
            name, shortName, placeholder: type.placeholder, choices: type.choices, completion: type.completion,
            isRequired: true, help: help
        ) { text throws(ArgumentFault) in
            guard let text else { throw ArgumentFault("\(type.placeholder) is missing") }
            return try type.read(text)
        }
    }

    /// An option with a default, which the help names.
    init(
        _ name: String, short shortName: String? = nil, _ type: ArgumentType<Value>, default value: Value,
        spelled words: String? = nil, help: String
    ) {
        self.init(
            name, shortName, placeholder: type.placeholder, choices: type.choices, completion: type.completion,
            isRequired: false, help: "\(help) Default: \(words ?? Self.spelled(value))."
        ) { text throws(ArgumentFault) in
            guard let text else { return value }
            return try type.read(text)
        }
    }

    /// An option that may be left out.
    init<Wrapped>(
        _ name: String, short shortName: String? = nil, optional type: ArgumentType<Wrapped>, help: String
    ) where Value == Wrapped? {
        self.init(
            name, shortName, placeholder: type.placeholder, choices: type.choices, completion: type.completion,
            isRequired: false, help: help
        ) { text throws(ArgumentFault) in
            guard let text else { return nil }
            return try type.read(text)
        }
    }

    /// An option that may be given several times, or not at all.
    init<Element>(_ name: String, repeating type: ArgumentType<Element>, help: String) where Value == [Element] {
        self.init(
            name, nil, placeholder: type.placeholder, choices: type.choices, completion: type.completion,
            isRequired: false, isRepeating: true, help: help
        ) { text throws(ArgumentFault) in
            var values: [Element] = []
            for word in text?.split(separator: Self.separator, omittingEmptySubsequences: false) ?? [] {
                values.append(try type.read(String(word)))
            }
            return values
        }
    }

    /// A flag: true if it is given.
    init(flag name: String, short shortName: String? = nil, help: String) where Value == Bool {
        self.init(
            name, shortName, placeholder: nil, choices: [], completion: .nothing, isRequired: false, help: help
        ) { text in text != nil }
    }

    func check(_ text: String?) throws(ArgumentFault) {
        _ = try resolve(text)
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

/// The parts of an option that parsing, help and completion need, independent of its value's type.
protocol OptionDeclaration: Sendable {
    /// With its dashes: `--rect`.
    var name: String { get }
    /// One dash and one letter, if there is a short form.
    var shortName: String? { get }
    /// The placeholder for its value in help; nil for a flag.
    var placeholder: String? { get }
    /// The only values it takes, if they can be listed.
    var choices: [String] { get }
    var completion: Completion { get }
    var isRequired: Bool { get }
    /// Whether it may be given several times.
    var isRepeating: Bool { get }
    var help: String { get }

    /// - Throws: ``ArgumentFault`` if it cannot have that value, or none.
    func check(_ text: String?) throws(ArgumentFault)
}

extension OptionDeclaration {
    /// Stands between the values of an option that is given several times: no argument holds it.
    static var separator: Character { "\0" }
}
