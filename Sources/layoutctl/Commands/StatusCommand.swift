internal import LayoutCache

/// Prints the state of every layout.
enum StatusCommand: Command {
    static let specification = CommandSpecification(
        name: "status", summary: "Print each layout: what it holds, and how much of it is stale.",
        operands: [.database],
        options: [.format(), .quiet, .help],
        notes: ["Figures are those of what is prepared. It only reads."],
        examples: [
            .init("At a glance", "layoutctl status wall.db"),
            .init("Is anything stale?", "layoutctl status wall.db --format json | jq 'map(.staleSections) | add'"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let store = try LayoutStore(path: arguments.operands[0], mode: .readOnly)
        let layouts = try store.status()
        if layouts.isEmpty { console.note("the store has no layout yet; “layoutctl layout” defines one") }
        try RowPrinter.print(
            arguments.format(),
            columns: [
                "layout", "dataset", "kind", "containerWidth", "containerHeight", "sectionCount", "itemCount",
                "elementCount", "contentWidth", "contentHeight", "staleSections", "isComplete",
            ],
            rows: layouts.map { status in
                [
                    .text(status.layout), .text(status.dataset), .text(status.kind),
                    .number(status.container.width), .number(status.container.height),
                    .integer(status.sectionCount), .integer(status.itemCount), .integer(status.elementCount),
                    .number(status.contentSize.width), .number(status.contentSize.height),
                    .integer(status.staleSections), .bool(status.isComplete),
                ]
            },
            console
        )
        return .done
    }
}
