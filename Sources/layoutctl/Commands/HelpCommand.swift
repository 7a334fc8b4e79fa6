enum HelpCommand: Command {
    private static let command = Operand<String?>(
        optional: ArgumentType("COMMAND", completion: .commands) { name in name },
        help: "The command to explain; without it, all are listed.")

    static let specification = CommandSpecification(
        name: "help", summary: "Explain the program, or one command with examples.", operands: [command],
        options: [Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        if let name = try arguments[command] {
            console.output.write(HelpText.text(try CommandCatalogue.command(name).specification))
        } else {
            console.output.write(HelpText.overview())
        }
    }
}

/// Prints a script that completes command lines of the program in a shell.
///
/// It knows nothing about commands: it asks the program for the words (``OfferedWords``), so that it stays right when
/// the program is updated.
enum CompletionCommand: Command {
    private static let shell = Operand<String>(
        .word(of: ["bash", "zsh", "fish"]).named("SHELL"), help: "The shell: bash, zsh or fish.")

    static let specification = CommandSpecification(
        name: "completion", summary: "Print a completion script for a shell.", operands: [shell],
        options: [Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        console.output.write(HelpFile.text("completion.\(try arguments[shell])"))
    }
}

enum ManualCommand: Command {
    static let specification = CommandSpecification(
        name: "manual", summary: "Print the manual page, in roff.", options: [Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        console.output.write(ManualPage.text())
    }
}
