internal import LayoutEngine

/// Prints the JSON Schema of a kind of definition.
enum SchemaCommand: Command {
    private static let kind = Operand<String>(
        .word(of: LayoutDefinition.kindNames).named("KIND"), help: "The kind of layout.")

    static let specification = CommandSpecification(
        name: "schema", summary: "Print the JSON Schema of a kind of definition.",
        operands: [kind], options: [Standard.showsHelp],
        notes: [
            "Kinds: " + LayoutDefinition.kindNames.joined(separator: ", ")
                + ". Editors check and complete a definition by "
                + "its schema (draft 2020-12)."
        ],
        examples: [
            .init("For an editor", "layoutctl schema flow > flow.schema.json"),
            .init("The keys of a waterfall", "layoutctl schema waterfall | jq -r '.properties | keys[]'"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        console.output.write((LayoutDefinition.jsonSchema(ofKind: try arguments[kind]) ?? "") + "\n")
        return .done
    }
}
