/// Prints help.
enum HelpCommand: Command {
    private static let command = Operand<String?>(
        optional: ArgumentType("COMMAND", completion: .commands) { name in name },
        help: "The command to explain; without it, all are listed."
    )

    static let specification = CommandSpecification(
        name: "help", summary: "Explain the program, or one command with examples.",
        operands: [command],
        options: [Standard.showsHelp],
        examples: [.init("Explain one command", "layoutctl help visible")]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        if let name = try arguments[command] {
            console.output.write(HelpText.text(try CommandCatalogue.command(name).specification))
        } else {
            console.output.write(HelpText.overview(of: CommandCatalogue.groups))
        }
        return .done
    }
}
