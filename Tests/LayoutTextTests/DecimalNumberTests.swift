import LayoutTestSupport
import Testing
import LayoutText

@Suite("Spellings of numbers") struct DecimalNumberTests {
    static func parse(_ text: String) -> DecimalNumber {
        let bytes = Array(text.utf8)
        return DecimalNumber(bytes.span, range: bytes.indices)
    }

    @Test(
        "Random decimals parse to the same double as the standard library's", arguments: TestSettings.seedArguments(20))
    func differential(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func digits(_ range: ClosedRange<Int>) -> String {
            (0..<Int.random(in: range, using: &random)).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
        }
        for _ in 0..<500 {
            var text = ["", "-", "+"].randomElement(using: &random)! + digits(1...20)
            if Bool.random(using: &random) { text += "." + digits(1...25) }
            if Bool.random(using: &random) { text += "e\(Int.random(in: -300...250, using: &random))" }
            #expect(Self.parse(text) == .value(Double(text)!), "seed \(seed), \(text)")
        }
    }

    @Test(
        "Text that is not a number is refused",
        arguments: ["", "-", "+", ".", "e5", "1e", "1e+", "1x", "0x10", "1 2", "--1", "1.2.3", "na", "infinit"])
    func notNumbers(text: String) { #expect(Self.parse(text) == .notANumber) }

    @Test(
        "Numbers that are not finite are distinguished",
        arguments: ["nan", "-NaN", "inf", "+Infinity", "1e400", "-1e999999999"]) func notFinite(text: String)
    { #expect(Self.parse(text) == .notFinite) }
}
