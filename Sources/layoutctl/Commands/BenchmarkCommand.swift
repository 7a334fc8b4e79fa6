internal import LayoutBenchmark

/// Measures this program against baselines.
enum BenchmarkCommand: Command {
    static let specification = CommandSpecification(
        name: "benchmark", summary: "Measure the speed of everything, beside what it is compared to.",
        operands: [
            .init(
                name: "NAME", help: "What to measure: \(BenchmarkSuite.scenarios.map(\.name).joined(separator: ", ")); all of it unless said.",
                isOptional: true, isRepeating: true),
        ],
        options: [
            .init(name: "--items", value: "N", help: "The size of the largest data set; 1000000 unless said. The powers of ten from 10000 below it are measured too."),
            .init(name: "--seed", value: "N", help: "Where all data comes from; 1 unless said."),
            .init(name: "--directory", value: "DIR", help: "Where the temporary files go; the system's own place unless said."),
            .format(), .quiet, .help,
        ],
        notes: [
            "Each figure stands beside a baseline of the same run, where there is one, and beside the bar that it has to keep, "
                + "where one is stated. The exit code is 1 if a figure falls short of its bar.",
        ],
        examples: [
            .init("Everything, for a million items", "layoutctl benchmark"),
            .init("One thing, on a larger data set, for a script", "layoutctl benchmark visible --items 10000000 --format json"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        for name in arguments.operands where !BenchmarkSuite.scenarios.contains(where: { $0.name == name }) {
            throw arguments.usage("there is no benchmark “\(name)”; there are \(BenchmarkSuite.scenarios.map(\.name).joined(separator: ", "))")
        }
        let items = try arguments.count("--items") ?? 1_000_000
        guard items > 0 else { throw arguments.usage("--items takes a whole number from 1") }
        let options = BenchmarkOptions(
            names: arguments.operands, items: items, seed: UInt64(try arguments.count("--seed") ?? 1),
            directory: arguments.text("--directory"), ownCommand: [OwnProgram.path, specification.name],
            isCancelled: { Interruption.isRequested }
        )
        let progress = ProgressLine(console)
        defer { progress.finish() }
        let report = try BenchmarkSuite.run(options) { figure in progress.update { _ in figure.name } }
        progress.finish()
        // A process that was started for one measurement has nothing to report.
        guard !report.figures.isEmpty else { return .done }
        for condition in report.conditions { console.note("\(condition.name): \(condition.value)") }
        try RowPrinter.print(arguments.format(), columns: columns, rows: report.figures.map(row), console)
        for figure in report.shortfalls { console.note("\(figure.name) at \(figure.items) items falls short of its bar") }
        return report.shortfalls.isEmpty ? .done : .failed
    }

    private static let columns = ["name", "items", "value", "unit", "baseline", "baselineValue", "ratio", "bar", "verdict", "note"]

    private static func row(_ figure: Figure) -> [Field] {
        let bar: Field =
            switch figure.bar {
            case .atMost(let bound)?: .text("≤ \(NumberText.shortest(bound))")
            case .atLeast(let bound)?: .text("≥ \(NumberText.shortest(bound))")
            case nil: .null
            }
        return [
            .text(figure.name), .integer(figure.items), number(figure.value), .text(figure.unit.rawValue),
            Field(figure.baseline?.name), figure.baseline.map { number($0.value) } ?? .null,
            figure.ratio.map(number) ?? .null, bar, .text(figure.verdict.rawValue), Field(figure.note),
        ]
    }

    /// Four digits that count: no measurement here is better than that.
    private static func number(_ value: Double) -> Field {
        guard value.isFinite else { return .null }
        guard value != 0 else { return .number(0) }
        var scale = 1.0
        while value.magnitude * scale < 1000 { scale *= 10 }
        return .number((value * scale).rounded() / scale)
    }
}
