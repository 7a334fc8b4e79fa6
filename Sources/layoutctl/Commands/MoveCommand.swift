internal import LayoutCache

enum MoveCommand: Command {
    private static let section = Option<Int?>(
        "--section", optional: .count("INDEX"), help: "Move the section at this index instead.")
    private static let target = Option<Target>(
        "--to", Target.argument, help: "The new place: SECTION/ITEM, or the INDEX of a section.")

    static let specification = CommandSpecification(
        name: "move", summary: "Move an item or a section to another place.",
        forms: [
            "DB SECTION/ITEM|--key K --to SECTION/ITEM|INDEX [--dataset NAME]",
            "DB --section INDEX --to SECTION/ITEM|INDEX [--dataset NAME]",
        ], operands: [Standard.database, Standard.datasetWord, ItemSelection.place],
        options: [ItemSelection.key, section, target, Standard.dataset, Standard.quiet, Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        try ItemSelection.apply(change(arguments), arguments, console)
    }

    private static func change(_ arguments: ParsedArguments) throws(Failure) -> DatasetChange {
        switch (try arguments[section], try arguments[target]) {
        case (nil, .item(let path)): return .moveItem(try ItemSelection.item(arguments), to: path)
        case (nil, .section):
            throw arguments.usage("--to takes SECTION/ITEM, two numbers from 0 such as 12/7, for an item")
        case (_?, .item): throw arguments.usage("--to takes the INDEX of a section with --section")
        case (let section?, .section(let index)):
            guard try arguments[ItemSelection.place] == nil, try arguments[ItemSelection.key] == nil else {
                throw arguments.usage("--section moves a section, and cannot be used with SECTION/ITEM or --key")
            }
            return .moveSection(section, to: index)
        }
    }

    private enum Target: Sendable {
        case item(ItemIndexPath)
        case section(Int)

        static let argument = ArgumentType<Target>("SECTION/ITEM|INDEX") { text throws(ArgumentFault) in
            if let path = try? ArgumentType.itemPath.read(text) { return .item(path) }
            if let index = Int(text), index >= 0 { return .section(index) }
            throw ArgumentFault("takes SECTION/ITEM or an INDEX, numbers from 0, not \(Excerpt.quoted(text))")
        }
    }
}
