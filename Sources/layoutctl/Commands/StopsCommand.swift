internal import LayoutCache

/// Lists where a section that scrolls sideways may rest.
enum StopsCommand: Command {
    static let specification = CommandSpecification(
        name: "stops", summary: "Print where a section that scrolls sideways may come to rest.",
        operands: [.database, .layout, .init(name: "SECTION", help: "The section's index from 0.")],
        options: [.format(.json), .quiet, .help],
        notes: ["JSON is one object: min, max, and stops, which is null where it may rest anywhere. " + ReadingNote.text],
        examples: [.init("The first section of a shelf", "layoutctl stops wall.db shelf 0")]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let section = try arguments.index(2, "SECTION")
        let layout = try PreparedLayout.open(arguments, console)
        let rest = try layout.orthogonalStops(inSection: section)
        try RowPrinter.print(
            arguments.format(.json), columns: ["min", "max", "stops"],
            rows: [[.number(rest.minimum), .number(rest.maximum), rest.stops.map { .numbers(Array($0)) } ?? .null]],
            isSingle: true, console
        )
        return .done
    }
}
