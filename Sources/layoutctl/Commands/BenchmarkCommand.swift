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
            .init(name: "--compare", help: "Instead of measuring, set two earlier reports side by side: the two operands are files that --format json wrote."),
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
            .init("What a change has brought", "layoutctl benchmark --compare before.json after.json"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        if arguments.isSet("--compare") { return try compare(arguments, console) }
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
        if arguments.format() == .table {
            // Units of their own and aligned numbers: these lines are for reading.
            console.output.write(TableReporter.text(report) + "\n")
            try console.output.flush()
        } else {
            for condition in report.conditions { console.note("\(condition.name): \(condition.value)") }
            try RowPrinter.print(arguments.format(), columns: columns, rows: report.figures.map(row), console)
            console.note(TableReporter.summary(report))
        }
        return report.shortfalls.isEmpty ? .done : .failed
    }

    private static func compare(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        guard arguments.operands.count == 2 else { throw arguments.usage("--compare takes two files") }
        let reports = try arguments.operands.map { path in
            do {
                return try BenchmarkReport(json: TextFile.read(path))
            } catch let error as BenchmarkError {
                throw Failure(.failed, "\(path): \(error)")
            }
        }
        let comparison = Comparison(reports[0], reports[1])
        try RowPrinter.print(
            arguments.format(), columns: ["name", "items", "unit", "before", "after", "ratio"],
            rows: comparison.lines.map { line in
                [
                    .text(line.name), .integer(line.items), .text(line.unit.rawValue),
                    number(line.before), number(line.after), number(line.ratio),
                ]
            },
            console
        )
        for name in comparison.unmatched { console.note("only in one of the two: \(name)") }
        return .done
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
