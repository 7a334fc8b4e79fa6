internal import LayoutCache

/// Prints an anchor for an offset.
enum AnchorCommand: Command {
    private static let offset = Option<LayoutPoint>("--offset", .point(), help: "The content offset.")
    private static let edge = Option<ScrollAnchor.Edge>(
        "--edge", .choice, default: .start, help: "Anchor to the first visible item (start) or to the last (end)."
    )

    static let specification = CommandSpecification(
        name: "anchor", summary: "Print an anchor: a scroll position that survives changes, as JSON.",
        operands: [Standard.database, Standard.layout],
        options: [offset, edge, Standard.objectFormat, Standard.quiet, Standard.showsHelp],
        notes: ["JSON is one object, to be passed to “layoutctl restore” later. " + ReadingNote.text],
        examples: [.init("Before sizes change", "layoutctl anchor wall.db wall --offset 0,120000 > place.json")]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let layout = try PreparedLayout.open(arguments, console)
        guard let anchor = try layout.anchor(at: arguments[offset], edge: arguments[edge]) else {
            throw Failure(
                .failed, "no item of “\(layout.name)” is visible at that offset, so there is nothing to anchor to")
        }
        switch try arguments[Standard.objectFormat] {
        // As the anchor writes itself, so that it can read itself again.
        case .json, .ndjson: console.output.write(anchor.json + "\n")
        case .table, .csv:
            let columns = ScrollAnchor.values.map(Column.init)
            try RowPrinter.print(single: anchor, arguments[Standard.objectFormat], columns: columns, console)
        }
        return .done
    }
}
