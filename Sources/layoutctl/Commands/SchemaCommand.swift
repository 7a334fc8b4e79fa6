internal import LayoutEngine

enum SchemaCommand: Command {
    private static let kind = Operand<String>(
        .word(of: LayoutDefinition.kindNames).named("KIND"), help: "The kind of layout.")

    static let specification = CommandSpecification(
        name: "schema", summary: "Print the JSON Schema of a kind of definition.",
        operands: [kind], options: [Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        console.output.write((LayoutDefinition.jsonSchema(ofKind: try arguments[kind]) ?? "") + "\n")
    }
}
