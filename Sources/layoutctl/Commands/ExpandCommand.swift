internal import LayoutCache

/// Shows the items of collapsed sections again.
enum ExpandCommand: Command {
    static let specification = CommandSpecification(
        name: "expand", summary: "Expand collapsed sections.",
        operands: [Standard.database, Standard.layout, FoldedSections.sections],
        options: [Standard.quiet, Standard.showsHelp],
        examples: [.init("All sections", "layoutctl expand wall.db wall")]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        try FoldedSections.change(arguments) { try $0.expand(sections: $1) }
    }
}
