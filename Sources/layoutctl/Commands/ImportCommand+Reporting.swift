internal import LayoutCache

extension ImportCommand {
    /// How far it has come: rows, rows a second, and the time left by the bytes that are left.
    static func show(_ state: ImportProgress, _ line: ProgressLine) {
        line.update { seconds in
            var text = "\(NumberText.grouped(state.rowsRead)) rows"
            guard seconds > 0 else { return text }
            text += ", \(NumberText.grouped(Int(Double(state.rowsRead) / seconds))) a second"
            if let total = state.totalBytes, total > 0 {
                let share = min(1, Double(state.bytesRead) / Double(total))
                // From less than that no time can be told.
                guard share >= 0.01 else { return text }
                text += ", \(Int(share * 100)) %, \(NumberText.duration(seconds / share - seconds)) left"
            }
            return text
        }
    }

    /// Writes the report as a row, and the first faults, one line each, to standard error.
    static func print(
        _ report: ImportReport, of options: ImportOptions, _ seconds: Double, _ format: OutputFormat, _ console: Console
    ) throws(Failure) -> ExitCode {
        for error in report.firstErrors { console.say(Failure(error, isInterrupted: false).line) }
        if report.rowsRejected > report.firstErrors.count {
            console.say("… and \(NumberText.grouped(report.rowsRejected - report.firstErrors.count)) more")
        }
        try RowPrinter.print(
            format,
            columns: [
                "dataset", "rowsRead", "itemsInserted", "itemsMatched", "itemsWithoutSize", "rowsRejected",
                "sectionsCreated", "sectionsDeleted", "dryRun", "seconds",
            ],
            rows: [[
                .text(options.dataSet), .integer(report.rowsRead), .integer(report.itemsInserted), .integer(report.itemsMatched),
                .integer(report.itemsWithoutSize), .integer(report.rowsRejected), .integer(report.sectionsCreated),
                .integer(report.sectionsDeleted), .bool(report.isDryRun), .number(NumberText.rounding(seconds, 6)),
            ]],
            console
        )
        return report.rowsRejected > 0 ? .rejectedRows : .done
    }
}
