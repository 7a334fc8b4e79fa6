import Synchronization
import Testing

@testable import LayoutBenchmark

@Suite struct BenchmarkSuiteTests {
    @Test("A small run of a scenario finishes and names its figures", arguments: BenchmarkSuite.scenarios.map(\.name))
    func smallRunScenarioFinishesNames(_ name: String) throws {
        let report = try BenchmarkSuite.run(BenchmarkOptions(names: [name], items: 1000))
        #expect(!report.figures.isEmpty)
        #expect(report.figures.allSatisfy { $0.name.hasPrefix(name + ".") && $0.items <= 1000 })
        #expect(try BenchmarkReport(json: report.json).figures.map(\.name) == report.figures.map(\.name))
    }

    @Test("An unknown scenario is refused before anything is done")
    func unknownScenarioRefusedBeforeAnything() {
        #expect(throws: BenchmarkError.self) {
            try BenchmarkSuite.run(BenchmarkOptions(names: ["nothing"], items: 1000))
        }
    }

    @Test(
        "The powers of ten below the largest size are measured too",
        arguments: [(1000, [1000]), (10_000, [10_000]), (250_000, [10_000, 100_000, 250_000])] as [(Int, [Int])])
    func powersTenBelowLargestSize(_ items: Int, _ sizes: [Int]) {
        #expect(BenchmarkOptions(items: items).sizes == sizes)
    }

    @Test("A cancelled run leaves no file behind")
    func cancelledRunLeavesNoFile() throws {
        let directory = try TemporaryDirectory(in: nil)
        defer { directory.removeAll() }
        let questions = Mutex(0)
        // Lets the first data set be made, and ends the run at the second figure.
        let options = BenchmarkOptions(names: ["shapes"], items: 1000, directory: directory.path) {
            nil
                != questions.withLock { count -> Int? in
                    count += 1
                    return count > 2 ? count : nil
                }
        }
        #expect(throws: CancellationError.self) { try BenchmarkSuite.run(options) }
        #expect(directory.isEmpty)
    }
}
