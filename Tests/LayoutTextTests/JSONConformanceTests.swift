import Foundation
import Testing

@testable import LayoutText

/// The grammar of RFC 8259, case by case. There are texts that every reader has to accept, texts that none may, and the
/// standard's open cases, with the decision made here.
struct JSONConformanceTests {
    enum Verdict: Sendable {
        case accepted
        case refused
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var bytes: [UInt8]
        var verdict: Verdict
        var testDescription: String { name }

        /// Reads a line of `Cases/grammar.txt`: a name, a space, and the text, in which a `%` begins a byte in
        /// hexadecimal. The name begins with `y` if every reader must accept the text, and with `n` if none may.
        init(_ line: Substring) {
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            name = String(parts[0])
            verdict = name.hasPrefix("y") ? .accepted : .refused
            let pieces = parts[1].utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
            bytes = Array(pieces[0])
            for piece in pieces.dropFirst() {
                bytes.append(UInt8(String(decoding: piece.prefix(2), as: UTF8.self), radix: 16) ?? 0)
                bytes += piece.dropFirst(2)
            }
        }

        init(_ name: String, _ verdict: Verdict, _ text: String) {
            (self.name, self.verdict, bytes) = (name, verdict, Array(text.utf8))
        }
    }

    private static let grammar: [Case] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/grammar.txt")
        return ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n").map { Case($0) }
    }()

    private static func texts(_ prefix: String, _ verdict: Verdict, _ texts: [(String, String)]) -> [Case] {
        texts.map { Case("\(prefix)_\($0)", verdict, $1) }
    }

    private static func nested(_ open: String, _ close: String, _ depth: Int) -> String {
        String(repeating: open, count: depth) + String(repeating: close, count: depth)
    }

    private static let long =
        texts("y_object", .accepted, [("long_key", "{\"\(String(repeating: "k", count: 300))\":1}")])
        + texts(
            "y_number", .accepted,
            [("fraction_of_many_digits", "[0.\(String(repeating: "3", count: 400))]")])

    /// The cases that RFC 8259 leaves to the reader. Here numbers have to fit a double, a name may come once, a byte
    /// order mark is no white space, and nesting ends at `JSONValue.maximumDepth`.
    static let decided =
        texts(
            "i_number", .refused,
            [
                ("too_great", "[1e309]"), ("too_great_negative", "[-1e309]"), ("huge_exponent", "[1e999999999999]"),
                ("too_many_digits", "[\(String(repeating: "9", count: 400))]"),
            ])
        + texts(
            "i_number", .accepted,
            [
                ("too_small", "[1e-400]"), ("huge_negative_exponent", "[1e-999999999999]"),
                ("zero_with_huge_exponent", "[0e999999999999]"),
                ("rounded", "[0.1000000000000000055511151231257827]"),
                ("great_mantissa_small_exponent", "[\(String(repeating: "9", count: 400))e-300]"),
            ])
        + texts(
            "i_object", .refused,
            [
                ("duplicate_key", "{\"a\":1,\"a\":2}"), ("duplicate_key_and_value", "{\"a\":1,\"a\":1}"),
                ("duplicate_escaped_key", "{\"a\":1,\"\\u0061\":2}"), ("duplicate_empty_key", "{\"\":1,\"\":2}"),
                ("duplicate_nested_key", "[{\"a\":{\"b\":1,\"b\":1}}]"),
            ])
        + texts("i_object", .accepted, [("same_key_in_siblings", "[{\"a\":1},{\"a\":2}]")])
        + texts(
            "i_structure", .refused,
            [
                ("byte_order_mark", "\u{FEFF}[]"), ("too_deep", nested("[", "]", JSONValue.maximumDepth + 1)),
                ("100000_arrays", nested("[", "]", 100_000)),
                ("100000_open_arrays", String(repeating: "[", count: 100_000)),
                ("100000_open_objects", String(repeating: "{\"a\":", count: 100_000)),
                ("100000_mixed", String(repeating: "[{\"a\":", count: 100_000)),
            ])
        + texts(
            "i_structure", .accepted,
            [
                ("500_arrays", nested("[", "]", 500)), ("deepest", nested("[", "]", JSONValue.maximumDepth)),
                ("500_objects", nested("{\"a\":", "}", 500).replacing("{\"a\":}", with: "{\"a\":1}")),
            ])

    static let corpus = grammar + long + decided

    @Test("The grammar accepts what is JSON and refuses what is not", arguments: corpus)
    func conformance(_ example: Case) throws {
        do throws(JSONSyntaxError) {
            let value = try JSONValue(parsing: example.bytes.span)
            #expect(example.verdict == .accepted)
            #expect(try JSONValue(parsing: value.text) == value)
        } catch {
            #expect(example.verdict == .refused, "\(error)")
            #expect((0...example.bytes.count).contains(error.offset))
        }
    }

    @Test("The grammar gives the same answer inside a larger buffer, with any surroundings", arguments: corpus)
    func anywhere(_ example: Case) {
        func tokens(_ bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>]? {
            var tokenizer = JSONTokenizer(maximumDepth: JSONValue.maximumDepth)
            tokenizer.begin(range)
            var ranges: [Range<Int>] = []
            while true {
                guard let token = try? tokenizer.next(in: bytes.span) else { return nil }
                ranges.append(token.range.lowerBound - range.lowerBound..<token.range.upperBound - range.lowerBound)
                if token.kind == .end { return ranges }
            }
        }
        let alone = tokens(example.bytes, example.bytes.indices)
        for surroundings in [Array("\"\"]}1e0 ".utf8), [UInt8](repeating: 0xFF, count: 9)] {
            let bytes = surroundings + example.bytes + surroundings
            let range = surroundings.count..<surroundings.count + example.bytes.count
            #expect(tokens(bytes, range) == alone)
        }
    }

    @Test("The corpus has no two cases of one name")
    func names() {
        #expect(Set(Self.corpus.map(\.name)).count == Self.corpus.count)
        #expect(Self.corpus.count >= 230)
    }
}
