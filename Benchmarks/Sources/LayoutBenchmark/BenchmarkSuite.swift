internal import LayoutPlatform
internal import LayoutSQLite

/// Runs scenarios and reports their figures.
enum BenchmarkSuite {
    private static var all: [any Scenario.Type] {
        [
            ImportScenario.self, PrepareScenario.self, VisibleScenario.self, EditScenario.self,
            OpenScenario.self, PlaneScenario.self, ReadersScenario.self, ScrollScenario.self, LadderScenario.self,
            FirstScenario.self, WaitingScenario.self, MarksScenario.self, SelfSizingScenario.self,
            ChangesScenario.self, KindsScenario.self,
        ]
    }

    /// The names of all scenarios with a line about each, in the order in which they run.
    static var scenarios: [(name: String, summary: String)] {
        all.map { ($0.name, $0.summary) }
    }

    /// The names that a run accepts.
    static var names: [String] { all.map { $0.name } }

    /// Measures what the options ask for. Everything happens in a temporary directory, which is gone
    /// at the end, also after a failure.
    ///
    /// - Parameter progress: Called with each figure once it is known.
    /// - Throws: ``BenchmarkError`` for a name that no scenario has, `CancellationError`, and what the
    ///   store throws.
    static func run(_ options: BenchmarkOptions, progress: @escaping (Figure) -> Void = { _ in }) throws
        -> BenchmarkReport
    {
        for name in options.names where !names.contains(name) {
            throw BenchmarkError("there is no benchmark “\(name)”; there are \(names.joined(separator: ", "))")
        }
        guard options.items > 0 else { throw BenchmarkError("a data set needs at least one item") }
        let bench = try Workbench(options, report: progress)
        defer { bench.tearDown() }
        for scenario in all where options.names.isEmpty || options.names.contains(scenario.name) {
            try scenario.run(on: bench)
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
