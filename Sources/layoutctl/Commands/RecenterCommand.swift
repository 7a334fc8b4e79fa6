internal import LayoutCache

/// Answers to where a carousel jumps back.
enum RecenterCommand: Command {
    static let specification = CommandSpecification(
        name: "recenter", summary: "Answer to where a carousel of several copies jumps back, if it does.",
        operands: [.database, .layout],
        options: [
            .init(name: "--offset", value: "X,Y", help: "The present content offset.", isRequired: true),
            .init(name: "--sets", value: "N", help: "How many copies of the layout lie one after another.", isRequired: true),
            .format(.json), .quiet, .help,
        ],
        notes: ["JSON is one object: x, y, moved. " + ReadingNote.text],
        examples: [.init("A carousel of three copies", "layoutctl recenter wall.db ring --offset 12,0 --sets 3")]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        guard let offset = try arguments.point("--offset") else { throw arguments.usage("--offset X,Y is missing") }
        guard let sets = try arguments.count("--sets"), sets > 0 else { throw arguments.usage("--sets takes a whole number from 1") }
        let layout = try PreparedLayout.open(arguments, console)
        let result = try layout.recenteredOffset(for: offset, sets: sets)
        try RowPrinter.print(
            arguments.format(.json), columns: ["x", "y", "moved"],
            rows: [[.number(result.offset.x), .number(result.offset.y), .bool(result.isMoved)]], isSingle: true, console
        )
        return .done
    }
}
