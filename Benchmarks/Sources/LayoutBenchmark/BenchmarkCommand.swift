internal import LayoutPlatform
internal import LayoutText
internal import Synchronization

/// The command line of `layout-benchmark`, which `scripts/benchmark` starts.
package struct BenchmarkCommand {
    private var names: [String] = []
    private var options = BenchmarkOptions()
    private var isJSON = false
    private var isMarkdown = false
    private var compares = false
    private var showsHelp = false

    /// Runs the command and returns its exit code: 1 if a figure falls short of its target, 2 for a wrong command line.
    ///
    /// - Parameter arguments: The words after the program's name.
    package static func run(_ arguments: [String]) -> Int32 {
        do {
            // A process that was started for one measurement has nothing to report.
            if try ChildTask.runIfAsked() { return 0 }
            var command = BenchmarkCommand()
            try command.read(arguments)
            return try command.run()
        } catch {
            write("layout-benchmark: \(error)\n", to: STDERR_FILENO)
            return 2
        }
    }

    private static var usage: String {
        let width = BenchmarkSuite.scenarios.map(\.name.count).max() ?? 0
        let lines = BenchmarkSuite.scenarios.map {
            "  " + $0.name + String(repeating: " ", count: width + 2 - $0.name.count) + $0.summary
        }
        return
            ([
                "usage: scripts/benchmark [NAME …] [--items N] [--seed N] [--directory DIR] [--format FORMAT]",
                "       scripts/benchmark --compare BEFORE.json AFTER.json",
                "       scripts/benchmark --format markdown REPORT.json …", "",
            ] + lines + [
                "",
                "Without a name all of them run. Each figure stands beside a baseline of the same run, and beside its",
                "target if one is stated. The exit code is 1 if a figure falls short of its target.",
                "Formats: table, the default; json, a report that --compare and markdown read; markdown, the table of",
                "MEASUREMENTS.md, of this run or of saved reports.",
            ]).joined(separator: "\n")
    }

    private mutating func read(_ arguments: [String]) throws {
        var rest = arguments[...]
        func value(of option: String) throws -> String {
            guard let value = rest.popFirst() else { throw BenchmarkError("\(option) needs a value\n\(Self.usage)") }
            return value
        }
        while let word = rest.popFirst() {
            switch word {
            case "--items": options.items = try Self.number(value(of: word), word)
            case "--seed": options.seed = try Self.number(value(of: word), word)
            case "--directory": options.directory = try value(of: word)
            case "--help":
                showsHelp = true
                return
            case "--format":
                let format = try value(of: word)
                guard ["table", "json", "markdown"].contains(format) else {
                    throw BenchmarkError("--format takes table, json or markdown, not “\(format)”\n\(Self.usage)")
                }
                isJSON = format == "json"
                isMarkdown = format == "markdown"
            case "--compare": compares = true
            default:
                guard !word.hasPrefix("-") else { throw BenchmarkError("there is no option \(word)\n\(Self.usage)") }
                names.append(word)
            }
        }
        if isMarkdown, compares { throw BenchmarkError("--compare prints a table\n\(Self.usage)") }
        for name in readsReports ? [] : names where !BenchmarkSuite.names.contains(name) {
            throw BenchmarkError("there is no benchmark “\(name)”\n\(Self.usage)")
        }
        if compares, names.count != 2 { throw BenchmarkError("--compare takes two files\n\(Self.usage)") }
    }

    /// Whether the names are saved reports, so that nothing is measured.
    private var readsReports: Bool { compares || isMarkdown && names.contains { $0.hasSuffix(".json") } }

    private static func number<Number: FixedWidthInteger>(_ text: String, _ option: String) throws -> Number {
        guard let number = Number(text), number > 0 else {
            throw BenchmarkError("\(option) takes a whole number from 1, not “\(text)”")
        }
        return number
    }

    private mutating func run() throws -> Int32 {
        if showsHelp {
            Self.write(Self.usage + "\n", to: STDOUT_FILENO)
            return 0
        }
        if compares { return try compare() }
        if readsReports {
            let figures = try reports().flatMap(\.figures)
            Self.write(MeasurementsTable.text(of: figures), to: STDOUT_FILENO)
            return 0
        }
        options.names = names
        Interrupt.install()
        options.isCancelled = { Interrupt.isRequested }
        let report = try BenchmarkSuite.run(options) { Self.write("\($0.name)\n", to: STDERR_FILENO) }
        for condition in report.conditions { Self.write(condition + "\n", to: STDERR_FILENO) }
        if isJSON {
            Self.write(report.json + "\n", to: STDOUT_FILENO)
        } else if isMarkdown {
            Self.write(MeasurementsTable.text(of: report.figures), to: STDOUT_FILENO)
        } else {
            let rows = report.figures.map { figure in
                [
                    figure.name, "\(figure.items)", figure.verdict == .skipped ? "" : FigureText.value(of: figure),
                    figure.ratio.map(ReadableNumber.significant) ?? "", FigureText.target(of: figure),
                    figure.verdict == .noTarget ? "" : figure.verdict.rawValue, FigureText.baseline(of: figure),
                    figure.note ?? "",
                ]
            }
            let heads = ["name", "items", "value", "ratio", "target", "verdict", "baseline", "note"]
            Self.write(Self.table([heads] + rows), to: STDOUT_FILENO)
        }
        Self.write(FigureText.summary(report) + "\n", to: STDERR_FILENO)
        return report.shortfalls.isEmpty ? 0 : 1
    }

    /// The saved reports that the command line names.
    private func reports() throws -> [BenchmarkReport] {
        try names.map { path in
            do throws(BenchmarkError) {
                return try BenchmarkReport(json: Self.text(of: path))
            } catch {
                throw BenchmarkError("\(path): \(error)")
            }
        }
    }

    private func compare() throws -> Int32 {
        let reports = try reports()
        let comparison = Comparison(reports[0], reports[1])
        let rows = comparison.pairs.map { before, after in
            [before.name, "\(before.items)", before.unit.rawValue]
                + [before.value, after.value, after.value / before.value].map(ReadableNumber.significant)
        }
        Self.write(Self.table([["name", "items", "unit", "before", "after", "ratio"]] + rows), to: STDOUT_FILENO)
        for name in comparison.unmatched { Self.write("only in one of the two: \(name)\n", to: STDERR_FILENO) }
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
    private static func table(_ rows: [[String]]) -> String {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let line = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
                .joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }

    private static func write(_ text: String, to file: CInt) { _ = writeAll(file, ContiguousArray(text.utf8)) {} }
}

/// Whether Ctrl-C was pressed: a run then ends between two measurements and removes its files.
private enum Interrupt {
    private static let flag = Atomic(false)

    static var isRequested: Bool { flag.load(ordering: .relaxed) }

    static func install() {
        // Made before a signal handler asks for it.
        _ = isRequested
        signal(SIGINT) { _ in Interrupt.flag.store(true, ordering: .relaxed) }
    }
}
