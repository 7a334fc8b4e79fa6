internal import LayoutCache

/// Draws a picture of a rectangle.
enum RenderCommand: Command {
    static let specification = CommandSpecification(
        name: "render", summary: "Draw the elements in a rectangle as an SVG picture.",
        operands: [.database, .layout],
        options: [
            .init(name: "--rect", value: "X,Y,W,H", help: "The rectangle, in points of the content.", isRequired: true),
            .init(name: "--output", shortName: "-o", value: "FILE.svg", help: "The file to write; - is standard output.", isRequired: true),
            .quiet, .help,
        ],
        notes: [
            "Cells carry SECTION/ITEM and have one colour for each section; headers and other supplementaries are dark, "
                + "decorations dashed, and what is stale is hatched. " + ReadingNote.text,
        ],
        examples: [.init("What a phone shows", "layoutctl render wall.db wall --rect 0,120000,390,844 -o wall.svg")]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        guard let rect = try arguments.rect("--rect") else { throw arguments.usage("--rect X,Y,W,H is missing") }
        guard rect.width > 0, rect.height > 0 else { throw arguments.usage("--rect has no area") }
        let path = try arguments.required("--output")
        let layout = try PreparedLayout.open(arguments, console)
        let picture = try layout.svg(of: rect)
        if path == "-" {
            console.output.write(picture)
        } else {
            try TextFile.write(picture, to: path)
        }
        return .done
    }
}
