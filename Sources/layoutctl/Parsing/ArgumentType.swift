internal import LayoutCache
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

    /// `SECTION/ITEM`, both from 0.
    static func itemPath(_ text: String) -> ItemIndexPath? {
        let words = text.unicodeScalars.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 2, let section = Int(Substring(words[0])), let item = Int(Substring(words[1])),
            section >= 0, item >= 0
        else { return nil }
        return ItemIndexPath(section: section, item: item)
    }
}
