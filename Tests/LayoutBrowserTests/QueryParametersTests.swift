import LayoutEngine
import LayoutTestSupport
import Testing
@testable import LayoutBrowser

/// The text after the question mark of an address, to the letter.
@Suite struct QueryParametersTests {
    /// The meaning of a parameter, or the reason why it is refused.
    private func meaning(of name: String, in query: String) -> String {
        do {
            let parameters = try QueryParameters(query[...], known: ["a", "rect", "count", "offsets"])
            switch name {
            case "count": return String(try parameters.integer("count", in: 1...4096))
            case "rect":
                let rect = try parameters.rect("rect")
                return "\(rect.x) \(rect.y) \(rect.width) \(rect.height)"
            case "offsets":
                let pairs = try parameters.offsets("offsets").sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
                return pairs.isEmpty ? "none" : pairs.joined(separator: " ")
            default: return try parameters.text(name).unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
            }
        } catch {
            return "\(error.status) \(error.message)"
        }
    }

    @Test("Parameters are decoded and read, and what is malformed, unknown, missing or repeated gets a sentence")
    func cases() throws {
        let lines = DataFile.lines("Cases/queries.txt")
        try #require(lines.count > 80)
        for place in stride(from: 0, to: lines.count - 1, by: 2) {
            let words = lines[place].split(separator: " ", maxSplits: 1).map(String.init)
            let found = meaning(of: words[0], in: words[1])
            #expect(found == String(lines[place + 1].dropFirst(4)), "\(words[1])")
        }
        #expect(throws: HTTPFault.self) { try QueryParameters("a=1", known: []) }
        #expect(try QueryParameters("a=", known: ["a"]).optionalText("a") == "")
    }
}
