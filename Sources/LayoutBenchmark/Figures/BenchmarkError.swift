/// Why a benchmark could not be run, or a report not be read.
public struct BenchmarkError: Error, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
