import LayoutText
import LayoutTestSupport
import Testing

@testable import layoutctl

/// Numbers, shares and long words as they are printed.
@Suite struct PrintedTextTests {
    @Test(
        "The completed share and the remaining time are reported once a hundredth is done",
        arguments: [
            (0.0099, 10, ""), (0.5, 0, ""), (0.01, 1, ", 1 %, 99 s left"), (0.25, 10, ", 25 %, 30 s left"),
            (0.999, 999, ", 99 %, 1 s left"),
            // A count that was too small at first is not reported as more than 100 %.
            (1.5, 10, ", 100 %"), (1, 10, ", 100 %"),
        ]) func remaining(share: Double, seconds: Double, text: String)
    { #expect(Console.ProgressLine.remaining(share, seconds) == text) }

    @Test("A number is rounded to at most the given number of digits after the point")
    func rounding() {
        let texts = [(3.14159, 0), (3.14159, 2), (2.5, 3)].map { ReadableNumber.rounded($0, $1) }
        #expect(texts == ["3", "3.14", "2.5"])
        #expect(ReadableNumber.rounding(0.0000016, 6) == 0.000002)
        #expect(ReadableNumber.rounding(-1.25, 1) == -1.3)
    }

    @Test(
        "Below a tenth three digits count, and a number of twelve digits is unchanged",
        arguments: [
            (0.1, "0.1"), (12.000000001, "12"), (100.0 / 3, "33.333"), (1e300, "1e+300"), (0.12345, "0.123"),
            (0.012345, "0.0123"), (-0.00012345, "-0.000123"),
            (1.23456e-9, "1.23e-09"), (0.00951, "0.00951"), (1234.5678, "1234.568"),
            // Twelve digits after the point are the last.
            (1.23456e-11, "1.2e-11"), (999_999_999_999.25, "999999999999.25"), (0, "0"),
            (1_000_000_000_000.1234, ReadableNumber.shortest(1_000_000_000_000.1234)),
        ]) func readable(number: Double, text: String)
    { #expect(ReadableNumber.readable(number) == text) }

    @Test("A word is quoted for a shell only if it has to be")
    func shellWords() {
        #expect(["Späne/x_1.db", ""].map(ShellWord.text) == ["Späne/x_1.db", "''"])
    }

    @Test("A word of more than 120 code points is cut, with how many bytes it has")
    func excerpts() {
        let exact = String(repeating: "é", count: 120)
        #expect(Excerpt.of(exact) == exact)
        #expect(Excerpt.quoted("x") == "“x”")
        #expect(Excerpt.of(exact + "x") == exact + "… (241 bytes)")
        // A message keeps its beginning and its end, where the advice stands.
        let message = String(repeating: "a", count: 3000) + String(repeating: "b", count: 3001)
        let kept = String(repeating: "a", count: 1500) + "… (6,001 bytes) …" + String(repeating: "b", count: 1500)
        #expect(Excerpt.ofMessage(message) == kept)
        #expect(Excerpt.ofMessage(String(message.dropLast())) == String(message.dropLast()))
        // One of many bytes and few code points is kept whole: its beginning and its end are all of it.
        let few = String(repeating: "…", count: 3000)
        #expect(Excerpt.ofMessage(few) == few)
        #expect(Excerpt.ofMessage(few + "x").contains(" bytes) …"))
    }
}
