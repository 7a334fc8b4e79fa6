/// The settings of a run.
package struct BenchmarkOptions: Sendable {
    /// The scenarios to run; all if empty. ``BenchmarkSuite/names`` lists them.
    package var names: [String]
    /// The size of the largest data set; the sizes 10,000, 100,000, … below it are measured as well.
    package var items: Int
    /// The seed of all data.
    package var seed: UInt64
    /// The parent of the temporary directory; nil for the system's default.
    package var directory: String?
    /// The command that starts this program so that it calls ``BenchmarkSuite/run(_:progress:)``, for figures that need
    /// a separate process; nil to leave them out.
    package var ownCommand: [String]?
    /// Asked between two measurements; true ends the run.
    package var isCancelled: @Sendable () -> Bool

    package init(
        names: [String] = [], items: Int = 1_000_000, seed: UInt64 = 1, directory: String? = nil,
        ownCommand: [String]? = nil,
        isCancelled: @escaping @Sendable () -> Bool = { Task.isCancelled }
    ) {
        self.names = names
        self.items = items
        self.seed = seed
        self.directory = directory
        self.ownCommand = ownCommand
        self.isCancelled = isCancelled
    }

    /// The sizes to measure, in ascending order.
    var sizes: [Int] {
        [10_000, 100_000, 1_000_000, 10_000_000].filter { $0 < items } + [items]
    }
}
