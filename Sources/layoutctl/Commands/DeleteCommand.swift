internal import LayoutCache

/// Deletes an item or a section.
enum DeleteCommand: Command {
    static let specification = CommandSpecification(
        name: "delete", summary: "Delete an item, or a section with its items.",
        forms: ["DB DATASET SECTION/ITEM|--key K", "DB DATASET --section INDEX"],
        operands: [.database, .dataSet, ItemSelection.operand],
        options: [
            ItemSelection.key,
            .init(name: "--section", value: "INDEX", help: "Delete the section at this index instead."),
            .quiet, .help,
        ],
        examples: [
            .init("One item", "layoutctl delete wall.db works --key N04252"),
            .init("The first section with all that is in it", "layoutctl delete wall.db works --section 0"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        if let section = try arguments.count("--section") {
            guard arguments.operands.count == 2, !arguments.isSet("--key") else {
                throw arguments.usage("--section deletes a section, and excludes SECTION/ITEM and --key")
            }
            return try ItemSelection.apply(.deleteSection(section), arguments, console)
        }
        return try ItemSelection.apply(.deleteItem(ItemSelection.item(arguments)), arguments, console)
    }
}
