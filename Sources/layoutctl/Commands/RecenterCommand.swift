internal import LayoutCache

/// Prints where a carousel jumps back to.
enum RecenterCommand: Command {
    private static let offset = Option<LayoutPoint>("--offset", .point(), help: "The present content offset.")
    private static let sets = Option<Int>(
        "--sets", .count("N", from: 1), help: "The number of copies of the layout, one after another."
    )

    static let specification = CommandSpecification(
        name: "recenter", summary: "Print where a carousel of several copies jumps back to, if it does.",
        operands: [Standard.database, Standard.layout],
        options: [offset, sets, Standard.objectFormat, Standard.quiet, Standard.showsHelp],
        notes: ["JSON is one object: x, y, moved. " + ReadingNote.text],
        examples: [.init("A carousel of three copies", "layoutctl recenter wall.db ring --offset 12,0 --sets 3")]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let offset = try arguments[offset]
        let layout = try PreparedLayout.open(arguments, console)
        let result = try layout.recenteredOffset(for: offset, sets: arguments[sets])
        try RowPrinter.print(single: result, arguments[Standard.objectFormat], columns: columns, console)
        return .done
    }

    private static let columns: [Column<(offset: LayoutPoint, isMoved: Bool)>] = [
        Column("x") { .number($0.offset.x) },
        Column("y") { .number($0.offset.y) },
        Column("moved") { .bool($0.isMoved) },
    ]
}
