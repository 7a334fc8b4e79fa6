internal import LayoutCache

/// Prints a statement for the `sqlite3` shell.
enum SQLCommand: Command {
    private static let statement = Operand<ReadyStatement>(
        ArgumentType<ReadyStatement>.choice.named("NAME"), help: "Which statement.")

    static let specification = CommandSpecification(
        name: "sql", summary: "Print a statement that is ready for the sqlite3 shell.",
        operands: [statement], options: [Standard.showsHelp],
        notes: [
            "Statements: visible, what any rectangle shows, without a row of viewport, in files that cannot "
                + "be written and with trusted_schema off too; item, one item in every layout by its key; "
                + "sections, those of a layout; stale, the sections that are stale; space, the bytes that "
                + "each layout takes. Change the values of the parameters in the lines above the statement. "
                + "More recipes are in the view layout_guide."
        ],
        examples: [
            .init(
                "What a rectangle shows, in a file that is opened for reading only",
                "layoutctl sql visible > visible.sql; sqlite3 -readonly wall.db < visible.sql")
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        console.output.write(try arguments[statement].sql)
        return .done
    }
}
