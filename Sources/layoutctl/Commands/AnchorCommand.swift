internal import LayoutCache

/// Takes an anchor at an offset.
enum AnchorCommand: Command {
    static let specification = CommandSpecification(
        name: "anchor", summary: "Take an anchor: a place that survives changes, as JSON.",
        operands: [.database, .layout],
        options: [
            .init(name: "--offset", value: "X,Y", help: "The content offset.", isRequired: true),
            .init(name: "--edge", value: ScrollAnchor.Edge.allCases.map(\.rawValue).joined(separator: "|"),
                  help: "Hold on to the first visible item (start) or to the last; start unless said.",
                  choices: ScrollAnchor.Edge.allCases.map(\.rawValue)),
            .format(.json), .quiet, .help,
        ],
        notes: ["JSON is one object, to be handed to “layoutctl restore” later. " + ReadingNote.text],
        examples: [.init("Before sizes change", "layoutctl anchor wall.db wall --offset 0,120000 > place.json")]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        guard let offset = try arguments.point("--offset") else { throw arguments.usage("--offset X,Y is missing") }
        let edge = arguments.text("--edge").flatMap(ScrollAnchor.Edge.init) ?? .start
        let layout = try PreparedLayout.open(arguments, console)
        guard let anchor = try layout.anchor(at: offset, edge: edge) else {
            throw Failure(.failed, "no item of “\(layout.name)” is visible at that offset, so there is nothing to hold on to")
        }
        switch arguments.format(.json) {
        case .json, .ndjson: console.output.write(anchor.json + "\n")
        case .table, .csv:
            try RowPrinter.print(
                arguments.format(), columns: ["edge", "atLimit", "key", "itemId", "section", "item", "distance"],
                rows: [[
                    .text(anchor.edge.rawValue), .bool(anchor.isAtLimit), Field(anchor.key), Field(anchor.itemID.map(Int.init)),
                    .integer(anchor.section), .integer(anchor.item), .number(anchor.distance),
                ]],
                console
            )
        }
        return .done
    }
}
