internal import LayoutCache
internal import LayoutEngine

/// Turns an anchor back into an offset.
enum RestoreCommand: Command {
    static let specification = CommandSpecification(
        name: "restore", summary: "Turn an anchor back into an offset, after whatever changed.",
        operands: [.database, .layout],
        options: [
            .init(name: "--anchor", value: "JSON", help: "What “layoutctl anchor” printed.", isRequired: true),
            .format(.json), .quiet, .help,
        ],
        notes: ["JSON is one object: x, y. " + ReadingNote.text],
        examples: [.init("After sizes changed", #"layoutctl restore wall.db wall --anchor "$(cat place.json)""#)]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let anchor: ScrollAnchor
        do {
            anchor = try ScrollAnchor(json: arguments.required("--anchor"))
        } catch let error as DefinitionError {
            throw arguments.usage("--anchor is wrong at \(error.path): \(error.message)")
        } catch let error as JSONSyntaxError {
            throw arguments.usage("--anchor is not JSON: \(error)")
        }
        let layout = try PreparedLayout.open(arguments, console)
        let offset = try layout.contentOffset(for: anchor)
        try RowPrinter.print(
            arguments.format(.json), columns: ["x", "y"], rows: [[.number(offset.x), .number(offset.y)]], isSingle: true, console
        )
        return .done
    }
}
