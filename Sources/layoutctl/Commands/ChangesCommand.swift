internal import LayoutCache

enum ChangesCommand: Command {
    private static let rect = Option<LayoutRect>("--rect", .rect, help: "The rectangle, in points of the content.")
    private static let since = Option<Int?>(
        "--since", optional: .count("GENERATION"),
        help: "The generation of an earlier answer; without it, all is new.")

    static let specification = CommandSpecification(
        name: "changes", summary: "Print the parts of a rectangle that may look different than before.",
        operands: [Standard.database, Standard.layout], options: [rect, since, Standard.quiet, Standard.showsHelp],
        notes: [
            "The answer is a JSON object: the present generation, and the parts. The content of a part with dx and dy "
                + "moved by that distance; any other part may be different. The rest of the rectangle looks the same. "
                + "The generation is null while changes are not laid out yet. " + ViewingNote.text
        ],
        examples: """
            # The first question
            layoutctl changes wall.db wall --rect 0,0,390,844 | jq .generation
            # The changes on a screen since then
            layoutctl changes wall.db wall --rect 0,0,390,844 --since 4503599627370496
            """)

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let rect = try arguments[rect]
        let since = try arguments[since].map { Generation(rawValue: Int64($0)) }
        let changes = try PreparedLayout.view(arguments, console) { layout, scope in
            try layout.changes(in: rect, since: since, preparing: scope)
        }
        console.output.write(changes.json.text + "\n")
    }
}
