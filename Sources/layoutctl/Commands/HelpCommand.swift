/// Prints help.
enum HelpCommand: Command {
    static let specification = CommandSpecification(
        name: "help", summary: "Explain the program, or one command with examples.",
        operands: [.init(name: "COMMAND", help: "The command to explain; without one, all are listed.", isOptional: true)],
        options: [.help],
        examples: [.init("What can be asked of a layout?", "layoutctl help visible")]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        if let name = arguments.operands.first {
            console.output.write(HelpText.text(try CommandCatalogue.command(name).specification))
        } else {
            console.output.write(HelpText.overview)
        }
        return .done
    }
}
