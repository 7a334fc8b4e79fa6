internal import LayoutCache

/// Checks a store, and rebuilds what is derived.
enum VerifyCommand: Command {
    private static let repair = Option(
        flag: "--repair", help: "If there is damage, drop and rebuild everything that is derived, and prepare all layouts."
    )

    static let specification = CommandSpecification(
        name: "verify", summary: "Check the whole file; with --repair, rebuild what is derived.",
        operands: [Standard.database],
        options: [repair, Standard.format, Standard.quiet, Standard.showsHelp],
        notes: [
            "The command prints a row for each problem and for each repair, and nothing if there is none. Your data sets "
                + "are never changed. The exit code is 6 if there is damage, or still is after the repair.",
        ],
        examples: [
            .init("Is the file intact?", "layoutctl verify wall.db"),
            .init("Repair it", "layoutctl verify wall.db --repair"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let repairs = try arguments[repair]
        let format = try arguments[Standard.format]
        let store = try StoreFile.open(arguments[Standard.database], mode: repairs ? .readWrite : .readOnly)
        let report = try store.verify(repair: repairs)
        let findings =
            report.problems.map { Finding(kind: "problem", message: $0) }
            + report.repairs.map { Finding(kind: "repair", message: $0) }
        if !findings.isEmpty || format != .table {
            try RowPrinter.print(format, columns: Finding.columns, rows: findings, console)
        }
        if report.problems.isEmpty {
            console.note("\(store.path) is in order")
        } else if report.isClean {
            console.note("\(store.path) was damaged, and is in order now")
        } else {
            let advice =
                repairs
                ? "the remaining damage is in the data sets themselves"
                : "“layoutctl verify \(store.path) --repair” rebuilds what is derived"
            console.say("layoutctl: \(store.path) is damaged; \(advice)")
        }
        return report.isClean ? .done : .corrupt
    }

    /// What was found, or done about it.
    private struct Finding {
        var kind: String
        var message: String

        static let columns: [Column<Finding>] = [
            Column("kind") { .text($0.kind) },
            Column("message") { .text($0.message) },
        ]
    }
}
