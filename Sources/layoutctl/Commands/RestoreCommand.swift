internal import LayoutCache
internal import LayoutEngine

/// Turns an anchor back into an offset.
enum RestoreCommand: Command {
    private static let anchor = Option<ScrollAnchor>("--anchor", anchorText, help: "The output of “layoutctl anchor”.")

    static let specification = CommandSpecification(
        name: "restore", summary: "Turn an anchor back into a content offset, also after changes.",
        operands: [Standard.database, Standard.layout],
        options: [anchor, Standard.objectFormat, Standard.quiet, Standard.showsHelp],
        notes: ["JSON is one object: x, y. " + ReadingNote.text],
        examples: [.init("After sizes changed", #"layoutctl restore wall.db wall --anchor "$(cat place.json)""#)]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let anchor = try arguments[anchor]
        let layout = try PreparedLayout.open(arguments, console)
        let offset = try layout.contentOffset(for: anchor)
        try RowPrinter.print(
            single: offset, arguments[Standard.objectFormat], columns: LayoutPoint.values.map(Column.init), console)
        return .done
    }

    private static let anchorText = ArgumentType<ScrollAnchor>("JSON") { text throws(ArgumentFault) in
        let value = try ValueParser.json(text)
        do throws(LayoutError) {
            return try ScrollAnchor(value)
        } catch {
            throw ArgumentFault("is invalid at \(error.path ?? "$"): \(error.message)")
        }
    }
}
