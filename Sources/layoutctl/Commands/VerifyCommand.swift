internal import LayoutCache

/// Checks a store, and rebuilds what can be derived.
enum VerifyCommand: Command {
    static let specification = CommandSpecification(
        name: "verify", summary: "Check the whole file; with --repair, rebuild what is derived.",
        operands: [.database],
        options: [
            .init(name: "--repair", help: "Where something is wrong, drop everything derived, make it anew and prepare all layouts."),
            .format(), .quiet, .help,
        ],
        notes: [
            "It prints a row for each problem and for each repair, and nothing where all is well. Your data sets are "
                + "never changed. The exit code is 6 if something is wrong, or still is after the repair.",
        ],
        examples: [
            .init("Is the file whole?", "layoutctl verify wall.db"),
            .init("Make it so", "layoutctl verify wall.db --repair"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let repairs = arguments.isSet("--repair")
        let store = try LayoutStore(path: arguments.operands[0], mode: repairs ? .readWrite : .readOnly)
        let report = try store.verify(repair: repairs)
        let rows = report.problems.map { ("problem", $0) } + report.repairs.map { ("repair", $0) }
        if !rows.isEmpty || arguments.format() != .table {
            try RowPrinter.print(
                arguments.format(), columns: ["kind", "message"], rows: rows.map { [.text($0.0), .text($0.1)] }, console
            )
        }
        if report.problems.isEmpty {
            console.note("\(store.path) is in order")
        } else if report.isClean {
            console.note("\(store.path) was damaged, and is in order now")
        } else {
            console.say(
                "layoutctl: \(store.path) is damaged"
                    + (repairs ? "; what is left is in the data sets themselves" : "; “layoutctl verify \(store.path) --repair” rebuilds what can be derived")
            )
        }
        return report.isClean ? .done : .corrupt
    }
}
