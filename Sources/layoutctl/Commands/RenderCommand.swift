internal import LayoutCache

/// Draws a picture of a rectangle.
enum RenderCommand: Command {
    private static let rect = Option<LayoutRect>("--rect", .rect, help: "The rectangle, in points of the content.")
    private static let output = Option<String>(
        "--output", short: "-o", .file("FILE.svg"), help: "The file to write; - is standard output."
    )

    static let specification = CommandSpecification(
        name: "render", summary: "Draw the elements in a rectangle as an SVG picture.",
        operands: [Standard.database, Standard.layout],
        options: [rect, output, Standard.quiet, Standard.showsHelp],
        notes: [
            "Cells are labelled SECTION/ITEM and have one colour for each section; headers and other supplementaries are "
                + "dark, decorations dashed, and what is stale is hatched. " + ReadingNote.text,
        ],
        examples: [.init("What a phone shows", "layoutctl render wall.db wall --rect 0,120000,390,844 -o wall.svg")]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let rect = try arguments[rect]
        guard rect.width > 0, rect.height > 0 else { throw arguments.usage("--rect has no area") }
        let path = try arguments[output]
        try StoreFile.protect(arguments[Standard.database], from: path, option: "-o", command: specification.name)
        let layout = try PreparedLayout.open(arguments, console)
        let picture = try layout.svg(of: rect, preparesFirst: false)
        if path == "-" {
            console.output.write(picture)
        } else {
            try TextFile.write(picture, to: path)
        }
        return .done
    }
}
