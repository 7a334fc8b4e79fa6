internal import LayoutPlatform
internal import LayoutText
internal import Synchronization

/// Whether Ctrl-C was pressed: a run then ends between two measurements and removes its files.
private let isInterrupted = Atomic(false)

/// The command line of `layout-benchmark`, which `scripts/benchmark` starts.
package enum BenchmarkCommand {
    /// Runs the command and returns its exit code: 1 if a figure falls short of its target, 2 for a wrong command line.
    ///
    /// - Parameter arguments: The words after the program's name.
    package static func run(_ arguments: [String]) -> Int32 {
        do {
            // A process that was started for one measurement has nothing to report.
            guard arguments.first != ChildTask.word else {
                try ChildTask.perform(Array(arguments.dropFirst()))
                return 0
            }
            return try execute(arguments[...])
        } catch {
            write("layout-benchmark: \(error)\n", to: STDERR_FILENO)
            return 2
        }
    }

    private static var usage: String {
        let scenarios = BenchmarkSuite.scenarios
        let width = scenarios.map { $0.name.count }.max() ?? 0
        let lines = scenarios.map {
            "  " + $0.name + String(repeating: " ", count: width + 2 - $0.name.count) + $0.summary
        }
        return """
            usage: scripts/benchmark [NAME …] [--items N] [--seed N] [--directory DIR] [--format FORMAT]
                   scripts/benchmark --compare BEFORE.json AFTER.json
                   scripts/benchmark --format markdown REPORT.json …

            \(lines.joined(separator: "\n"))

            Without a name all of them run. Each figure stands beside a baseline of the same run, and beside its
            target if one is stated. The exit code is 1 if a figure falls short of its target.
            Formats: table, the default; json, a report that --compare and markdown read; markdown, the table of
            MEASUREMENTS.md, of this run or of saved reports.
            """
    }

    private static func execute(_ arguments: ArraySlice<String>) throws -> Int32 {
        var (rest, options, names, format, compares) = (arguments, BenchmarkOptions(), [String](), "table", false)
        func value(of option: String) throws -> String {
            guard let value = rest.popFirst() else { throw BenchmarkError("\(option) needs a value\n\(usage)") }
            return value
        }
        func number<Number: FixedWidthInteger>(of option: String) throws -> Number {
            let text = try value(of: option)
            guard let number = Number(text), number > 0 else {
                throw BenchmarkError("\(option) takes a whole number from 1, not “\(text)”")
            }
            return number
        }
        while let word = rest.popFirst() {
            switch word {
            case "--items": options.items = try number(of: word)
            case "--seed": options.seed = try number(of: word)
            case "--directory": options.directory = try value(of: word)
            case "--help":
                write(usage + "\n", to: STDOUT_FILENO)
                return 0
            case "--format":
                format = try value(of: word)
                guard ["table", "json", "markdown"].contains(format) else {
                    throw BenchmarkError("--format takes table, json or markdown, not “\(format)”\n\(usage)")
                }
            case "--compare": compares = true
            default:
                guard !word.hasPrefix("-") else { throw BenchmarkError("there is no option \(word)\n\(usage)") }
                names.append(word)
            }
        }
        if compares {
            guard format != "markdown" else { throw BenchmarkError("--compare prints a table\n\(usage)") }
            guard names.count == 2 else { throw BenchmarkError("--compare takes two files\n\(usage)") }
            return try compare(report(names[0]), report(names[1]))
        }
        if format == "markdown", names.contains(where: { $0.hasSuffix(".json") }) {
            write(MeasurementsTable.text(of: try names.flatMap { try report($0).figures }), to: STDOUT_FILENO)
            return 0
        }
        for name in names where !BenchmarkSuite.scenarios.contains(where: { $0.name == name }) {
            throw BenchmarkError("there is no benchmark “\(name)”\n\(usage)")
        }
        options.names = names
        return try measure(options, format)
    }

    private static func measure(_ options: BenchmarkOptions, _ format: String) throws -> Int32 {
        var options = options
        options.isCancelled = { isInterrupted.load(ordering: .relaxed) }
        // Also makes the flag before a signal handler asks for it.
        guard !options.isCancelled() else { return 2 }
        signal(SIGINT) { _ in isInterrupted.store(true, ordering: .relaxed) }
        let report = try BenchmarkSuite.run(options) { write("\($0.name)\n", to: STDERR_FILENO) }
        for condition in report.conditions { write(condition + "\n", to: STDERR_FILENO) }
        switch format {
        case "json": write(report.json + "\n", to: STDOUT_FILENO)
        case "markdown": write(MeasurementsTable.text(of: report.figures), to: STDOUT_FILENO)
        default:
            let rows = report.figures.map { figure in
                let isSkipped = figure.verdict == .skipped
                return [
                    figure.name, "\(figure.items)", isSkipped ? "" : FigureText.value(of: figure),
                    isSkipped ? "" : figure.ratio.map(ReadableNumber.significant) ?? "", FigureText.target(of: figure),
                    figure.verdict == .noTarget ? "" : figure.verdict.rawValue,
                    isSkipped ? "" : FigureText.baseline(of: figure), figure.note ?? "",
                ]
            }
            write(table(["name", "items", "value", "ratio", "target", "verdict", "baseline", "note"], rows))
        }
        write(FigureText.summary(report) + "\n", to: STDERR_FILENO)
        return report.shortfalls.isEmpty ? 0 : 1
    }

    /// A saved report.
    private static func report(_ path: String) throws -> BenchmarkReport {
        do throws(BenchmarkError) {
            return try BenchmarkReport(json: text(of: path))
        } catch {
            throw BenchmarkError("\(path): \(error)")
        }
    }

    /// Prints the figures that both runs have, in the order of the first one.
    private static func compare(_ before: BenchmarkReport, _ after: BenchmarkReport) -> Int32 {
        func key(_ figure: Figure) -> String { "\(figure.name) at \(figure.items)" }
        let others = Dictionary(after.figures.map { (key($0), $0) }) { $1 }
        var rows: [[String]] = []
        var matched: Set<String> = []
        for figure in before.figures {
            guard let other = others[key(figure)], other.unit == figure.unit,
                !figure.value.isNaN, !other.value.isNaN
            else { continue }
            matched.insert(key(figure))
            rows.append(
                [figure.name, "\(figure.items)", figure.unit.rawValue]
                    + [figure.value, other.value, other.value / figure.value].map(ReadableNumber.significant))
        }
        write(table(["name", "items", "unit", "before", "after", "ratio"], rows))
        let unmatched = (before.figures + after.figures).map(key).filter { !matched.contains($0) }
        for name in unmatched { write("only in one of the two: \(name)\n", to: STDERR_FILENO) }
        return 0
    }

    static func text(of path: String) throws(BenchmarkError) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BenchmarkError("cannot be read: \(systemMessage(errno))") }
        defer { close(descriptor) }
        guard let bytes = readToEnd(descriptor, interrupted: {}) else {
            throw BenchmarkError("cannot be read: \(systemMessage(errno))")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Rows of texts in columns, each as wide as its longest text.
    private static func table(_ heads: [String], _ rows: [[String]]) -> String {
        let widths = heads.indices.map { column in ([heads] + rows).map { $0[column].count }.max() ?? 0 }
        return ([heads] + rows).map { row in
            let line = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
                .joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }

    private static func write(_ text: String, to file: CInt = STDOUT_FILENO) {
        _ = writeAll(file, ContiguousArray(text.utf8)) {}
    }
}
