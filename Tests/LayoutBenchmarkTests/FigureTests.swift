import Testing

@testable import LayoutBenchmark

@Suite struct FigureTests {
    @Test(
        arguments: [
            (2.0, Bar.atMost(2), Figure.Verdict.kept), (2.1, .atMost(2), .short), (2, .atLeast(2), .kept),
            (1.9, .atLeast(2), .short),
        ] as [(Double, Bar, Figure.Verdict)])
    func `a bar is about the ratio where there is a baseline`(_ ratio: Double, _ bar: Bar, _ verdict: Figure.Verdict) {
        #expect(
            Figure("a", items: 1, value: ratio * 10, unit: .seconds, baseline: .init("b", 10), bar: bar).verdict
                == verdict)
        #expect(Figure("a", items: 1, value: ratio, unit: .seconds, bar: bar).verdict == verdict)
    }

    @Test func `what was not measured keeps no bar and breaks none`() {
        let figure = Figure("a", items: 1, value: .nan, unit: .seconds, bar: .atMost(1))
        #expect(figure.verdict == .skipped)
        #expect(BenchmarkReport(figures: [figure]).shortfalls.isEmpty)
    }

    @Test(
        arguments: [(999_999, nil), (1_000_000, Bar.atMost(2)), (9_999_999, .atMost(2)), (10_000_000, .atMost(1))]
            as [(Int, Bar?)])
    func `bars are stated from a million items on, and stricter from ten million on`(_ items: Int, _ bar: Bar?) {
        #expect(Bar.atMost(million: 2, tenMillion: 1, items: items) == bar)
    }

    @Test func `a report reads back as it was written`() throws {
        let report = BenchmarkReport(
            conditions: [.init(name: "items", value: "10"), .init(name: "seed", value: "1")],
            figures: [
                Figure("a.median", items: 10, value: 0.1, unit: .seconds),
                Figure(
                    "a.rate", items: 10, value: 1e6 / 3, unit: .rowsPerSecond, baseline: .init("“b”", 3),
                    bar: .atLeast(0.5), note: "n"),
                Figure("a.size", items: 10, value: 27, unit: .bytesPerElement, bar: .atMost(52)),
            ]
        )
        #expect(try BenchmarkReport(json: report.json) == report)
    }

    @Test func `an array of figures alone is a report as well`() throws {
        let text =
            #"[{"name":"a","items":1,"value":2,"unit":"seconds","baseline":"b","baselineValue":4,"bar":"≤ 2.5","note":null}]"#
        let figure = Figure("a", items: 1, value: 2, unit: .seconds, baseline: .init("b", 4), bar: .atMost(2.5))
        #expect(try BenchmarkReport(json: text) == BenchmarkReport(figures: [figure]))
    }

    @Test func `a skipped figure reads back as skipped`() throws {
        let report = BenchmarkReport(figures: [.skipped("a", items: 3, because: "of the test")])
        let figure = try #require(BenchmarkReport(json: report.json).figures.first)
        #expect(figure.verdict == .skipped)
        #expect(figure.note == "of the test")
    }

    @Test(arguments: ["", "{}", "[1]", #"{"figures":[{}]}"#, #"{"figures":[{"name":"a","items":1,"unit":"miles"}]}"#])
    func `what is no report is refused`(_ text: String) {
        #expect(throws: BenchmarkError.self) { try BenchmarkReport(json: text) }
    }
}
