internal import LayoutCache

/// Prints the target offset of a scroll gesture.
enum SnapCommand: Command {
    private static let proposed = Option<LayoutPoint>(
        "--proposed", .point(), help: "The content offset where scrolling would end by itself."
    )
    private static let velocity = Option<LayoutPoint>(
        "--velocity", .point("VX,VY"), help: "The velocity at the end of the gesture, in points per millisecond."
    )
    private static let current = Option<LayoutPoint?>(
        "--current", optional: .point(),
        help:
            "The content offset where the gesture began. Sections that scroll by pages go one page from there; "
            + "the snap of a definition uses the proposed offset alone."
    )
    private static let section = Option<Int?>(
        "--section", optional: .count("INDEX"),
        help: "Ask an orthogonal section instead: x and y are offsets of its inner content."
    )

    static let specification = CommandSpecification(
        name: "snap", summary: "Print the target offset of a scroll gesture.",
        operands: [Standard.database, Standard.layout],
        options: [proposed, velocity, current, section, Standard.objectFormat, Standard.quiet, Standard.showsHelp],
        notes: [
            "JSON is one object: x, y. Without a snap in the definition it is the proposed offset. " + ReadingNote.text
        ],
        examples: [
            .init("A slow release", "layoutctl snap wall.db wall --proposed 0,1234 --velocity 0,0"),
            .init(
                "A flick in the first section of a shelf",
                "layoutctl snap wall.db shelf --section 0 --proposed 500,0 --velocity 1.2,0 --current 390,0"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let proposed = try arguments[proposed]
        let velocity = try arguments[velocity]
        let layout = try PreparedLayout.open(arguments, console)
        var target = proposed
        if let section = try arguments[section] {
            let axis = try layout.scrollAxis().cross
            target[axis] = try layout.targetOrthogonalOffset(
                inSection: section, forProposedOffset: proposed[axis], withScrollingVelocity: velocity[axis],
                from: arguments[current]?[axis]
            )
        } else {
            target = try layout.targetContentOffset(forProposedContentOffset: proposed, withScrollingVelocity: velocity)
        }
        try RowPrinter.print(
            single: target, arguments[Standard.objectFormat], columns: LayoutPoint.values.map(Column.init), console)
        return .done
    }
}
