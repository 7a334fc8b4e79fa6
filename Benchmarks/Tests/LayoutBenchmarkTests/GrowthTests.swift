import Testing

@testable import LayoutBenchmark

@Suite struct GrowthTests {
    @Test("The slope of a power law is its exponent", arguments: [0.0, 0.5, 1, 2])
    func powerLaw(_ exponent: Double) throws {
        let points = [1e4, 1e5, 1e6].map { items in
            // 10^n for the exponents above, without a logarithm of our own.
            (
                items: items,
                value: 3
                    * (exponent == 0 ? 1 : exponent == 0.5 ? items.squareRoot() : exponent == 1 ? items : items * items)
            )
        }
        let slope = try #require(Growth.slope(points))
        #expect((slope - exponent).magnitude < 1e-12)
    }

    @Test("One size alone does not grow")
    func oneSize() {
        #expect(Growth.slope([(1e4, 2)]) == nil)
        #expect(Growth.slope([(1e4, 2), (1e4, 3)]) == nil)
        #expect(Growth.slope([(1e4, 0), (1e5, 3)]) == nil)
    }

    @Test("Growth is reported for each figure that was measured at several sizes")
    func growths() {
        let figures = [
            Figure("a.median", items: 10_000, value: 1, unit: .seconds),
            Figure("b", items: 10_000, value: 1, unit: .seconds),
            Figure("a.flatness", items: 100_000, value: 1, unit: .seconds),
            Figure("a.median", items: 100_000, value: 10, unit: .seconds),
            Figure("a.flatness", items: 1_000_000, value: 1, unit: .seconds),
            Figure("a.median", items: 1_000_000, value: .nan, unit: .seconds),
        ]
        let growth = GrowthFigures.of(figures)
        #expect(growth.map(\.name) == ["growth.a.median"])
        #expect(growth.map(\.items) == [100_000])
        #expect((growth[0].value - 1).magnitude < 1e-12)
    }
}
