import Testing

import LayoutText

/// Canonically equivalent spellings are different texts.
struct ExactTextTests {
    static let spellings = [("\u{E9}", "e\u{301}"), ("K", "\u{212A}"), (";", "\u{37E}"), ("\u{C5}", "\u{212B}")]

    @Test("Keys that only look alike are different keys", arguments: spellings)
    func keys(first: String, second: String) throws {
        #expect(first == second)
        let value = try JSONValue(parsing: "{\"\(first)\":1,\"\(second)\":2}")
        #expect(value[first] == .number(1))
        #expect(value[second] == .number(2))
        #expect(throws: JSONValue.SyntaxError.self) { try JSONValue(parsing: "{\"\(first)\":1,\"\(first)\":2}") }
    }
}
