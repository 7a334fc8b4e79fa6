internal import LayoutCache
internal import LayoutEngine
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

    /// This type under another name in help.
    func named(_ placeholder: String) -> Self {
        var type = self
        type.placeholder = placeholder
        return type
    }
}

/// The fault of an argument, in words that follow its name: `takes a number, not “x”`.
struct ArgumentFault: Error {
    var message: String

    init(_ message: String) { self.message = message }

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

    enum Names: Sendable { case layouts, datasets, tables, columns }

    var names: Names? {
        guard case .names(let names) = self else { return nil }
        return names
    }
}

/// Turns words of the command line into values.
enum ValueParser {
    /// The given number of numbers with separators between them.
    static func numbers(_ text: String, count: Int, separators: Set<Unicode.Scalar> = [","]) -> [Double]? {
        let words = text.unicodeScalars.split(maxSplits: count, omittingEmptySubsequences: false) {
            separators.contains($0)
        }
        let numbers = words.compactMap { DecimalNumber.value(of: Substring($0)) }
        return words.count == count && numbers.count == count ? numbers : nil
    }

    /// - Throws: ``ArgumentFault`` for what is not JSON, or JSON that is not accepted.
    static func json(_ text: String) throws(ArgumentFault) -> JSONValue {
        do throws(JSONSyntaxError) {
            return try JSONValue(parsing: text)
        } catch {
            throw ArgumentFault(error)
        }
    }

    static func itemPath(_ text: String) -> ItemIndexPath? {
        let words = text.unicodeScalars.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 2, let section = Int(Substring(words[0])), let item = Int(Substring(words[1])),
            section >= 0, item >= 0
        else { return nil }
        return ItemIndexPath(section: section, item: item)
    }
}

extension ArgumentType where Value == String {
    static func text(_ placeholder: String) -> Self {
        Self(placeholder) { text in text }
    }

    /// A name; a shell offers the existing ones.
    static func name(_ placeholder: String, of names: Completion.Names) -> Self {
        Self(placeholder, completion: .names(names)) { name in name }
    }

    static func file(_ placeholder: String = "FILE") -> Self {
        Self(placeholder, completion: .files) { path in path }
    }

    static func directory(_ placeholder: String = "DIR") -> Self {
        Self(placeholder, completion: .directories) { path in path }
    }

    static func word(of words: [String]) -> Self { one(of: words.map { ($0, $0) }) }
}

extension ArgumentType where Value == [String] {
    /// Names with commas between them.
    static func list(_ placeholder: String) -> Self {
        Self(placeholder) { text in
            text.utf8.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}

extension ArgumentType {
    static func one(of values: [(word: String, value: Value)]) -> Self {
        let words = values.map(\.word)
        return Self(words.joined(separator: "|"), choices: words) { word throws(ArgumentFault) in
            guard let value = values.first(where: { $0.word == word })?.value else {
                throw .unknownChoice(word, among: words)
            }
            return value
        }
    }
}

extension ArgumentType where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    static var choice: Self { one(of: Value.allCases.map { ($0.rawValue, $0) }) }
}

extension ArgumentType where Value == Unicode.Scalar {
    /// A single character; `\t` is a tab.
    static func character(_ placeholder: String) -> Self {
        Self(placeholder) { text throws(ArgumentFault) in
            if text == "\\t" { return "\t" }
            guard let character = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
                throw ArgumentFault("takes one character, not \(Excerpt.quoted(text))")
            }
            return character
        }
    }
}

extension ArgumentType where Value == Double {
    static func number(_ placeholder: String) -> Self {
        Self(placeholder) { text throws(ArgumentFault) in
            guard let number = DecimalNumber.value(of: text) else {
                throw ArgumentFault("takes a number, not \(Excerpt.quoted(text))")
            }
            return number
        }
    }

    /// A number of points from 0.
    static func length(_ placeholder: String) -> Self {
        Self(placeholder) { text throws(ArgumentFault) in
            let length = try Self.number(placeholder).read(text)
            guard length >= 0 else { throw ArgumentFault("cannot be negative") }
            return length
        }
    }

    static func positive(_ placeholder: String) -> Self {
        Self(placeholder) { text throws(ArgumentFault) in
            guard let number = DecimalNumber.value(of: text), number > 0 else {
                throw ArgumentFault("takes a number above 0, not \(Excerpt.quoted(text))")
            }
            return number
        }
    }
}

extension ArgumentType where Value == Int {
    /// A whole number that is neither too small nor too large.
    static func count(_ placeholder: String, from least: Int = 0, to greatest: Int = .max) -> Self {
        Self(placeholder) { text throws(ArgumentFault) in
            guard let count = Int(text), count >= least, count <= greatest else {
                let range = greatest == .max ? "from \(least)" : "from \(least) to \(greatest)"
                throw ArgumentFault("takes a whole number \(range), not \(Excerpt.quoted(text))")
            }
            return count
        }
    }
}

extension ArgumentType where Value == LayoutPoint {
    static func point(_ placeholder: String = "X,Y") -> Self {
        Self(placeholder) { text throws(ArgumentFault) in
            guard let numbers = ValueParser.numbers(text, count: 2) else {
                throw ArgumentFault("takes two numbers \(placeholder), not \(Excerpt.quoted(text))")
            }
            return LayoutPoint(x: numbers[0], y: numbers[1])
        }
    }
}

extension ArgumentType where Value == LayoutRect {
    static var rect: Self {
        Self("X,Y,W,H") { text throws(ArgumentFault) in
            guard let numbers = ValueParser.numbers(text, count: 4) else {
                throw ArgumentFault("takes four numbers X,Y,W,H, not \(Excerpt.quoted(text))")
            }
            guard numbers[2] >= 0, numbers[3] >= 0 else {
                throw ArgumentFault("has a negative width or height: \(Excerpt.quoted(text))")
            }
            return LayoutRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
    }
}

extension ArgumentType where Value == LayoutSize {
    static var size: Self {
        Self("WxH") { text throws(ArgumentFault) in
            guard let numbers = ValueParser.numbers(text, count: 2, separators: ["x", "X", "×"]) else {
                throw ArgumentFault("takes a size WxH such as 390x844, not \(Excerpt.quoted(text))")
            }
            return LayoutSize(width: numbers[0], height: numbers[1])
        }
    }
}

/// An item by its section's and its own index, both from 0.
extension ArgumentType where Value == ItemIndexPath {
    static var itemPath: Self {
        Self("SECTION/ITEM") { text throws(ArgumentFault) in
            guard let path = ValueParser.itemPath(text) else {
                throw ArgumentFault("takes two numbers from 0 such as 12/7, not \(Excerpt.quoted(text))")
            }
            return path
        }
    }
}

extension ArgumentFault {
    static func unknownChoice(_ word: String, among words: [String]) -> ArgumentFault {
        let advice = SpellingSuggestion.nearest(to: word, among: words).map { "did you mean “\($0)”?" }
        return ArgumentFault(
            "cannot be \(Excerpt.quoted(word)); " + (advice ?? "it is one of \(words.joined(separator: ", "))"))
    }
}
