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

    static func one(of values: [(word: String, value: Value)]) -> Self {
        let words = values.map(\.word)
        return Self(words.joined(separator: "|"), choices: words) { word throws(ArgumentFault) in
            guard let value = values.first(where: { $0.word == word })?.value else {
                throw .unknownChoice(word, among: words)
            }
            return value
        }
    }

    /// A type of the words that `value` has a value for.
    private init(_ placeholder: String, takes what: String, value: @escaping @Sendable (String) -> Value?) {
        self.init(placeholder) { text throws(ArgumentFault) in
            guard let value = value(text) else { throw ArgumentFault("takes \(what), not \(Excerpt.quoted(text))") }
            return value
        }
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

extension ArgumentType where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    static var choice: Self { one(of: Value.allCases.map { ($0.rawValue, $0) }) }
}

extension ArgumentType where Value == Unicode.Scalar {
    /// A single character; `\t` is a tab.
    static func character(_ placeholder: String) -> Self {
        Self(placeholder, takes: "one character") { text in
            text == "\\t" ? "\t" : text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
        }
    }
}

extension ArgumentType where Value == Double {
    static func number(_ placeholder: String) -> Self {
        Self(placeholder, takes: "a number") { DecimalNumber.value(of: $0) }
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
        Self(placeholder, takes: "a number above 0") { DecimalNumber.value(of: $0).flatMap { $0 > 0 ? $0 : nil } }
    }
}

extension ArgumentType where Value == Int {
    /// A whole number that is neither too small nor too large.
    static func count(_ placeholder: String, from least: Int = 0, to greatest: Int = .max) -> Self {
        let range = greatest == .max ? "from \(least)" : "from \(least) to \(greatest)"
        return Self(placeholder, takes: "a whole number \(range)") { text in
            Int(text).flatMap { (least...greatest).contains($0) ? $0 : nil }
        }
    }
}

/// The given number of numbers with separators between them.
private func separatedNumbers(_ text: String, count: Int, separators: Set<Unicode.Scalar> = [","]) -> [Double]? {
    let words = text.unicodeScalars.split(maxSplits: count, omittingEmptySubsequences: false) {
        separators.contains($0)
    }
    let numbers = words.compactMap { DecimalNumber.value(of: Substring($0)) }
    return words.count == count && numbers.count == count ? numbers : nil
}

extension ArgumentType where Value == LayoutPoint {
    static func point(_ placeholder: String = "X,Y") -> Self {
        Self(placeholder, takes: "two numbers \(placeholder)") { text in
            separatedNumbers(text, count: 2).map { LayoutPoint(x: $0[0], y: $0[1]) }
        }
    }
}

extension ArgumentType where Value == LayoutRect {
    static var rect: Self {
        let numbers = ArgumentType<[Double]>("X,Y,W,H", takes: "four numbers X,Y,W,H") {
            separatedNumbers($0, count: 4)
        }
        return Self(numbers.placeholder) { text throws(ArgumentFault) in
            let numbers = try numbers.read(text)
            guard numbers[2] >= 0, numbers[3] >= 0 else {
                throw ArgumentFault("has a negative width or height: \(Excerpt.quoted(text))")
            }
            return LayoutRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
    }
}

extension ArgumentType where Value == LayoutSize {
    static var size: Self {
        Self("WxH", takes: "a size WxH such as 390x844") { text in
            separatedNumbers(text, count: 2, separators: ["x", "X", "×"]).flatMap {
                $0[0] > 0 && $0[1] > 0 ? LayoutSize(width: $0[0], height: $0[1]) : nil
            }
        }
    }
}

extension ArgumentType where Value == ItemIndexPath {
    /// An item by its section's and its own index, both from 0.
    static var itemPath: Self {
        Self("SECTION/ITEM", takes: "two numbers from 0 such as 12/7") { text in
            let words = text.unicodeScalars.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
            guard words.count == 2, let section = Int(Substring(words[0])), let item = Int(Substring(words[1])),
                section >= 0, item >= 0
            else { return nil }
            return ItemIndexPath(section: section, item: item)
        }
    }
}

extension JSONValue {
    /// - Throws: ``ArgumentFault`` for what is not JSON, or JSON that is not accepted.
    init(argument text: String) throws(ArgumentFault) {
        do throws(JSONValue.SyntaxError) {
            self = try JSONValue(parsing: text)
        } catch {
            throw ArgumentFault(error)
        }
    }
}
