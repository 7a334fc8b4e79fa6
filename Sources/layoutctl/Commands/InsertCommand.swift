internal import LayoutText
internal import LayoutCache
internal import LayoutEngine

enum InsertCommand: Command {
    private static let place = Operand<ItemIndexPath?>(
        optional: .itemPath,
        help: "The place of the new item: before the item that is there now, or at the end of the section.")
    private static let key = Option<String?>("--key", optional: .text("K"), help: "The key of the new item.")
    private static let width = Option<Double?>(
        "--width", optional: .length("W"), help: "Its width in points; without it the width is not measured yet.")
    private static let height = Option<Double?>("--height", optional: .length("H"), help: "Its height in points.")
    private static let x = Option<Double?>("--x", optional: .number("X"), help: "The x of its origin, for a canvas.")
    private static let y = Option<Double?>("--y", optional: .number("Y"), help: "The y of its origin, for a canvas.")
    private static let payload = Option<String?>("--payload", optional: objectText, help: "Its payload, a JSON object.")
    private static let section = Option<Int?>(
        "--section", optional: .count("INDEX"), help: "Insert a section at this index instead.")
    private static let title = Option<String?>("--title", optional: .text("T"), help: "The title of the new section.")

    static let specification = CommandSpecification(
        name: "insert", summary: "Insert an item or a section.",
        forms: [
            "DB SECTION/ITEM [--key K] [--width W] [--height H] [--x X] [--y Y] [--payload JSON] [--dataset NAME]",
            "DB --section INDEX [--title T] [--dataset NAME]",
        ], operands: [Standard.database, Standard.datasetWord, place],
        options: [
            key, width, height, x, y, payload, section, title, Standard.dataset, Standard.quiet, Standard.showsHelp,
        ])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        try ItemSelection.apply(change(arguments), arguments, console)
    }

    private static func change(_ arguments: ParsedArguments) throws(Failure) -> DatasetChange {
        if let section = try arguments[section] {
            let itemOptions: [any ArgumentDeclaration] = [key, width, height, x, y, payload]
            if let option = itemOptions.first(where: { arguments.values[$0.name] != nil }) {
                throw arguments.usage("\(option.name) is for an item, and --section inserts a section")
            }
            if try arguments[place] != nil {
                throw arguments.usage("SECTION/ITEM and --section cannot be used together")
            }
            return .insertSection(title: try arguments[title], at: section)
        }
        guard let path = try arguments[place] else {
            throw arguments.usage("SECTION/ITEM or --section INDEX is missing")
        }
        if try arguments[title] != nil { throw arguments.usage("--title is for a section: --section INDEX") }
        let item = SourceItem(
            key: try arguments[key], width: try arguments[width], height: try arguments[height], x: try arguments[x],
            y: try arguments[y], payload: try arguments[payload])
        return .insertItem(item, at: path)
    }

    private static let objectText = ArgumentType<String>("JSON") { text throws(ArgumentFault) in
        guard case .object = try JSONValue(argument: text) else { throw ArgumentFault("takes a JSON object") }
        return text
    }
}
