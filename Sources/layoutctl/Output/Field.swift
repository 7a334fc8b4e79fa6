internal import LayoutText
internal import LayoutEngine

/// One value of a row.
enum Field: Sendable {
    case null
    case text(String)
    case integer(Int)
    /// Written with the fewest digits that read back as the same number.
    case number(Double)
    case bool(Bool)
    /// JSON text: inside JSON a value, elsewhere its text.
    case json(String)
    case numbers([Double])

    init(_ text: String?) {
        self = text.map(Field.text) ?? .null
    }

    init(_ integer: Int?) {
        self = integer.map(Field.integer) ?? .null
    }

    init(json text: String?) {
        self = text.map(Field.json) ?? .null
    }

    /// The value as JSON, on one line.
    var json: String {
        switch self {
        case .null: "null"
        case .text(let text): JSONValue.string(text).text
        case .integer(let integer): "\(integer)"
        case .number(let number): NumberText.shortest(number)
        case .bool(let bool): bool ? "true" : "false"
        case .json(let text): Self.oneLine(text)
        case .numbers(let numbers): "[" + numbers.map(NumberText.shortest).joined(separator: ",") + "]"
        }
    }

    /// The value as plain text; nothing for null. A truth value is 1 or 0, as in the SQL views.
    var plain: String {
        switch self {
        case .null: ""
        case .text(let text), .json(let text): text
        case .bool(let bool): bool ? "1" : "0"
        case .integer, .number, .numbers: json
        }
    }

    /// The value as people read it: numbers without the noise of binary fractions.
    var readable: String {
        switch self {
        case .number(let number): NumberText.readable(number)
        case .numbers(let numbers): "[" + numbers.map(NumberText.readable).joined(separator: ", ") + "]"
        case .null, .text, .integer, .bool, .json: plain
        }
    }

    /// Whether a column of such values is aligned to the right.
    var isNumeric: Bool {
        switch self {
        case .integer, .number, .bool: true
        case .null, .text, .json, .numbers: false
        }
    }

    /// The text itself if it is JSON without line breaks, so that no digit of a long number is lost;
    /// whatever is not JSON at all becomes a string.
    private static func oneLine(_ text: String) -> String {
        guard let value = try? JSONValue(parsing: text) else { return JSONValue.string(text).text }
        return text.utf8.contains { $0 == 0x0A || $0 == 0x0D } ? value.text : text
    }
}
