internal import LayoutCache

enum ChangesCommand: Command {
    private static let rect = Option<LayoutRect>("--rect", .rect, help: "The rectangle, in points of the content.")
    private static let since = Option<Int?>(
        "--since", optional: .count("GENERATION"),
        help: "The generation of an earlier answer; without it, all is new.")

    static let specification = CommandSpecification(
        name: "changes", summary: "Print the parts of a rectangle that may look different than before.",
        operands: [Standard.database, Standard.layout], options: [rect, since, Standard.quiet, Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let rect = try arguments[rect]
        let since = try arguments[since].map { Generation(rawValue: Int64($0)) }
        let changes = try PreparedLayout.view(arguments, console) { layout, scope in
            try layout.changes(in: rect, since: since, preparing: scope)
        }
        console.output.write(changes.json.text + "\n")
    }
}
