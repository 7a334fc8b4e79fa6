internal import LayoutCache

enum SQLCommand: Command {
    /// The parts of `Help/statements.sql`: statements, after the shell's commands for their parameters.
    private static let statements = HelpFile.text("statements.sql").split(separator: "-- ").map { part in
        let name = part.prefix { $0 != "\n" }
        return (word: String(name), value: String(part.dropFirst(name.count + 1)))
    }
    private static let statement = Operand<String>(.one(of: statements).named("NAME"), help: "Which statement.")

    static let specification = CommandSpecification(
        name: "sql", summary: "Print a statement that is ready for the sqlite3 shell.",
        operands: [statement], options: [Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        // The view with a rectangle from parameters in the place of its table.
        let view = DerivedSchema.objects["views"]?.first { $0.name == "visible" }?.sql ?? ""
        let body = view.firstRange(of: "\nWITH\n").map { view[$0.upperBound...] } ?? ""
        let visible =
            "WITH\nviewport (layout, x, y, width, height) AS (SELECT :layout, :x, :y, :width, :height),\n\(body)"
        console.output.write(try arguments[statement].replacing("{visible}", with: visible))
    }
}
