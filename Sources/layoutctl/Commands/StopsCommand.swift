internal import LayoutCache
internal import LayoutEngine

/// Lists where an orthogonal section may rest.
enum StopsCommand: Command {
    private static let section = Operand<Int>(.count("SECTION"), help: "The index of the section, from 0.")

    static let specification = CommandSpecification(
        name: "stops", summary: "Print the offsets at which an orthogonal section may stop.",
        operands: [Standard.database, Standard.layout, section],
        options: [Standard.objectFormat, Standard.quiet, Standard.showsHelp],
        notes: [
            "JSON is one object: min, max, and stops, which is null if it may rest anywhere. " + ReadingNote.text
        ],
        examples: [.init("The first section of a shelf", "layoutctl stops wall.db shelf 0")]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let section = try arguments[section]
        let layout = try PreparedLayout.open(arguments, console)
        let rest = try layout.orthogonalStops(inSection: section)
        try RowPrinter.print(single: rest, arguments[Standard.objectFormat], columns: columns, console)
        return .done
    }

    private static let columns: [Column<OrthogonalStops>] = [
        Column("min") { .number($0.minimum) },
        Column("max") { .number($0.maximum) },
        Column("stops") { $0.stops.map { .numbers(Array($0)) } ?? .null },
    ]
}
