import Testing
import LayoutText

/// The escapes of characters that a string of JSON cannot hold directly (RFC 8259, section 7).
@Suite struct JSONEscapeTests {
    @Test("Each control character, quote and backslash is escaped, and nothing else in ASCII")
    func ascii() throws {
        let short: [UInt8: String] = [
            0x08: "\\b", 0x09: "\\t", 0x0A: "\\n", 0x0C: "\\f", 0x0D: "\\r", 0x22: "\\\"", 0x5C: "\\\\",
        ]
        let digits = Array("0123456789abcdef")
        for byte in UInt8(0)..<0x80 {
            let character = String(UnicodeScalar(byte))
            let expected =
                short[byte] ?? (byte < 0x20 ? "\\u00\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])" : character)
            let text = JSONValue.string("a\(character)z").text
            #expect(text == "\"a\(expected)z\"", "\(byte)")
            #expect(try JSONValue(parsing: text) == .string("a\(character)z"))
        }
    }

    @Test("Escapes of every kind are read, digits in both cases")
    func reading() throws {
        #expect(try JSONValue(parsing: #""\b\t\n\f\r\"\\\/""#) == .string("\u{8}\t\n\u{C}\r\"\\/"))
        #expect(try JSONValue(parsing: #""\u00e9\u00E9\u20AC\uFfFd""#) == .string("\u{E9}\u{E9}\u{20AC}\u{FFFD}"))
        #expect(
            try JSONValue(parsing: #""\ud83d\ude00\uDBFF\uDFFF!\uD800\uDC00""#)
                == .string("\u{1F600}\u{10FFFF}!\u{10000}"))
    }
}
