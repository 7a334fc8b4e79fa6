import Foundation
import Synchronization
import Testing

@testable import LayoutBenchmark

@Suite struct BenchmarkSuiteTests {
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
            questions.withLock { count in
                count += 1
                return count > 2
            }
        }
        #expect(throws: CancellationError.self) { try BenchmarkSuite.run(options) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    }
}
