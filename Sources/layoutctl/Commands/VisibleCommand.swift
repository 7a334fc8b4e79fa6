internal import LayoutCache

/// Prints the elements in a rectangle.
enum VisibleCommand: Command {
    static let specification = CommandSpecification(
        name: "visible", summary: "Print the elements that share some area with a rectangle.",
        operands: [.database, .layout],
        options: [
            .init(name: "--rect", value: "X,Y,W,H", help: "The rectangle, in points of the content.", isRequired: true),
            .format(), .quiet, .help,
        ],
        notes: [
            "Rows are sorted by section and item. Pinned headers are where they show in that rectangle. " + ReadingNote.text,
        ],
        examples: [
            .init("What a phone shows after a long scroll", "layoutctl visible wall.db wall --rect 0,120000,390,844"),
            .init("The titles alone", "layoutctl visible wall.db wall --rect 0,0,390,844 --format ndjson | jq -r .payload.title"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        guard let rect = try arguments.rect("--rect") else { throw arguments.usage("--rect X,Y,W,H is missing") }
        let layout = try PreparedLayout.open(arguments, console)
        let elements = try layout.elementsWithContent(in: rect, preparing: .visible)
        var printer = RowPrinter(arguments.format(), columns: ElementRow.columns, console)
        for element in elements.sorted(by: ElementRow.precedes) {
            try printer.print(ElementRow.fields(element, layout: layout.name))
        }
        try printer.finish()
        return .done
    }
}
