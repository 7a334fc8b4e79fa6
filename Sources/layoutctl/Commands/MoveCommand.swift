internal import LayoutCache

/// Moves an item or a section.
enum MoveCommand: Command {
    static let specification = CommandSpecification(
        name: "move", summary: "Move an item or a section to another place.",
        forms: ["DB DATASET SECTION/ITEM|--key K --to SECTION/ITEM", "DB DATASET --section INDEX --to INDEX"],
        operands: [.database, .dataSet, ItemSelection.operand],
        options: [
            ItemSelection.key,
            .init(name: "--section", value: "INDEX", help: "Move the section at this index instead."),
            .init(name: "--to", value: "PLACE", help: "Where it is afterwards: SECTION/ITEM, or a section's INDEX.", isRequired: true),
            .quiet, .help,
        ],
        notes: ["The new place counts as if what moves had been taken out before."],
        examples: [
            .init("An item to the top", "layoutctl move wall.db works 12/7 --to 0/0"),
            .init("The first section to third place", "layoutctl move wall.db works --section 0 --to 2"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        try ItemSelection.apply(change(arguments), arguments, console)
    }

    private static func change(_ arguments: ParsedArguments) throws(Failure) -> DataSetChange {
        let target = try arguments.required("--to")
        guard let section = try arguments.count("--section") else {
            let item = try ItemSelection.item(arguments)
            let path = try arguments.itemPath(target)
            return .moveItem(item, toSection: path.section, at: path.item)
        }
        guard arguments.operands.count == 2, !arguments.isSet("--key") else {
            throw arguments.usage("--section moves a section, and excludes SECTION/ITEM and --key")
        }
        guard let index = try arguments.count("--to") else { throw arguments.usage("--to INDEX is missing") }
        return .moveSection(section, to: index)
    }
}
