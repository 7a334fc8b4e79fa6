import Foundation
import LayoutTestSupport
import Testing

import LayoutText

/// The grammar of RFC 8259, case by case. There are texts that every reader has to accept, texts that none may, and the
/// standard's open cases, with the decision made here.
struct JSONConformanceTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var bytes: [UInt8]
        var isAccepted: Bool { name.hasPrefix("y") }
        var testDescription: String { name }

        /// Reads a line of `Cases/grammar.txt`: a name, a space, and the text. The name begins with `y` if a text is
        /// accepted, and with `n` if it is refused. An `i` follows where RFC 8259 leaves that to the reader. Here
        /// numbers have to fit a double, a name may come once, a byte order mark is no white space, and nesting ends at
        /// `JSONValue.maximumDepth`.
        init(_ line: Substring) {
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            (name, bytes) = (String(parts[0]), CaseFile.bytes(of: parts[1]))
        }
    }

    private static let corpus = DataFile.lines("Cases/grammar.txt").map(Case.init)

    @Test("The grammar accepts what is JSON and refuses what is not", arguments: corpus)
    func conformance(_ example: Case) throws {
        // A text that is not UTF-8 is none.
        let text = String(validating: example.bytes, as: UTF8.self)
        let value = try? text.map { try JSONValue(parsing: $0) }
        #expect((value != nil) == example.isAccepted)
        if let value { #expect(try JSONValue(parsing: value.text) == value) }
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
}

/// How the files in `Cases` write a text.
enum CaseFile {
    /// The bytes that are meant: a `%` begins one in hexadecimal, and ⟪3 x⟫ is three times `x`.
    static func bytes(of text: Substring) -> [UInt8] {
        let text = text.replacing(/⟪(\d+) (.*?)⟫/) { String(repeating: String($0.2), count: Int($0.1) ?? 0) }
        let pieces = text.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
        return pieces.dropFirst().reduce(into: Array(pieces[0])) { bytes, piece in
            bytes.append(UInt8(String(decoding: piece.prefix(2), as: UTF8.self), radix: 16) ?? 0)
            bytes += piece.dropFirst(2)
        }
    }
}
