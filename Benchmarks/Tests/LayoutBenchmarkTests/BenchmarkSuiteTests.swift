import Foundation
import Synchronization
import Testing

@testable import LayoutBenchmark

@Suite struct BenchmarkSuiteTests {
    @Test("A small run of a scenario finishes, names its figures and leaves no file behind", arguments: ["edit"])
    func smallRun(_ name: String) throws {
        let directory = try TemporaryDirectory(in: nil)
        defer { directory.removeAll() }
        let report = try BenchmarkSuite.run(BenchmarkOptions(names: [name], items: 1000, directory: directory.path))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
        #expect(!report.figures.isEmpty)
        #expect(report.figures.allSatisfy { $0.name.hasPrefix(name + ".") && $0.items <= 1000 })
        #expect(Set(report.figures.map { "\($0.name) at \($0.items)" }).count == report.figures.count)
        for figure in report.figures {
            // A skipped figure has a note. A measured one is a number to divide by.
            let isMeasured = figure.value.isFinite && figure.value > 0
            #expect(figure.verdict == .skipped ? figure.note != nil : isMeasured, "\(figure)")
            if figure.verdict != .skipped, let baseline = figure.baseline {
                #expect(baseline.value.isFinite && baseline.value > 0, "\(figure)")
            }
        }
    }

    @Test(
        "The powers of ten below the largest size are measured too",
        arguments: [(1000, [1000]), (10_000, [10_000]), (250_000, [10_000, 100_000, 250_000])] as [(Int, [Int])])
    func smallerSizes(_ items: Int, _ sizes: [Int]) { #expect(BenchmarkOptions(items: items).sizes == sizes) }

    @Test("A cancelled run leaves no file behind")
    func cancelledRun() throws {
        let directory = try TemporaryDirectory(in: nil)
        defer { directory.removeAll() }
        let questions = Mutex(0)
        // Lets the first data set be made, and ends the run at the second figure.
        let options = BenchmarkOptions(names: ["prepare"], items: 1000, directory: directory.path) {
            nil
                != questions.withLock { count -> Int? in
                    count += 1
                    return count > 2 ? count : nil
                }
        }
        #expect(throws: CancellationError.self) { try BenchmarkSuite.run(options) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }
}
