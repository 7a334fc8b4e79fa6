/// What to measure.
public struct BenchmarkOptions: Sendable {
    /// The scenarios to run; all if empty. ``BenchmarkSuite/scenarios`` names them.
    public var names: [String]
    /// The size of the largest data set; the sizes 10,000, 100,000, … below it are measured as well.
    public var items: Int
    /// Where all data comes from.
    public var seed: UInt64
    /// Where the temporary directory is made; nil for the system's own place.
    public var directory: String?
    /// How to start this program so that it calls ``BenchmarkSuite/run(_:progress:)``, for what must be
    /// measured in a process of its own; nil to leave those figures out.
    public var ownCommand: [String]?
    /// Asked between two measurements; true ends the run.
    public var isCancelled: @Sendable () -> Bool

    public init(
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
