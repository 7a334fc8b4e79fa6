internal import LayoutCache

/// Shows the items of collapsed sections again, and what lies below collapsed items.
enum ExpandCommand: Command {
    static let specification = CommandSpecification(
        name: "expand", summary: "Expand collapsed sections, or branches of an outline.",
        operands: [Standard.database, Standard.layout, FoldedPlaces.places],
        options: [FoldedPlaces.keys, Standard.quiet, Standard.showsHelp],
        notes: ["Without a section or an item everything is expanded. A branch inside of another stays collapsed."],
        examples: [
            .init("All sections and items", "layoutctl expand wall.db wall"),
            .init("The branch below an item of an outline", "layoutctl expand files.db tree --key Sources"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let (layout, folds) = try FoldedPlaces.read(arguments)
        if let folds {
            try layout.expand(folds.items)
            try layout.expand(sections: folds.sections)
        } else {
            try layout.expandAll()
        }
        return .done
    }
}
