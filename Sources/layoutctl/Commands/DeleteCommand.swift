internal import LayoutCache

enum DeleteCommand: Command {
    private static let section = Option<Int?>(
        "--section", optional: .count("INDEX"), help: "Delete the section at this index instead.")
    private static let layout = Option<String?>(
        "--layout", optional: .name("NAME", of: .layouts), help: "Delete this layout; its data set stays.")
    private static let everything = Option(
        flag: "--everything", help: "Delete the whole data set, with its sections, items and layouts.")

    static let specification = CommandSpecification(
        name: "delete", summary: "Delete an item, a section, a layout or a data set.",
        forms: [
            "DB SECTION/ITEM|--key K [--dataset NAME]", "DB --section INDEX [--dataset NAME]", "DB --layout NAME",
            "DB --dataset NAME --everything",
        ], operands: [Standard.database, Standard.datasetWord, ItemSelection.place],
        options: [
            ItemSelection.key, section, Standard.dataset, layout, everything, Standard.quiet, Standard.showsHelp,
        ])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let namesItem = try arguments[ItemSelection.place] != nil || arguments[ItemSelection.key] != nil
        let section = try arguments[section]
        let dataset = try arguments[Standard.dataset]
        if let layout = try arguments[layout] {
            guard !namesItem, section == nil, dataset == nil else {
                throw arguments.usage("--layout deletes a layout, and goes with no other choice")
            }
            try StoreFile.open(arguments[Standard.database], mode: .readWrite).removeLayout(layout)
            return console.note("deleted the layout “\(layout)”")
        }
        if try arguments[everything] {
            guard !namesItem, section == nil, let dataset else {
                throw arguments.usage("either --layout NAME or --dataset NAME is needed, and nothing else")
            }
            try StoreFile.open(arguments[Standard.database], mode: .readWrite).removeDataset(dataset)
            return console.note("deleted the data set “\(dataset)”")
        }
        if !namesItem, section == nil, let word = try arguments[Standard.datasetWord] {
            throw arguments.usage(
                "what to delete is missing: an item of “\(word)” as SECTION/ITEM or --key K, a layout as "
                    + "--layout \(word), or all of a data set as --dataset \(word) --everything")
        }
        guard let section else {
            return try ItemSelection.apply(.deleteItem(ItemSelection.item(arguments)), arguments, console)
        }
        guard !namesItem else {
            throw arguments.usage("--section deletes a section, and cannot be used with SECTION/ITEM or --key")
        }
        return try ItemSelection.apply(.deleteSection(section), arguments, console)
    }
}
