internal import LayoutBenchmark

/// Measures this program against baselines.
enum BenchmarkCommand: Command {
    private static let names = Operand<[String]>(
        repeating: .text("NAME"),
        help: "What to measure: \(BenchmarkSuite.names.joined(separator: ", ")) (default: all)."
    )
    private static let items = Option<Int>(
        "--items", .count("N", from: 1), default: 1_000_000,
        help: "The size of the largest data set. The powers of ten from 10000 below it are measured too."
    )
    private static let seed = Option<Int>("--seed", .count("N"), default: 1, help: "The seed of all generated data.")
    private static let compares = Option(
        flag: "--compare",
        help:
            "Instead of measuring, print two earlier reports side by side: "
            + "the two operands are files that --format json wrote."
    )
    private static let directory = Option<String?>(
        "--directory", optional: .directory(), help: "The directory for temporary files (default: that of the system)."
    )

    static let specification = CommandSpecification(
        name: "benchmark", summary: "Measure speed, memory and sizes, each beside a baseline.",
        operands: [names],
        options: [items, seed, compares, directory, Standard.format, Standard.quiet, Standard.showsHelp],
        notes: [
            "Each figure is printed beside a baseline of the same run, where there is one, and beside the target that "
                + "it has to keep, where one is stated. The exit code is 1 if a figure falls short of its target.",
            BenchmarkSuite.scenarios.map { "\($0.name): \($0.summary)." }.joined(separator: " "),
        ],
        examples: [
            .init("Everything, for a million items", "layoutctl benchmark"),
            .init(
                "One thing, on a larger data set, for a script",
                "layoutctl benchmark visible --items 10000000 --format json"),
            .init("The effect of a change", "layoutctl benchmark --compare before.json after.json"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        if try arguments[compares] { return try compare(arguments, console) }
        let names = try arguments[names]
        for name in names where !BenchmarkSuite.names.contains(name) {
            let known = BenchmarkSuite.names.joined(separator: ", ")
            throw arguments.usage("there is no benchmark \(Excerpt.quoted(name)); there are \(known)")
        }
        let options = BenchmarkOptions(
            names: names, items: try arguments[items], seed: UInt64(try arguments[seed]),
            directory: try arguments[directory], ownCommand: [OwnProgram.path, specification.name],
            isCancelled: { Interruption.isRequested }
        )
        let progress = ProgressLine(console)
        defer { progress.finish() }
        let report = try BenchmarkSuite.run(options) { figure in progress.update { _ in figure.name } }
        progress.finish()
        // A process that was started for one measurement has nothing to report.
        guard !report.figures.isEmpty else { return .done }
        for condition in report.conditions { console.note("\(condition.name): \(condition.value)") }
        let format = try arguments[Standard.format]
        if format == .table {
            try RowPrinter.print(format, columns: readableColumns, rows: report.figures, console)
        } else {
            try RowPrinter.print(format, columns: columns, rows: report.figures, console)
        }
        console.note(FigureText.summary(report))
        return report.shortfalls.isEmpty ? .done : .failed
    }

    private static func compare(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let files = try arguments[names]
        guard files.count == 2 else { throw arguments.usage("--compare takes two files") }
        let reports = try files.map { path in
            do {
                return try BenchmarkReport(json: TextFile.read(path))
            } catch let error as BenchmarkError {
                throw Failure(.failed, "\(path): \(error)")
            }
        }
        let comparison = Comparison(reports[0], reports[1])
        try RowPrinter.print(arguments[Standard.format], columns: comparisonColumns, rows: comparison.lines, console)
        for name in comparison.unmatched { console.note("only in one of the two: \(name)") }
        return .done
    }

    private static let comparisonColumns: [Column<Comparison.Line>] = [
        Column("name") { .text($0.name) },
        Column("items") { .integer($0.items) },
        Column("unit") { .text($0.unit.rawValue) },
        Column("before") { number($0.before) },
        Column("after") { number($0.after) },
        Column("ratio") { number($0.ratio) },
    ]

    private static let columns: [Column<Figure>] = [
        Column("name") { .text($0.name) },
        Column("items") { .integer($0.items) },
        Column("value") { number($0.value) },
        Column("unit") { .text($0.unit.rawValue) },
        Column("baseline") { Field($0.baseline?.name) },
        Column("baselineValue") { $0.baseline.map { number($0.value) } ?? .null },
        Column("ratio") { $0.ratio.map(number) ?? .null },
        Column("target") { target($0) },
        Column("verdict") { .text($0.verdict.rawValue) },
        Column("note") { Field($0.note) },
    ]

    /// The same for reading, each number with its unit.
    private static let readableColumns: [Column<Figure>] = [
        Column("name") { .text($0.name) },
        Column("items") { .integer($0.items) },
        Column("value") { .text($0.verdict == .skipped ? "" : FigureText.value(of: $0)) },
        Column("ratio") { $0.ratio.map(number) ?? .null },
        Column("target") { .text(FigureText.target(of: $0)) },
        Column("verdict") { .text($0.verdict == .noTarget ? "" : $0.verdict.rawValue) },
        Column("baseline") { .text(FigureText.baseline(of: $0)) },
        Column("note") { Field($0.note) },
    ]

    private static func target(_ figure: Figure) -> Field {
        switch figure.target {
        case .atMost(let bound)?: .text("≤ \(NumberText.shortest(bound))")
        case .atLeast(let bound)?: .text("≥ \(NumberText.shortest(bound))")
        case nil: .null
        }
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
