internal import LayoutCache
internal import LayoutEngine

/// Inserts an item or a section.
enum InsertCommand: Command {
    static let specification = CommandSpecification(
        name: "insert", summary: "Insert an item or a section.",
        forms: [
            "DB DATASET SECTION/ITEM [--key K] [--width W] [--height H] [--x X] [--y Y] [--payload JSON]",
            "DB DATASET --section INDEX [--title T]",
        ],
        operands: [
            .database, .dataSet,
            .init(name: "SECTION/ITEM", help: "Where the item goes: before the one that is there now, or at the section's end.", isOptional: true),
        ],
        options: [
            .init(name: "--key", value: "K", help: "The new item's key."),
            .init(name: "--width", value: "W", help: "Its width in points; without one it is not measured yet."),
            .init(name: "--height", value: "H", help: "Its height in points."),
            .init(name: "--x", value: "X", help: "The x of its origin, for a canvas."),
            .init(name: "--y", value: "Y", help: "The y of its origin, for a canvas."),
            .init(name: "--payload", value: "JSON", help: "A JSON object that goes with it."),
            .init(name: "--section", value: "INDEX", help: "Insert a section at this index instead."),
            .init(name: "--title", value: "T", help: "The new section's title."),
            .quiet, .help,
        ],
        examples: [
            .init("A new first item of the first section", #"layoutctl insert wall.db works 0/0 --key new --width 90 --height 120 --payload '{"title":"Untitled"}'"#),
            .init("A section at the top", "layoutctl insert wall.db works --section 0 --title 'New arrivals'"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        try ItemSelection.apply(change(arguments), arguments, console)
    }

    private static func change(_ arguments: ParsedArguments) throws(Failure) -> DataSetChange {
        let place = arguments.operands.dropFirst(2).first
        if let section = try arguments.count("--section") {
            for option in ["--key", "--width", "--height", "--x", "--y", "--payload"] where arguments.isSet(option) {
                throw arguments.usage("\(option) is for an item, and --section inserts a section")
            }
            if place != nil { throw arguments.usage("SECTION/ITEM and --section exclude each other") }
            return .insertSection(title: arguments.text("--title"), at: section)
        }
        guard let place else { throw arguments.usage("SECTION/ITEM or --section INDEX is missing") }
        if arguments.isSet("--title") { throw arguments.usage("--title is for a section: --section INDEX") }
        let path = try arguments.itemPath(place)
        let item = ItemDescription(
            key: arguments.text("--key"), width: try ItemSelection.length("--width", arguments),
            height: try ItemSelection.length("--height", arguments), x: try arguments.number("--x"),
            y: try arguments.number("--y"), payload: try payload(arguments)
        )
        return .insertItem(item, section: path.section, at: path.item)
    }

    private static func payload(_ arguments: ParsedArguments) throws(Failure) -> String? {
        guard let text = arguments.text("--payload") else { return nil }
        let value: JSONValue
        do throws(JSONSyntaxError) {
            value = try JSONValue(parsing: text)
        } catch {
            throw arguments.usage("--payload is not JSON: \(error)")
        }
        guard case .object = value else { throw arguments.usage("--payload takes a JSON object") }
        return text
    }
}
