internal import LayoutText
internal import LayoutCache
internal import LayoutCacheTools

enum ExplainCommand: Command {
    private static let rect = Option<LayoutRect>("--rect", .rect, help: "The rectangle, in points of the content.")

    static let specification = CommandSpecification(
        name: "explain",
        summary: "Print how a rectangle is answered: the data read at each step, the SQL, and its plan.",
        operands: [Standard.database, Standard.layout],
        options: [rect, Standard.format, Standard.quiet, Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let rect = try arguments[rect]
        let layout = try PreparedLayout.open(arguments, console)
        try console.print(layout.explanation(of: rect).steps, columns, arguments)
    }

    private static let columns: [Column<QueryExplanation.Step>] = [
        Column("step") { .text($0.name) },
        Column("read") { .integer($0.readCount) },
        Column("kept") { .integer($0.keptCount) },
        Column("milliseconds") { .number(ReadableNumber.rounding($0.seconds * 1000, 4)) },
        Column("sql") { Field($0.sql) },
        Column("plan") { .text($0.plan.joined(separator: "; ")) },
    ]
}
