internal import LayoutText
internal import LayoutCache

enum LayoutCommand: Command {
    private static let layout = Operand<String>(
        .name("LAYOUT", of: .layouts), help: "The name of the layout, new or not.")
    private static let definition = Option<String>(
        "--definition", .file("FILE|JSON"),
        help: "The definition: JSON text, a file that contains it, or - for standard input.")
    private static let measure = Option<String?>(
        "--measure", optional: .text("NAME"),
        help: "The measure whose sizes the layout uses. Default: the items' own sizes.")
    private static let container = Option<LayoutSize>(
        "--container", .size, help: "The size of the container, in points.")

    static let specification = CommandSpecification(
        name: "layout", summary: "Define a layout of a data set in a container, or replace its definition.",
        operands: [Standard.database, layout],
        options: [Standard.dataset, definition, container, measure, Standard.quiet, Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let path = try arguments[Standard.database]
        let name = try arguments[layout]
        let container = try arguments[container]
        let measure = try arguments[measure]
        let definition = try read(arguments[definition])
        let store = try StoreFile.open(path, mode: .readWrite)
        let dataset = try store.datasetName(arguments)
        try store.defineLayout(name, dataset: dataset, definition: definition, container: container, measure: measure)
        let size = "\(ReadableNumber.readable(container.width)) × \(ReadableNumber.readable(container.height))"
        console.note(
            "“\(name)” lays out “\(dataset)” as \(definition.kindName) in "
                + "\(size) points; “layoutctl prepare \(ShellWord.text(path)) "
                + "\(ShellWord.text(name))” computes it"
        )
    }

    /// Reads a definition that is JSON text or the name of a file.
    private static func read(_ argument: String) throws(Failure) -> LayoutDefinition {
        let isJSON = argument.utf8.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
        let text = isJSON ? argument : try FilePath.text(of: argument)
        let name = argument == "-" ? "standard input" : Excerpt.of(argument)
        do {
            return try LayoutDefinition(json: text)
        } catch {
            var error = error
            if !isJSON { error.file = name }
            throw Failure(error, isInterrupted: false)
        }
    }
}
