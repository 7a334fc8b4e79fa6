struct BenchmarkOptions: Sendable {
    /// The scenarios to run; all if empty. ``BenchmarkSuite/names`` lists them.
    var names: [String] = []
    /// The size of the largest data set; the sizes 10,000, 100,000, … below it are measured as well.
    var items = 1_000_000
    var seed: UInt64 = 1
    /// The parent of the temporary directory; nil for the system's default.
    var directory: String?
    /// The command that starts this program so that it calls ``BenchmarkSuite/run(_:progress:)``, for figures that need
    /// a separate process.
    var ownCommand = [CommandLine.arguments[0]]
    /// Asked between two measurements; true ends the run.
    var isCancelled: @Sendable () -> Bool = { Task.isCancelled }

    /// The sizes to measure, in ascending order.
    var sizes: [Int] { [10_000, 100_000, 1_000_000, 10_000_000].filter { $0 < items } + [items] }
}
