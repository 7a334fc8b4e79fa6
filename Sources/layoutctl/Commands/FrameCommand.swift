internal import LayoutCache

/// Prints the frame of one item.
enum FrameCommand: Command {
    static let specification = CommandSpecification(
        name: "frame", summary: "Print where one item lies.",
        operands: [.database, .layout, .init(name: "SECTION/ITEM", help: "The item by two indices from 0, such as 12/7.")],
        options: [.format(), .quiet, .help],
        notes: [ReadingNote.text],
        examples: [.init("The eighth item of the thirteenth section", "layoutctl frame wall.db wall 12/7 --format json")]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let path = try arguments.itemPath(arguments.operands[2])
        let layout = try PreparedLayout.open(arguments, console)
        guard let element = try layout.itemWithContent(at: path.item, inSection: path.section, preparing: .visible) else {
            throw Failure(.failed, "the layout “\(layout.name)” has no item \(path.section)/\(path.item)")
        }
        try RowPrinter.print(
            arguments.format(), columns: ElementRow.columns, rows: [ElementRow.fields(element, layout: layout.name)], console
        )
        return .done
    }
}
