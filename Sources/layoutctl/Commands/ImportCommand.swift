internal import LayoutCache

/// Loads items into a data set.
enum ImportCommand: Command {
    static let specification = CommandSpecification(
        name: "import", summary: "Load items from CSV, TSV, NDJSON or a table of another SQLite file.",
        forms: ["DB FILE|- --dataset NAME [options]", "DB --from-db FILE --table T --dataset NAME [options]"],
        operands: [
            .database,
            .init(name: "FILE", help: "The text to read; - is standard input.", isOptional: true),
        ],
        options: [
            .init(name: "--dataset", value: "NAME", help: "The data set to load into; made where there is none.", isRequired: true),
            .init(
                name: "--format-in", value: ImportFormat.allCases.map(\.rawValue).joined(separator: "|"),
                help: "What the text is; guessed from the file's name, then from its first bytes.",
                choices: ImportFormat.allCases.map(\.rawValue)),
            .init(name: "--from-db", value: "FILE", help: "Read from a table of this SQLite file, which is not changed."),
            .init(name: "--table", value: "T", help: "The table or view to read."),
            .init(name: "--section", value: "COL", help: "Each distinct value is a section, in order of first appearance, titled with it. Without one there is a single section."),
            .init(name: "--width", value: "COL", help: "The items' widths. An empty one is “not measured yet”."),
            .init(name: "--height", value: "COL", help: "The items' heights."),
            .init(name: "--x", value: "COL", help: "The x of the items' origins, for a canvas."),
            .init(name: "--y", value: "COL", help: "The y of the items' origins, for a canvas."),
            .init(name: "--key", value: "COL", help: "A name of your own for each item, unique in the data set."),
            .init(name: "--scale", value: "F", help: "Multiply sizes and origins, to turn another unit into points."),
            .init(name: "--append", help: "Add rows at the ends of their sections."),
            .init(name: "--replace", help: "Put the rows in the place of what the data set holds."),
            .init(name: "--upsert", help: "Change the items whose keys are known, and add the others."),
            .init(name: "--unmeasured-sizes", help: "Take a width or height that is no number for “not measured yet” instead of rejecting its row."),
            .init(name: "--max-errors", value: "N", help: "Reject up to N rows and keep the others; one more, and nothing is stored. 0 unless said."),
            .init(name: "--rejects", value: "FILE", help: "Write rejected rows here, as CSV: line, column, reason, row."),
            .init(name: "--dry-run", help: "Do everything, say what came of it, and take it back."),
            .format(), .quiet, .help,
        ],
        notes: [
            "Rows need not arrive sorted by section. Columns that are not mapped go into the payload, as JSON. "
                + "An import is one transaction: whatever goes wrong, and after Ctrl-C, the store is as it was. "
                + "With rejected rows the exit code is 3.",
        ],
        examples: [
            .init("Works of art, a section for each artist, sizes from millimetres",
                  "layoutctl import wall.db works.csv --dataset works --section artist --width width --height height --key id --scale 0.2"),
            .init("Rows from another program",
                  "jq -c '.items[]' feed.json | layoutctl import wall.db - --dataset feed --format-in ndjson --height h --upsert --key id"),
            .init("A table of another database", "layoutctl import wall.db --from-db shop.db --table product --dataset shop --key sku"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let options = try options(arguments)
        let source = try source(arguments)
        // A file that cannot be read is noticed before a store is made for it.
        if let path = source.path, !FilePath.exists(path) {
            throw ImportError(file: path, kind: .fileNotFound, message: "there is no such file")
        }
        return try DryRunStore.withStore(arguments.operands[0], isDryRun: options.isDryRun) { store in
            let progress = ProgressLine(console)
            defer { progress.finish() }
            let report: ImportReport
            switch source {
            case .text(let source):
                report = try store.importItems(
                    from: source, options: options, progress: { show($0, progress) }, isCancelled: { Interruption.isRequested })
            case .table(let path, let table):
                report = try store.importItems(
                    fromDatabase: path, table: table, options: options, progress: { show($0, progress) },
                    isCancelled: { Interruption.isRequested })
            }
            let seconds = progress.seconds
            progress.finish()
            return try print(report, of: options, seconds, arguments.format(), console)
        }
    }

    private static func options(_ arguments: ParsedArguments) throws(Failure) -> ImportOptions {
        let modes = ImportOptions.Mode.allCases.filter { arguments.isSet("--\($0.rawValue)") }
        guard modes.count <= 1 else {
            throw arguments.usage("--append, --replace and --upsert exclude each other")
        }
        if modes == [.upsert], !arguments.isSet("--key") { throw arguments.usage("--upsert finds items by --key, which is missing") }
        let scale = try arguments.number("--scale") ?? 1
        guard scale > 0 else { throw arguments.usage("--scale takes a number above 0") }
        return ImportOptions(
            dataSet: try arguments.required("--dataset"),
            format: arguments.text("--format-in").flatMap(ImportFormat.init),
            columns: ImportOptions.Columns(
                section: arguments.text("--section"), key: arguments.text("--key"),
                width: arguments.text("--width"), height: arguments.text("--height"),
                x: arguments.text("--x"), y: arguments.text("--y")),
            scale: scale, mode: modes.first ?? .create,
            maximumErrors: try arguments.count("--max-errors") ?? 0, rejectsPath: arguments.text("--rejects"),
            isDryRun: arguments.isSet("--dry-run"), takesTextAsUnmeasured: arguments.isSet("--unmeasured-sizes")
        )
    }

    private enum Source {
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
        let file = arguments.operands.dropFirst().first
        guard let path = arguments.text("--from-db") else {
            if arguments.isSet("--table") { throw arguments.usage("--table needs --from-db FILE") }
            guard let file else { throw arguments.usage("FILE is missing; - is standard input") }
            return .text(file == "-" ? .standardInput : .file(file))
        }
        if file != nil { throw arguments.usage("FILE and --from-db exclude each other") }
        guard let table = arguments.text("--table") else { throw arguments.usage("--table T is missing") }
        return .table(path: path, table: table)
    }
}
