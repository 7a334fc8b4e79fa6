internal import LayoutEngine
internal import LayoutSQLite

/// Runs scenarios and reports their figures.
package enum BenchmarkSuite {
    private static var all: [any Scenario.Type] {
        [
            ImportScenario.self, PrepareScenario.self, VisibleScenario.self, ResizeScenario.self, EditScenario.self,
            OpenScenario.self, PlaneScenario.self, ReadersScenario.self, ScrollScenario.self, LadderScenario.self,
            FirstScenario.self, WaitingScenario.self, MarksScenario.self, SelfSizingScenario.self,
        ]
    }

    /// The names of all scenarios with a line about each, in the order in which they run.
    package static var scenarios: [(name: String, summary: String)] {
        all.map { ($0.name, $0.summary) }
    }

    /// The names that a run accepts.
    package static var names: [String] { all.map { $0.name } }

    /// Measures what the options ask for. Everything happens in a temporary directory, which is gone
    /// at the end, also after a failure.
    ///
    /// - Parameter progress: Called with each figure once it is known.
    /// - Throws: ``BenchmarkError`` for a name that no scenario has, `CancellationError`, and what the
    ///   store throws.
    package static func run(_ options: BenchmarkOptions, progress: @escaping (Figure) -> Void = { _ in }) throws
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
                .init(name: "items", value: "\(options.items)"),
                .init(name: "seed", value: "\(options.seed)"),
                .init(name: "sqlite", value: Connection.libraryVersion),
                .init(name: "build", value: Machine.isOptimised ? "release" : "debug, useless for measuring speed"),
                .init(name: "processors", value: "\(Machine.processorCount)"),
            ],
            figures: bench.figures
        )
    }
}
