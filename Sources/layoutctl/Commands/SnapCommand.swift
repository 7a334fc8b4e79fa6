internal import LayoutCache

/// Answers where scrolling comes to rest.
enum SnapCommand: Command {
    static let specification = CommandSpecification(
        name: "snap", summary: "Answer where scrolling comes to rest, by the definition's snap.",
        operands: [.database, .layout],
        options: [
            .init(name: "--proposed", value: "X,Y", help: "The content offset where scrolling would end on its own.", isRequired: true),
            .init(name: "--velocity", value: "VX,VY", help: "The speed at the end of the gesture, in points per millisecond.", isRequired: true),
            .init(name: "--current", value: "X,Y", help: "The content offset where the gesture began. Sections that scroll by pages go one page from there; a definition's snap goes by the proposal alone."),
            .init(name: "--section", value: "INDEX", help: "Ask a section that scrolls sideways instead: x and y are offsets of its inner content."),
            .format(.json), .quiet, .help,
        ],
        notes: ["JSON is one object: x, y. Without a snap in the definition it is the proposal itself. " + ReadingNote.text],
        examples: [
            .init("A slow release", "layoutctl snap wall.db wall --proposed 0,1234 --velocity 0,0"),
            .init("A flick in the first section of a shelf", "layoutctl snap wall.db shelf --section 0 --proposed 500,0 --velocity 1.2,0 --current 390,0"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        guard let proposed = try arguments.point("--proposed"), let velocity = try arguments.point("--velocity") else {
            throw arguments.usage("--proposed X,Y or --velocity VX,VY is missing")
        }
        let current = try arguments.point("--current")
        let section = try arguments.count("--section")
        let layout = try PreparedLayout.open(arguments, console)
        var target = proposed
        if let section {
            let axis = try layout.scrollAxis().cross
            target[axis] = try layout.targetOrthogonalOffset(
                inSection: section, forProposedOffset: proposed[axis], withScrollingVelocity: velocity[axis], from: current?[axis]
            )
        } else {
            target = try layout.targetContentOffset(forProposedContentOffset: proposed, withScrollingVelocity: velocity)
        }
        try RowPrinter.print(
            arguments.format(.json), columns: ["x", "y"], rows: [[.number(target.x), .number(target.y)]], isSingle: true, console
        )
        return .done
    }
}
