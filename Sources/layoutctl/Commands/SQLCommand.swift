internal import LayoutCache
internal import LayoutCacheTools
internal import LayoutEngine

enum SQLCommand: Command {
    private static let statement = Operand<ReadyStatement>(
        ArgumentType<ReadyStatement>.choice.named("NAME"), help: "Which statement.")

    static let specification = CommandSpecification(
        name: "sql", summary: "Print a statement that is ready for the sqlite3 shell.",
        operands: [statement], options: [Standard.showsHelp],
        notes: [
            "Statements: visible, the elements in a rectangle; rectangle, the same for read-only files and with "
                + "trusted_schema off, which is the long text of the view; item, one item in every layout by its key; "
                + "sections, the sections of a layout; stale, the stale sections; space, the bytes of each layout. "
                + "Change the values of the parameters in the lines above the statement. "
                + "More recipes are in the table layout_help."
        ],
        examples: """
            # Print the elements in a rectangle
            layoutctl sql visible | sqlite3 wall.db
            # Print the elements in a rectangle of a read-only file
            layoutctl sql rectangle > visible.sql; sqlite3 -readonly wall.db < visible.sql
            """)

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        console.output.write(try arguments[statement].sql)
    }
}

enum SchemaCommand: Command {
    private static let kind = Operand<String>(
        .word(of: LayoutDefinition.kindNames).named("KIND"), help: "The kind of layout.")

    static let specification = CommandSpecification(
        name: "schema", summary: "Print the JSON Schema of a kind of definition.",
        operands: [kind], options: [Standard.showsHelp],
        notes: [
            "Kinds: " + LayoutDefinition.kindNames.joined(separator: ", ")
                + ". Editors check and complete a definition by " + "its schema (draft 2020-12)."
        ],
        examples: """
            # For an editor
            layoutctl schema flow > flow.schema.json
            # The keys of a waterfall
            layoutctl schema waterfall | jq -r '.properties | keys[]'
            """)

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        console.output.write((LayoutDefinition.jsonSchema(ofKind: try arguments[kind]) ?? "") + "\n")
    }
}
