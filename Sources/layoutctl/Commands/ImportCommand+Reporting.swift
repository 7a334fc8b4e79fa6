internal import LayoutText
internal import LayoutCache

extension ImportCommand {
    /// The result of an import.
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

    /// Shows the rows read, rows a second, and the share and the time left by the bytes that are left.
    static func show(_ state: ImportProgress, _ line: ProgressLine) {
        line.update { seconds in
            var text = "\(ReadableNumber.grouped(state.rowsRead)) rows"
            if seconds > 0 { text += ", \(ReadableNumber.grouped(Int(Double(state.rowsRead) / seconds))) a second" }
            if let total = state.totalBytes, total > 0 {
                text += ProgressLine.remaining(Double(state.bytesRead) / Double(total), seconds)
            }
            return text
        }
    }

    /// Writes the report as a row, and the first faults, one line each, to standard error.
    static func print(_ outcome: Outcome, _ format: OutputFormat, _ console: Console) throws(Failure) -> ExitCode {
        let report = outcome.report
        for error in report.firstErrors {
            if let line = Failure(error, isInterrupted: false).line { console.say(line) }
        }
        if report.rowsRejected > report.firstErrors.count {
            console.say("… and \(ReadableNumber.grouped(report.rowsRejected - report.firstErrors.count)) more")
        }
        try RowPrinter.print(format, columns: Outcome.columns, rows: [outcome], console)
        return report.rowsRejected > 0 ? .rejectedRows : .done
    }
}
