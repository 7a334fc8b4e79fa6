import LayoutTestSupport
import Testing

@testable import LayoutText

struct JSONParsingTests {
    @Test(
        "Each break of the grammar is refused at its line and column",
        arguments: [
            ("", 1, 1, "a value"), ("  ", 1, 3, "a value"), ("{\n  \"a\": 1,\n}", 3, 1, "a key in quotes"),
            ("[1,]", 1, 4, "a value"), ("[1 2]", 1, 4, "',' or ']'"), ("{\"a\" 1}", 1, 6, "':' after the key"),
            ("{\"a\":1]", 1, 7, "',' or '}'"), ("{a:1}", 1, 2, "a key in quotes or '}'"),
            ("1 x", 1, 3, "the end of the text"), ("{} {}", 1, 4, "the end of the text"), ("tru", 1, 1, "'true'"),
            ("nul", 1, 1, "'null'"), ("NaN", 1, 1, "a value"), ("+1", 1, 1, "a value"),
            ("01", 1, 2, "no digit after a leading zero"), ("-", 1, 2, "a digit"),
            ("1.", 1, 3, "a digit after the point"), ("1e", 1, 3, "a digit of the exponent"),
            ("[\"a", 1, 2, "a closing quote for the string that begins here"),
            ("\"\\", 1, 2, "the letter of an escape"),
            ("\"\\n", 1, 1, "a closing quote for the string that begins here"),
            ("\"é\u{1}\"", 1, 3, "an escape in place of a control character"),
            ("\"\\x\"", 1, 2, "an escape that JSON knows"),
            ("\"\\u12g4\"", 1, 2, "four hexadecimal digits after '\\u'"),
            ("\"\\ud800\"", 1, 2, "both halves of a surrogate pair"),
            ("\"\\ud800\\u0041\"", 1, 2, "both halves of a surrogate pair"),
            ("\"\\udc00\"", 1, 2, "both halves of a surrogate pair"),
        ])
    func faults(text: String, line: Int, column: Int, expected: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
        #expect(error?.line == line && error?.column == column)
        #expect(error?.message == "expected \(expected)" && error?.breaksGrammar == true)
    }

    private static let longKey = String(repeating: "é", count: 100)

    @Test(
        "JSON that is not accepted is refused at its line and column, and not called broken",
        arguments: [
            ("1e999", "line 1, column 1: number out of range"), ("[0,-1e999]", "line 1, column 4: number out of range"),
            ("{\"a\":1,\n \"a\":2}", "line 2, column 2: duplicate key \"a\""),
            (#"{"\"":1,"\u0022":2}"#, #"line 1, column 9: duplicate key "\"""#),
            // A long key is named by its beginning.
            ("{\n\"\(longKey)\":1,\n\"\(longKey)\":2}", "line 3, column 1: duplicate key \"\(longKey.prefix(64))…\""),
        ])
    func refused(_ text: String, _ description: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
        #expect(error?.description == description && error?.breaksGrammar == false)
    }

    @Test(
        "Bytes that are not UTF-8 are refused where they stand",
        arguments: [
            [0x22, 0x80, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
            [0x22, 0xF5, 0x80, 0x80, 0x80], [0x22, 0xF0, 0x9F, 0x98],
        ] as [[UInt8]])
    func brokenUTF8(_ bytes: [UInt8]) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: bytes.span) }
        #expect(error?.offset == 1 && error?.message == "expected UTF-8")
    }

    @Test("Values are equal where their kinds, members, order and code points are, and equal ones hash alike")
    func equality() throws {
        // U+00E9, and e with U+0301, look alike.
        let texts = [
            "null", "true", "false", "0", "1", "\"\"", "\"0\"", "\"\u{E9}\"", "\"e\u{301}\"", "[]", "[0]", "[1]",
            "[0,1]", "[1,0]", "{}", #"{"a":0}"#, #"{"a":1}"#, #"{"b":0}"#, #"{"a":0,"b":0}"#, #"{"b":0,"a":0}"#,
            "[null]",
            "[[]]", "{\"\u{E9}\":0}", "{\"e\u{301}\":0}",
        ]
        let values = try texts.map { try JSONValue(parsing: $0) }
        for (left, value) in values.enumerated() {
            for (right, other) in values.enumerated() {
                #expect((value == other) == (left == right), "\(texts[left]), \(texts[right])")
            }
            let again = try JSONValue(parsing: " " + texts[left])
            #expect(again == value && again.hashValue == value.hashValue)
        }
        #expect(Set(values).count == texts.count)
    }

    @Test("Nesting is refused where it is one level deeper than stated")
    func depth() throws {
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONValue(parsing: String(repeating: "[", count: JSONValue.maximumDepth + 1))
        }
        #expect(error?.offset == JSONValue.maximumDepth)
    }

    @Test("Numbers are the nearest doubles", arguments: [UInt64(1), 2, 3])
    func numbers(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            var text = Bool.random(using: &random) ? "-" : ""
            text += String(
                UInt64.random(in: 0...UInt64.max, using: &random) >> UInt64.random(in: 0...63, using: &random))
            if Bool.random(using: &random) {
                text += "."
                for _ in 0...Int.random(in: 0...24, using: &random) {
                    text += String(Int.random(in: 0...9, using: &random))
                }
            }
            if Bool.random(using: &random) { text += "e\(Int.random(in: -300...250, using: &random))" }
            #expect(try JSONValue(parsing: text) == .number(Double(text) ?? .nan), "\(text)")
        }
    }

    @Test(
        "Whole numbers are written without a fraction, other ones with the fewest digits",
        arguments: [
            (44.0, "44"), (-0.0, "0"), (0.1, "0.1"), (1e21, "1e+21"), (Double.leastNonzeroMagnitude, "5e-324"),
            (-2.5, "-2.5"),
            (9_007_199_254_740_992, "9007199254740992"), (Double.nan, "null"), (Double.infinity, "null"),
        ])
    func writtenNumbers(number: Double, text: String) {
        #expect(JSONValue.number(number).text == text)
    }

    @Test("Random documents come back as they were written", arguments: 0..<40 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<25 {
            let value = JSONValue.random(depth: 5, using: &random)
            let text = value.text
            #expect(try JSONValue(parsing: text) == value)
            #expect(try JSONValue(parsing: text).text == text)
        }
    }

    @Test(
        "Damaged bytes are read or refused with a position inside the text, and never crash",
        arguments: 0..<40 as Range<UInt64>)
    func damage(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            var bytes = Array(JSONValue.random(depth: 4, using: &random).text.utf8)
            for _ in 0...Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
                let index = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
                }
            }
            do throws(JSONSyntaxError) {
                let value = try JSONValue(parsing: bytes.span)
                #expect((try? JSONValue(parsing: value.text)) == value)
            } catch {
                #expect((0...bytes.count).contains(error.offset))
                #expect(error.line >= 1 && error.column >= 1 && !error.message.isEmpty)
            }
        }
    }
}

extension JSONValue {
    /// A random value, nested up to the given depth.
    static func random(depth: Int, using random: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return .number(random.exactLength(in: -1000...1000))
        case 3:
            let number = Double(bitPattern: random.next())
            return .number(number.isFinite ? number : 0)
        case 4: return .string(randomString(using: &random))
        case 5:
            return .array(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
        default:
            return .object(
                (0..<Int.random(in: 0...4, using: &random)).map {
                    Member(
                        key: "\($0)" + randomString(using: &random), value: .random(depth: depth - 1, using: &random))
                })
        }
    }

    private static func randomString(using random: inout SeededGenerator) -> String {
        let letters: [Unicode.Scalar] = [
            "a", "\"", "\\", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "€", "😀", "/", "\u{2028}",
        ]
        var result = ""
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            result.unicodeScalars.append(letters[Int.random(in: letters.indices, using: &random)])
        }
        return result
    }
}
