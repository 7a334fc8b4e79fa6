internal import LayoutCache
internal import LayoutCacheTools

enum VisibleCommand: Command {
    private static let rect = Option<LayoutRect>("--rect", .rect, help: "The rectangle, in points of the content.")

    static let specification = CommandSpecification(
        name: "visible", summary: "Print the elements that overlap a rectangle.",
        operands: [Standard.database, Standard.layout],
        options: [rect, Standard.format, Standard.quiet, Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        let rect = try arguments[rect]
        let format = try arguments[Standard.format]
        try PreparedLayout.view(arguments, console) { layout, scope in
            let motion = try layout.read { try $0.hasMovingCells } ? LayoutElement.Listed.motionColumns : []
            var printer = RowPrinter(format, columns: LayoutElement.Listed.columns(in: layout.name) + motion, console)
            try layout.forEachListedElement(in: rect, preparing: scope) { try printer.print($0) }
            try printer.finish()
        }
    }
}
