/// Why a benchmark could not be run, or a report not be read.
package struct BenchmarkError: Error, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
