internal import LayoutCache

/// Prints the state of every layout.
enum StatusCommand: Command {
    static let specification = CommandSpecification(
        name: "status", summary: "Print each layout: its contents, and how much of it is stale.",
        operands: [Standard.database],
        options: [Standard.format, Standard.quiet, Standard.showsHelp],
        notes: ["The figures count prepared parts. The command only reads."],
        examples: [
            .init("At a glance", "layoutctl status wall.db"),
            .init("Is anything stale?", "layoutctl status wall.db --format json | jq 'map(.staleSections) | add'"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let store = try StoreFile.open(arguments[Standard.database], mode: .readOnly)
        let layouts = try store.status()
        if layouts.isEmpty { console.note("the store has no layouts; “layoutctl layout” defines one") }
        try RowPrinter.print(arguments[Standard.format], columns: columns, rows: layouts, console)
        for layout in layouts { try console.noteFaults(ofLayout: layout.layout, in: store) }
        return .done
    }

    private static let columns: [Column<LayoutStatus>] = [
        Column("layout") { .text($0.layout) },
        Column("dataset") { .text($0.dataset) },
        Column("kind") { .text($0.kind) },
        Column("containerWidth") { .number($0.container.width) },
        Column("containerHeight") { .number($0.container.height) },
        Column("sectionCount") { .integer($0.sectionCount) },
        Column("itemCount") { .integer($0.itemCount) },
        Column("elementCount") { .integer($0.elementCount) },
        Column("contentWidth") { .number($0.contentSize.width) },
        Column("contentHeight") { .number($0.contentSize.height) },
        Column("staleSections") { .integer($0.staleSections) },
        Column("isComplete") { .bool($0.isComplete) },
    ]
}
