import LayoutTestSupport
import Testing

import LayoutText

struct JSONParsingTests {
    /// Reads a line of `Cases/errors.txt`: the line and the column, the message, and the text, written as in
    /// `grammar.txt`.
    static let errors = DataFile.lines("Cases/errors.txt").map { line in
        let parts = line.split(separator: " ⟶ ", maxSplits: 1, omittingEmptySubsequences: false)
        let words = parts[0].split(separator: " ", maxSplits: 1)
        let message = String(decoding: CaseFile.bytes(of: words[1]), as: UTF8.self)
        let text = String(decoding: CaseFile.bytes(of: parts[1]), as: UTF8.self)
        return (place: String(words[0]), message: message, text: text)
    }

    @Test("A text is refused at its line and column, and called broken only if it breaks the grammar")
    func refused() {
        #expect(!Self.errors.isEmpty)
        for (place, message, text) in Self.errors {
            let error = #expect(throws: JSONValue.SyntaxError.self) { try JSONValue(parsing: text) }
            #expect(error.map { "\($0.line):\($0.column) \($0.message)" } == "\(place) \(message)")
            #expect(error?.breaksGrammar == message.hasPrefix("expected"), "\(message)")
        }
    }

    @Test("Values are equal where their kinds, members, order and code points are, and equal ones hash alike")
    func equality() throws {
        // U+00E9, and e with U+0301, look alike.
        let texts = [
            "null", "true", "false", "0", "1", "\"\"", "\"0\"", "\"\u{E9}\"", "\"e\u{301}\"", "[]", "[0]", "[1]",
            "[0,1]", "[1,0]", "{}", #"{"a":0}"#, #"{"a":1}"#, #"{"b":0}"#, #"{"a":0,"b":0}"#, #"{"b":0,"a":0}"#,
            "[null]", "[[]]", "{\"\u{E9}\":0}", "{\"e\u{301}\":0}",
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
        let error = #expect(throws: JSONValue.SyntaxError.self) {
            try JSONValue(parsing: String(repeating: "[", count: JSONValue.maximumDepth + 1))
        }
        #expect(error?.column == JSONValue.maximumDepth + 1)
    }

    @Test(
        "Whole numbers are written without a fraction, other ones with the fewest digits",
        arguments: [
            (44.0, "44"), (-0.0, "0"), (0.1, "0.1"), (1e21, "1e+21"), (Double.leastNonzeroMagnitude, "5e-324"),
            (-2.5, "-2.5"), (9_007_199_254_740_992, "9007199254740992"), (Double.nan, "null"),
            (Double.infinity, "null"),
        ]) func writtenNumbers(number: Double, text: String)
    { #expect(JSONValue.number(number).text == text) }

    @Test("Random documents come back as they were written", arguments: TestSettings.seedArguments(40))
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
        "Damaged texts are read or refused with a place, and never crash",
        arguments: TestSettings.seedArguments(40))
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
            do throws(JSONValue.SyntaxError) {
                let value = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
                #expect((try? JSONValue(parsing: value.text)) == value)
            } catch {
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
