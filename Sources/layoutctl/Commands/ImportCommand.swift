internal import LayoutCache
internal import LayoutPlatform
internal import LayoutText

enum ImportCommand: Command {
    private static let file = Operand<String?>(optional: .file(), help: "The text to read; - is standard input.")

    private static let dataset = Option<String>(
        "--dataset", .name("NAME", of: .datasets), help: "The data set to load into; created if it does not exist.")
    private static let inputFormat = Option<ImportFormat?>(
        "--format-in", optional: .one(of: [("csv", .csv), ("tsv", .tsv), ("ndjson", .ndjson)]),
        help: "The format of the text; guessed from the name of the file, then from its first bytes.")
    private static let delimiter = Option<Unicode.Scalar?>(
        "--delimiter", optional: .character("C"),
        help: "The character between the fields, in place of the comma of CSV.")
    static let sourceDatabase = Option<String?>(
        "--from-db", optional: .file(), help: "Read from a table of this SQLite file, which is not changed.")
    private static let sourceTable = Option<String?>(
        "--table", optional: .name("T", of: .tables), help: "The table or view to read.")
    private static let section = Option<String?>(
        "--section", optional: .name("COL", of: .columns),
        help: "The column whose values are the titles of the sections, in order of first appearance. "
            + "Default: a single section.")
    private static let width = Option<String?>(
        "--width", optional: .name("COL", of: .columns),
        help: "The column of the widths. An empty value is “not measured yet”.")
    private static let height = Option<String?>(
        "--height", optional: .name("COL", of: .columns), help: "The column of the heights.")
    private static let x = Option<String?>(
        "--x", optional: .name("COL", of: .columns), help: "The column of the x of the origins, for a canvas.")
    private static let y = Option<String?>(
        "--y", optional: .name("COL", of: .columns), help: "The column of the y of the origins, for a canvas.")
    private static let key = Option<String?>(
        "--key", optional: .name("COL", of: .columns),
        help: "The column of the keys: your own names for items, unique in the data set.")
    private static let scale = Option<Double>(
        "--scale", .positive("F"), default: 1, help: "Multiply sizes and origins, to convert another unit to points.")
    private static let appends = Option(flag: "--append", help: "Add the rows at the ends of their sections.")
    private static let replaces = Option(flag: "--replace", help: "Replace the items of the data set with the rows.")
    private static let upserts = Option(
        flag: "--upsert", help: "Update items whose keys exist, add the rest; the last of equal keys counts.")
    private static let syncs = Option(
        flag: "--sync", help: "Make the data set equal to the rows, by key: only what differs is written.")
    private static let takesTextAsUnmeasured = Option(
        flag: "--unmeasured-sizes", help: "Treat a non-numeric size as unmeasured instead of rejecting the row.")
    private static let maximumErrors = Option<Int>(
        "--max-errors", .count("N"), default: 0,
        help: "Reject up to N rows and keep the rest; with one more, nothing is stored.")
    private static let rejects = Option<String?>(
        "--rejects", optional: .file(), help: "Write rejected rows to this file, as CSV: line, column, reason, row.")
    private static let isDryRun = Option(flag: "--dry-run", help: "Do everything, report it, and roll it back.")

    private static let columnOptions:
        [(option: Option<String?>, column: any WritableKeyPath<ImportColumns, String?> & Sendable)] = [
            (section, \.section), (width, \.width), (height, \.height), (x, \.x), (y, \.y), (key, \.key),
            (Standard.span, \.span), (Standard.rowSpan, \.rowSpan), (Standard.level, \.level),
            (Standard.stickyLevel, \.stickyLevel), (Standard.stickyEdge, \.stickyEdge),
        ]

    private static let optionGroups = [
        CommandSpecification.OptionGroup(
            title: "from where",
            options: [
                inputFormat, delimiter, sourceDatabase, sourceTable, LineImport.isRequested, LineImport.sectionPattern,
                LineImport.sectionLength, LineImport.tab, LineImport.storesText, LineImport.watches,
            ]),
        CommandSpecification.OptionGroup(
            title: "columns",
            options: columnOptions.map(\.option) + [scale, takesTextAsUnmeasured]),
        CommandSpecification.OptionGroup(
            title: "into the store",
            options: [
                dataset, appends, replaces, upserts, syncs, maximumErrors, rejects, isDryRun, Standard.format,
                Standard.quiet, Standard.showsHelp,
            ]),
    ]

    static let specification = CommandSpecification(
        name: "import", summary: "Load items from CSV, TSV, NDJSON, lines of text or a table of another SQLite file.",
        forms: [
            "DB FILE --dataset NAME [options]", "DB FILE --lines --dataset NAME [options]",
            "DB --from-db FILE --table T --dataset NAME [options]",
        ], operands: [Standard.database, file], options: optionGroups.flatMap(\.options), optionGroups: optionGroups)

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let options = try options(arguments)
        let source = try source(arguments)
        try protectFiles(of: source, arguments)
        // A file that cannot be read is noticed before a store is made for it.
        if let path = source.path, !FilePath.exists(path) {
            throw LayoutError(.fileNotFound, "there is no such file", file: path)
        }
        let lines = try LineImport(arguments)
        if let lines, lines.watches { return try lines.watch(source, options, arguments, console) }
        let rejected = try StoreFile.load(arguments[Standard.database], isDryRun: options.isDryRun) { store in
            console.progress.begin()
            let report = try load(source, lines, options, into: store) { state in
                // The first rows are in: there is a transaction, which a request to stop rolls back.
                Interruption.expectRollback()
                show(state, console)
            }
            let seconds = console.progress.seconds
            for error in report.firstErrors {
                if let line = Failure(error, isInterrupted: false).line { console.say(line) }
            }
            if report.rowsRejected > report.firstErrors.count {
                console.say("… and \(ReadableNumber.grouped(report.rowsRejected - report.firstErrors.count)) more")
            }
            try console.print(
                [Outcome(dataset: options.dataset, report: report, seconds: seconds)], Outcome.columns, arguments)
            return report.rowsRejected
        }
        if rejected > 0 { throw Failure.ended(.rejectedRows) }
    }

    /// Shows the rows read, rows a second, and the share and the time left by the bytes that are left.
    fileprivate static func show(_ state: LayoutProgress, _ console: Console) {
        console.progress.update { Console.ProgressLine.rate(state.count, "rows", state.fraction, $0) }
    }

    private static func load(
        _ source: Source, _ lines: LineImport?, _ options: ImportOptions, into store: LayoutStore,
        progress: (LayoutProgress) -> Void
    ) throws -> ImportReport {
        switch (source, lines) {
        case (.text(let source), let lines?):
            var place = LineOptions.Place()
            return try store.importLines(
                of: source, lines.options, from: &place, options: options, progress: progress,
                isCancelled: { Interruption.isRequested })
        case (.text(let source), nil):
            return try store.importItems(
                from: source, options: options, progress: progress, isCancelled: { Interruption.isRequested })
        case (.table(let path, let table), _):
            return try store.importItems(
                fromDatabase: path, table: table, options: options, progress: progress,
                isCancelled: { Interruption.isRequested })
        }
    }

    private static func options(_ arguments: ParsedArguments) throws(Failure) -> ImportOptions {
        let chosen: [(ImportMode, Bool)] = [
            (.append, try arguments[appends]), (.replace, try arguments[replaces]), (.upsert, try arguments[upserts]),
            (.sync, try arguments[syncs]),
        ]
        let modes = chosen.filter(\.1).map(\.0)
        guard modes.count <= 1 else {
            throw arguments.usage("--append, --replace, --upsert and --sync cannot be used together")
        }
        if modes == [.upsert] || modes == [.sync], try arguments[key] == nil {
            throw arguments.usage("--\(modes[0]) finds items by --key, which is missing")
        }
        var format = try arguments[inputFormat]
        if let delimiter = try arguments[delimiter] {
            guard format == nil || format == .csv else {
                throw arguments.usage("--delimiter separates the fields of CSV")
            }
            format = .delimited(by: delimiter)
        }
        var columns = ImportColumns()
        for (option, column) in columnOptions { columns[keyPath: column] = try arguments[option] }
        return ImportOptions(
            dataset: try arguments[dataset], format: format, columns: columns,
            scale: try arguments[scale], mode: modes.first ?? .create, maximumErrors: try arguments[maximumErrors],
            rejectsPath: try arguments[rejects], isDryRun: try arguments[isDryRun],
            takesTextAsUnmeasured: try arguments[takesTextAsUnmeasured])
    }

    enum Source {
        case text(ImportSource)
        case table(path: String, table: String)

        /// The file, unless it is standard input.
        var path: String? {
            switch self {
            case .text(let source): source.name == ImportSource.standardInput.name ? nil : source.name
            case .table(let path, _): path
            }
        }
    }

    private static func source(_ arguments: ParsedArguments) throws(Failure) -> Source {
        switch (try arguments[file], try arguments[sourceDatabase], try arguments[sourceTable]) {
        case (let file?, nil, nil): return .text(file == "-" ? .standardInput : .file(file))
        case (nil, let path?, let table?): return .table(path: path, table: table)
        case (_?, _?, _): throw arguments.usage("FILE and --from-db cannot be used together")
        case (_, nil, _?): throw arguments.usage("--table needs --from-db FILE")
        case (nil, _?, nil): throw arguments.usage("--table T is missing")
        case (nil, nil, nil): throw arguments.usage("FILE is missing; - is standard input")
        }
    }

    /// - Throws: ``Failure`` if the rejected rows would overwrite a database, or what is read.
    private static func protectFiles(of source: Source, _ arguments: ParsedArguments) throws(Failure) {
        if case .table(let path, _) = source { try StoreFile.requireRegularFile(path) }
        guard let rejects = try arguments[rejects] else { return }
        let command = specification.name
        try StoreFile.protect(
            try arguments[Standard.database], from: rejects, option: Self.rejects.name, command: command)
        switch source {
        case .table(let path, _):
            try StoreFile.protect(path, from: rejects, option: Self.rejects.name, command: command)
        case .text(let source):
            guard isSameFile(source.name, rejects) else { return }
            throw arguments.usage("--rejects \(Excerpt.of(rejects)) would overwrite the file that is read")
        }
    }

    struct Outcome {
        var dataset: String
        var report: ImportReport
        var seconds: Double

        static let columns: [Column<Outcome>] = [
            Column("dataset") { .text($0.dataset) },
            Column("rowsRead") { .integer($0.report.rowsRead) },
            Column("itemsInserted") { .integer($0.report.itemsInserted) },
            Column("itemsMatched") { .integer($0.report.itemsMatched) },
            Column("itemsDeleted") { .integer($0.report.itemsDeleted) },
            Column("itemsWithoutSize") { .integer($0.report.itemsWithoutSize) },
            Column("rowsRejected") { .integer($0.report.rowsRejected) },
            Column("sectionsCreated") { .integer($0.report.sectionsCreated) },
            Column("sectionsDeleted") { .integer($0.report.sectionsDeleted) },
            Column("dryRun") { .bool($0.report.isDryRun) },
            Column("seconds") { .number(ReadableNumber.rounding($0.seconds, 6)) },
        ]
    }
}

/// The import of the lines of a text, and what makes them sections.
private struct LineImport {
    static let isRequested = Option(
        flag: "--lines", help: "Each line of the text is an item, as wide as it has columns.")
    static let sectionPattern = Option<String?>(
        "--section-pattern", optional: .text("RE"),
        help: "Begin a section where this POSIX extended regular expression finds another title: its first group, or "
            + "else the whole match.")
    static let sectionLength = Option<Int?>(
        "--section-every", optional: .count("N", from: 1), help: "Begin a section after each N lines.")
    static let tab = Option<Int>(
        "--tab", .count("N", from: 1, to: 1000), default: 8, help: "A tab ends at the next multiple of N columns.")
    static let storesText = Option(
        flag: "--store-text", help: "Store the texts as titles in payloads, rather than reading them from the file.")
    static let watches = Option(
        flag: "--watch",
        help: "Load the file a part at a time, then append what it gains, until Ctrl-C. "
            + "The store can be read at the same time.")

    let options: LineOptions
    let watches: Bool

    /// nil without --lines.
    init?(_ arguments: ParsedArguments) throws(Failure) {
        watches = try arguments[Self.watches]
        guard try arguments[Self.isRequested] else {
            let names = [Self.sectionPattern.name, Self.sectionLength.name, Self.storesText.name, Self.watches.name]
            if let name = names.first(where: { arguments.values[$0] != nil }) {
                throw arguments.usage("\(name) needs --lines")
            }
            return nil
        }
        guard try arguments[ImportCommand.sourceDatabase] == nil else {
            throw arguments.usage("--lines and --from-db cannot be used together")
        }
        let sections: LineOptions.Sections
        switch try (arguments[Self.sectionPattern], arguments[Self.sectionLength]) {
        case (_?, _?): throw arguments.usage("--section-pattern and --section-every cannot be used together")
        case (let pattern?, nil): sections = .pattern(pattern)
        case (nil, let length?): sections = .every(length)
        case (nil, nil): sections = .one
        }
        options = LineOptions(
            sections: sections, storesText: try arguments[Self.storesText], tabWidth: try arguments[Self.tab])
    }

    /// Loads what a file has, and then what it gains, until a request to stop.
    func watch(
        _ source: ImportCommand.Source, _ imported: ImportOptions, _ arguments: ParsedArguments, _ console: Console
    ) throws {
        guard let path = source.path, FileStamp(path: path)?.isRegular == true else {
            throw arguments.usage("--watch needs a file")
        }
        guard !imported.isDryRun else { throw arguments.usage("--watch and --dry-run cannot be used together") }
        let store = try StoreFile.open(arguments[Standard.database], mode: .create)
        defer { store.close() }
        var watcher = LineWatcher(path: path, options: options, imported: imported)
        do {
            while !Interruption.isRequested {
                let hasRead = try watcher.readMore(
                    into: store, say: console.say, progress: { ImportCommand.show($0, console) },
                    isCancelled: { Interruption.isRequested })
                if !hasRead { usleep(LineWatcher.pause) }
            }
        } catch let error as LayoutError where [.cancelled, .suspended].contains(error.code) {}
        console.note("watched \(path) up to line \(watcher.place.lineCount)")
    }
}
