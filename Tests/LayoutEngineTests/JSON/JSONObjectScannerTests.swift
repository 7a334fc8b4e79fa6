import LayoutTestSupport
import Testing

@testable import LayoutEngine

struct JSONObjectScannerTests {
    /// Reads an object's members the slow way round: through their byte ranges.
    private func members(_ bytes: [UInt8], with scanner: inout JSONObjectScanner) throws -> [JSONValue.Member] {
        var result: [JSONValue.Member] = []
        scanner.begin()
        while let member = try scanner.next(in: bytes.span) {
            let value = try JSONValue(parsing: Array(bytes[member.value]).span)
            switch member.kind {
            case .null: #expect(value == .null)
            case .bool(let bool): #expect(value == .bool(bool))
            case .number(let number): #expect(value == .number(number.value))
            case .string(let text): #expect(value == .string(text.decoded(in: bytes.span)))
            case .array: #expect(value.kindName == "an array")
            case .object: #expect(value.kindName == "an object")
            }
            result.append(JSONValue.Member(key: member.key.decoded(in: bytes.span), value: value))
        }
        return result
    }

    @Test("the members that are scanned are those that are parsed", arguments: 0..<20 as Range<UInt64>)
    func sameAsParser(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var scanner = JSONObjectScanner()
        for _ in 0..<30 {
            let value = JSONValue.random(depth: 4, using: &random)
            let text = " \(value.text)\r\n"
            if case .object(let expected) = value {
                #expect(try members(Array(text.utf8), with: &scanner) == expected)
            } else {
                let fault = #expect(throws: JSONFault.self) { try members(Array(text.utf8), with: &scanner) }
                #expect(fault == JSONFault(at: 1, expected: "an object"))
            }
        }
    }

    @Test(
        "a fault is told with its byte position",
        arguments: [
            ("{\"a\":1", 6), ("{\"a\":[1,}", 8), ("{\"a\":1} x", 8), ("[1]", 0), ("", 0), ("{\"é\":tru}", 6),
            ("{\"a\":1,}", 7),
        ])
    func faults(text: String, position: Int) {
        var scanner = JSONObjectScanner()
        let fault = #expect(throws: JSONFault.self) { try members(Array(text.utf8), with: &scanner) }
        #expect(fault?.position == position)
    }
}
