internal import LayoutCache

enum ResizeCommand: Command {
    private static let width = Option<ItemLength?>(
        "--width", optional: length("W"), help: "The new width in points, or “none” for not measured yet.")
    private static let height = Option<ItemLength?>(
        "--height", optional: length("H"), help: "The new height in points, or “none”.")

    private static let layout = Option<String?>(
        "--layout", optional: .name("NAME", of: .layouts),
        help: "Change the size in this layout's measure. Default: the item's own size.")

    static let specification = CommandSpecification(
        name: "resize", summary: "Change the width or height of an item.",
        forms: ["DB SECTION/ITEM|--key K [--width W] [--height H] [--dataset NAME] [--layout NAME]"],
        operands: [Standard.database, Standard.datasetWord, ItemSelection.place],
        options: [ItemSelection.key, width, height, Standard.dataset, layout, Standard.quiet, Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let item = try ItemSelection.item(arguments)
        let width = try arguments[width]
        let height = try arguments[height]
        guard width != nil || height != nil else { throw arguments.usage("--width or --height is missing") }
        if let layout = try arguments[layout] {
            let store = try StoreFile.open(arguments[Standard.database], mode: .readWrite)
            return try store.resize(item, inLayout: layout, width: width, height: height)
        }
        try ItemSelection.apply(.resizeItem(item, width: width, height: height), arguments, console)
    }

    private static func length(_ placeholder: String) -> ArgumentType<ItemLength> {
        ArgumentType(placeholder) { text throws(ArgumentFault) in
            text == "none" ? .unmeasured : .points(try ArgumentType.length(placeholder).read(text))
        }
    }
}
