internal import LayoutCache

/// Defines or redefines a layout.
enum LayoutCommand: Command {
    static let specification = CommandSpecification(
        name: "layout", summary: "Define a layout of a data set in a container, or define it anew.",
        operands: [.database, .layout],
        options: [
            .init(name: "--dataset", value: "NAME", help: "The data set that it lays out.", isRequired: true),
            .init(name: "--definition", value: "FILE|JSON", help: "The definition: JSON itself, a file of it, or - for standard input.", isRequired: true),
            .init(name: "--container", value: "WxH", help: "The size it is laid out in, in points.", isRequired: true),
            .quiet, .help,
        ],
        notes: [
            "Only the definition is stored; “layoutctl prepare” lays it out. Until that is done, readers see what a "
                + "former definition gave. The kinds are table, card, flow, compositional, waterfall, spreadsheet and canvas.",
        ],
        examples: [
            .init("Lines of boxes, as on a phone held upright",
                  #"layoutctl layout wall.db wall --dataset works --definition '{"layout":"flow","itemSize":{"width":50,"height":50},"header":{"height":40}}' --container 390x844"#),
            .init("A definition from a file", "layoutctl layout wall.db grid --dataset works --definition grid.json --container 1024x768"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let name = arguments.operands[1]
        let dataSet = try arguments.required("--dataset")
        guard let container = try arguments.size("--container") else { throw arguments.usage("--container WxH is missing") }
        let definition = try definition(arguments.required("--definition"))
        let store = try LayoutStore(path: arguments.operands[0], mode: .readWrite)
        try store.defineLayout(name, dataset: dataSet, definition: definition, container: container)
        console.note(
            "“\(name)” lays out “\(dataSet)” as \(definition.kindName) in \(NumberText.shortest(container.width)) × "
                + "\(NumberText.shortest(container.height)) points; “layoutctl prepare \(arguments.operands[0]) \(name)” computes it"
        )
        return .done
    }

    /// Reads a definition that is JSON itself or the name of a file.
    private static func definition(_ argument: String) throws(Failure) -> LayoutDefinition {
        let isJSON = argument.first { !$0.isWhitespace } == "{"
        let text = isJSON ? argument : try TextFile.read(argument)
        let name = isJSON ? "the definition" : argument == "-" ? "standard input" : argument
        do {
            return try LayoutDefinition(json: text)
        } catch {
            guard let syntax = error.syntaxError else {
                throw Failure(.failed, "\(name) is wrong at \(error.path): \(error.message)")
            }
            guard !isJSON else { throw Failure(.failed, "the definition is not JSON: \(syntax)") }
            throw Failure(.failed, "\(name):\(syntax.line):\(syntax.column): not JSON: expected \(syntax.expected)", namesPlace: true)
        }
    }
}
