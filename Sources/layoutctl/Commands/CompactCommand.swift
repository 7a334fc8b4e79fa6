internal import LayoutText
internal import LayoutCache

enum CompactCommand: Command {
    static let specification = CommandSpecification(
        name: "compact", summary: "Give back the space that deleted rows have left in the file.",
        operands: [Standard.database], options: [Standard.format, Standard.quiet, Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let store = try StoreFile.open(arguments[Standard.database], mode: .readWrite)
        console.progress.begin()
        let report = try store.compact { state in
            Interruption.expectRollback()
            try Interruption.check()
            console.progress.update { "compacting" + Console.ProgressLine.remaining(state.fraction, $0) }
        }
        try console.print([(report.bytesBefore, report.bytesAfter, console.progress.seconds)], columns, arguments)
    }

    private static let columns: [Column<(before: Int, after: Int, seconds: Double)>] = [
        Column("bytesBefore") { .integer($0.before) },
        Column("bytesAfter") { .integer($0.after) },
        Column("seconds") { .number(ReadableNumber.rounding($0.seconds, 6)) },
    ]
}
