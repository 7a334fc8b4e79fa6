internal import LayoutPlatform
internal import LayoutSQLite

struct BenchmarkOptions: Sendable {
    /// The scenarios to run; all if empty.
    var names: [String] = []
    /// The size of the largest data set; the sizes 10,000, 100,000, … below it are measured as well.
    var items = 1_000_000
    var seed: UInt64 = 1
    /// The parent of the temporary directory; nil for the system's default.
    var directory: String?
    /// Asked between two measurements; true ends the run.
    var isCancelled: @Sendable () -> Bool = { false }

    /// The sizes to measure, in ascending order.
    var sizes: [Int] { [10_000, 100_000, 1_000_000, 10_000_000].filter { $0 < items } + [items] }
}

/// Why a benchmark could not be run, or a report not be read.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// One question that a benchmark answers.
protocol Scenario {
    /// Its name on the command line, and the beginning of its figures' names.
    static var name: String { get }
    static var summary: String { get }

    /// Measures one size.
    static func measure(_ items: Int, on bench: Workbench) throws
}

/// Runs scenarios and reports their figures.
enum BenchmarkSuite {
    /// All scenarios, in the order in which they run.
    static var scenarios: [any Scenario.Type] {
        [
            ImportScenario.self, PrepareScenario.self, VisibleScenario.self, EditScenario.self,
            OpenScenario.self, PlaneScenario.self, ReadersScenario.self, ScrollScenario.self, LadderScenario.self,
            FirstScenario.self, WaitingScenario.self, MarksScenario.self, SelfSizingScenario.self,
            ChangesScenario.self, KindsScenario.self,
        ]
    }

    /// Measures what the options ask for. Everything happens in a temporary directory, which is gone
    /// at the end, also after a failure.
    ///
    /// - Parameter progress: Called with each figure once it is known.
    /// - Throws: `CancellationError`, and what the store throws.
    static func run(_ options: BenchmarkOptions, progress: @escaping (Figure) -> Void = { _ in }) throws
        -> BenchmarkReport
    {
        let bench = try Workbench(options, report: progress)
        defer { bench.tearDown() }
        for scenario in scenarios where options.names.isEmpty || options.names.contains(scenario.name) {
            for items in options.sizes { try scenario.measure(items, on: bench) }
        }
        return BenchmarkReport(
            conditions: [
                "items: \(options.items)", "seed: \(options.seed)", "sqlite: \(Connection.libraryVersion)",
                "build: \(isOptimised ? "release" : "debug, useless for measuring speed")",
                "processors: \(sysconf(Int32(_SC_NPROCESSORS_ONLN)))",
            ], figures: bench.figures)
    }

    /// Whether this program was built for speed.
    private static var isOptimised: Bool {
        // An assertion's condition is only looked at in a debug build.
        var isOptimised = true
        assert(
            {
                isOptimised = false; return true
            }())
        return isOptimised
    }
}
