internal import LayoutCache

/// Shows the items of collapsed sections again, and what lies below collapsed items.
enum ExpandCommand: Command {
    static let specification = CommandSpecification(
        name: "expand", summary: "Expand collapsed sections, or branches of an outline.",
        operands: [Standard.database, Standard.layout, CollapseCommand.Places.places],
        options: [CollapseCommand.Places.keys, Standard.quiet, Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let (layout, folds) = try CollapseCommand.Places.read(arguments)
        if let folds {
            try layout.expand(folds.items)
            try layout.expand(sections: folds.sections)
        } else {
            try layout.expandAll()
        }
    }
}
