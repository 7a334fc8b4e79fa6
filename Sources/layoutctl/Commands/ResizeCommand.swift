internal import LayoutCache

/// Gives an item another size.
enum ResizeCommand: Command {
    static let specification = CommandSpecification(
        name: "resize", summary: "Give an item another width or height.",
        forms: ["DB DATASET SECTION/ITEM|--key K [--width W] [--height H]"],
        operands: [.database, .dataSet, ItemSelection.operand],
        options: [
            ItemSelection.key,
            .init(name: "--width", value: "W", help: "The new width in points, or “none” for not measured yet."),
            .init(name: "--height", value: "H", help: "The new height in points, or “none”."),
            .quiet, .help,
        ],
        notes: ["The item's section becomes stale in every layout of the data set; nothing is laid out yet."],
        examples: [
            .init("By place", "layoutctl resize wall.db works 12/7 --height 500"),
            .init("By key, to be measured again", "layoutctl resize wall.db works --key N04252 --width none --height none"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let item = try ItemSelection.item(arguments)
        let width = try length("--width", arguments)
        let height = try length("--height", arguments)
        guard width != nil || height != nil else { throw arguments.usage("--width or --height is missing") }
        return try ItemSelection.apply(.resizeItem(item, width: width, height: height), arguments, console)
    }

    private static func length(_ option: String, _ arguments: ParsedArguments) throws(Failure) -> ItemLength? {
        if arguments.text(option) == "none" { return .unmeasured }
        return try ItemSelection.length(option, arguments).map(ItemLength.points)
    }
}
