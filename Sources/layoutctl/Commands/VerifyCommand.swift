internal import LayoutCache
internal import LayoutText

enum VerifyCommand: Command {
    private static let repair = Option(
        flag: "--repair",
        help: "Look as --deep does; if there is damage, rebuild everything that is derived, and prepare all layouts.")
    private static let deep = Option(
        flag: "--deep",
        help: "Re-solve every band and compare it with the stored result; stale bands are skipped and counted.")

    static let specification = CommandSpecification(
        name: "verify", summary: "Check the whole file; with --repair, rebuild what is derived.",
        operands: [Standard.database], options: [repair, deep, Standard.format, Standard.quiet, Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let repairs = try arguments[repair]
        let path = try arguments[Standard.database]
        try StoreFile.requireRegularFile(path)
        console.progress.begin()
        let report = try LayoutStore.verify(
            at: path, repair: repairs, deep: arguments[deep], opened: Interruption.interrupts
        ) { state in
            try Interruption.check()
            console.progress.update { text(of: state, $0) }
        }
        if let warning = Version.warning { console.note(warning) }
        let findings: [(kind: String, message: String)] =
            report.problems.map { ("problem", $0) }
            + report.mistakes.map { ("mistake", "\($0.message); " + remedy(of: $0, path)) }
            + report.repairs.map { ("repair", $0) } + report.notes.map { ("note", $0) }
        if try !findings.isEmpty || arguments[Standard.format] != .table {
            try console.print(findings, columns, arguments)
        }
        let wasDamaged = !report.problems.isEmpty
        if !report.isWhole {
            let advice =
                repairs
                ? report.repairs.isEmpty
                    ? "the repair was stopped, and the file was not changed"
                    : "the remaining damage is in the data sets themselves"
                : "“layoutctl verify \(ShellWord.text(path)) --repair” rebuilds what is derived"
            console.say("layoutctl: \(path) is damaged; \(advice)")
        } else if !report.mistakes.isEmpty {
            console.say(
                "layoutctl: \(path) \(wasDamaged ? "was damaged, and " : "")is whole; "
                    + ReadableNumber.counted(
                        report.mistakes.count, "mistake must be corrected", "mistakes must be corrected")
                    + " by hand")
        } else if wasDamaged {
            console.note("\(path) was damaged, and is in order now")
        } else {
            let rest = report.uncomparedBands > 0 ? ", as far as it could be compared" : ""
            console.note("\(path) is in order\(rest)")
        }
        if !report.isWhole { throw Failure.ended(.corrupt) }
        if !report.mistakes.isEmpty { throw Failure.ended(.failed) }
    }

    /// The remedy for a mistake: a command of this program, or a statement.
    private static func remedy(of mistake: VerificationReport.Mistake, _ path: String) -> String {
        guard let layout = mistake.layout else { return "to mend it: \(mistake.remedy)" }
        let words = [path, layout].map(ShellWord.text).joined(separator: " ")
        return "to mend it: layoutctl layout \(words) --dataset NAME --definition FILE|JSON --container WxH"
    }

    private static func text(of state: LayoutProgress, _ seconds: Double) -> String {
        switch state.step {
        case .checkingFile: "checking the file"
        case .checkingLayouts: "checking the layouts" + Console.ProgressLine.remaining(state.fraction, seconds)
        case .rebuilding: "making again what is derived"
        case .preparing(let layout):
            "laying out \(TerminalText.printable(layout)) again"
                + (state.fraction.map { ", \(Int($0 * 100)) %" } ?? "")
        case .following: "making followers equal" + Console.ProgressLine.remaining(state.fraction, seconds)
        case .importing, .indexing, .searching, .copying: ""
        }
    }

    private static let columns: [Column<(kind: String, message: String)>] = [
        Column("kind") { .text($0.kind) },
        Column("message") { .text($0.message) },
    ]
}
