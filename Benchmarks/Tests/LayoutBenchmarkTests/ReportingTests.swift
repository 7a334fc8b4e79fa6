import LayoutText
import Testing

@testable import LayoutBenchmark

@Suite struct ReportingTests {
    @Test(
        "Numbers have three significant digits, and all digits before the point",
        arguments: [
            (0.0, "0"), (1, "1"), (1.5, "1.5"), (0.0456, "0.0456"), (12.345, "12.3"), (99.6, "99.6"),
            (1234567, "1,234,567"), (-0.0767, "-0.0767"),
            (0.00000001, "0"), (.infinity, "inf"),
        ] as [(Double, String)])
    func significantDigits(_ number: Double, _ text: String) {
        #expect(ReadableNumber.significant(number) == text)
    }

    @Test("Figures that fall short are named")
    func shortfalls() {
        let report = BenchmarkReport(figures: [
            Figure("a", items: 1000, value: 3, unit: .count, target: .atMost(2)),
            Figure("b", items: 1000, value: 1, unit: .count, target: .atMost(2)),
        ])
        #expect(FigureText.summary(report) == "1 of 2 targets are not kept: a at 1,000.")
    }

    @Test("A comparison pairs figures by name and size")
    func pairedFigures() {
        let before = BenchmarkReport(figures: [
            Figure("a", items: 1, value: 2, unit: .seconds), Figure("a", items: 2, value: 4, unit: .seconds),
            Figure("gone", items: 1, value: 1, unit: .seconds),
        ])
        let after = BenchmarkReport(figures: [
            Figure("new", items: 1, value: 1, unit: .seconds), Figure("a", items: 2, value: 2, unit: .seconds),
            Figure("a", items: 1, value: 3, unit: .seconds),
        ])
        let comparison = Comparison(before, after)
        #expect(comparison.lines.map(\.items) == [1, 2])
        #expect(comparison.lines.map(\.ratio) == [1.5, 0.5])
        #expect(comparison.unmatched == ["gone at 1", "new at 1"])
    }
}
