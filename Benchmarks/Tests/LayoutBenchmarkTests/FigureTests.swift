import Testing

@testable import LayoutBenchmark

@Suite struct FigureTests {
    @Test(
        "A target is about the ratio if there is a baseline",
        arguments: [(2.0, Figure.Verdict.kept), (2.1, .short)])
    func targets(_ ratio: Double, _ verdict: Figure.Verdict) {
        #expect(
            Figure(name: "a", items: 1, value: ratio * 10, baseline: .init("b", 10), target: 2).verdict
                == verdict)
        #expect(Figure(name: "a", items: 1, value: ratio, target: 2).verdict == verdict)
    }

    @Test("A skipped figure neither keeps a target nor breaks one")
    func unmeasured() {
        let figures = [
            Figure(name: "a", items: 1, value: .nan, target: 1),
            Figure(name: "b", items: 1, value: 2, baseline: .init("c", .nan), target: 1),
        ]
        #expect(figures.allSatisfy { $0.verdict == .skipped })
        #expect(BenchmarkReport(figures: figures).shortfalls.isEmpty)
    }

    @Test(
        "Targets are stated from a million items on, and stricter from ten million on",
        arguments: [(999_999, nil), (1_000_000, 2), (9_999_999, 2), (10_000_000, 1)] as [(Int, Double?)])
    func targetSizes(_ items: Int, _ target: Double?) {
        #expect(Double.atMost(million: 2, tenMillion: 1, items: items) == target)
    }

    @Test("A report is read from the rows that the command line prints as JSON; one without a value is skipped")
    func reading() throws {
        let text = #"""
            [{"name":"a","items":1,"value":2,"unit":"seconds","baseline":"b","baselineValue":4,"target":"≤ 2.5",
              "note":null}, {"name":"c","items":3,"value":null,"unit":"seconds","note":"for the test"}]
            """#
        let figures = try BenchmarkReport(json: text).figures
        try #require(figures.count == 2)
        #expect(figures[0] == Figure(name: "a", items: 1, value: 2, baseline: .init("b", 4), target: 2.5))
        #expect(figures[1].verdict == .skipped && figures[1].note == "for the test")
    }

    @Test(
        "Text that is no report is refused",
        arguments: ["", "{}", "[1]", "[{}]", #"[{"name":"a","items":1,"unit":"miles"}]"#])
    func notAReport(_ text: String) {
        #expect(throws: BenchmarkError.self) { try BenchmarkReport(json: text) }
    }
}
