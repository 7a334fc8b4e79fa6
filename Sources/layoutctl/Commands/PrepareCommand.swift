internal import LayoutCache

/// Lays out what is stale.
enum PrepareCommand: Command {
    static let specification = CommandSpecification(
        name: "prepare", summary: "Lay out what is stale, and store the frames.",
        operands: [.database, .init(name: "LAYOUT", help: "The layouts to prepare; all of them unless said.", isOptional: true, isRepeating: true)],
        options: [.format(), .quiet, .help],
        notes: [
            "A first preparing goes in steps that each leave the file whole: after Ctrl-C the next one carries on. "
                + "Afterwards only what changed is laid out, and only rows that differ are written.",
        ],
        examples: [
            .init("Everything that is stale", "layoutctl prepare wall.db"),
            .init("One layout, for a script", "layoutctl prepare wall.db wall --format json"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let store = try LayoutStore(path: arguments.operands[0], mode: .readWrite)
        let known = try store.layoutNames()
        let names = arguments.operands.count > 1 ? Array(arguments.operands.dropFirst()) : known
        if names.isEmpty { console.note("the store has no layout yet; “layoutctl layout” defines one") }
        // A name that is not there stops the whole command before it has done half of it.
        for name in names where !known.contains(name) { _ = try store.isStale(name) }
        let progress = ProgressLine(console)
        defer { progress.finish() }
        var reports: [PreparationReport] = []
        for name in names {
            reports.append(try store.prepare(name) { state in
                try Interruption.check()
                progress.update { seconds in
                    let rate = seconds > 0 ? Int(Double(state.elementsWritten) / seconds) : 0
                    return "\(name): \(NumberText.grouped(state.elementsWritten)) elements, \(NumberText.grouped(rate)) a second"
                }
            })
        }
        progress.finish()
        try RowPrinter.print(
            arguments.format(), columns: columns, rows: reports.map(row), console
        )
        return .done
    }

    static let columns = ["layout", "sectionsPrepared", "sectionsTotal", "elementsWritten", "seconds"]

    static func row(_ report: PreparationReport) -> [Field] {
        [
            .text(report.layout), .integer(report.sectionsPrepared), .integer(report.sectionsTotal),
            .integer(report.elementsWritten), .number(NumberText.rounding(report.seconds, 6)),
        ]
    }
}
