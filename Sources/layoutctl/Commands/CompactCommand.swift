internal import LayoutText
internal import LayoutCache

enum CompactCommand: Command {
    static let specification = CommandSpecification(
        name: "compact", summary: "Give back the space that deleted rows have left in the file.",
        operands: [Standard.database], options: [Standard.format, Standard.quiet, Standard.showsHelp],
        notes: [
            "Readers continue; writers wait. It needs free space of twice the file. After an error or Ctrl-C the store "
                + "is as it was."
        ],
        examples: """
            # After much was deleted
            layoutctl compact wall.db
            """)

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let store = try StoreFile.open(arguments[Standard.database], mode: .readWrite)
        let progress = ProgressLine(console)
        defer { progress.finish() }
        let report = try store.compact { state in
            Interruption.expectRollback()
            try Interruption.check()
            progress.update { seconds in "compacting" + ProgressLine.remaining(state.fraction ?? 0, seconds) }
        }
        let seconds = progress.seconds
        progress.finish()
        try RowPrinter.print(
            arguments[Standard.format], columns: columns, rows: [(report.bytesBefore, report.bytesAfter, seconds)],
            console)
        return .done
    }

    private static let columns: [Column<(before: Int, after: Int, seconds: Double)>] = [
        Column("bytesBefore") { .integer($0.before) },
        Column("bytesAfter") { .integer($0.after) },
        Column("seconds") { .number(ReadableNumber.rounding($0.seconds, 6)) },
    ]
}
