internal import LayoutCache

/// Deletes an item or a section.
enum DeleteCommand: Command {
    private static let section = Option<Int?>(
        "--section", optional: .count("INDEX"), help: "Delete the section at this index instead."
    )

    static let specification = CommandSpecification(
        name: "delete", summary: "Delete an item, or a section with its items.",
        forms: [
            UsageForm(
                .operand(Standard.database), .operand(Standard.dataset), .either(ItemSelection.place, ItemSelection.key)
            ),
            UsageForm(.operand(Standard.database), .operand(Standard.dataset), .option(section)),
        ],
        operands: [Standard.database, Standard.dataset, ItemSelection.place],
        options: [ItemSelection.key, section, Standard.quiet, Standard.showsHelp],
        examples: [
            .init("One item", "layoutctl delete wall.db works --key N04252"),
            .init("The first section with its items", "layoutctl delete wall.db works --section 0"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        guard let section = try arguments[section] else {
            return try ItemSelection.apply(.deleteItem(ItemSelection.item(arguments)), arguments, console)
        }
        guard try arguments[ItemSelection.place] == nil, try arguments[ItemSelection.key] == nil else {
            throw arguments.usage("--section deletes a section, and cannot be used with SECTION/ITEM or --key")
        }
        return try ItemSelection.apply(.deleteSection(section), arguments, console)
    }
}
