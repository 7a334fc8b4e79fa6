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

/// Prints a completion script.
enum CompletionCommand: Command {
    private static let shell = Operand<CompletionScript.Shell>(
        ArgumentType.choice.named("SHELL"), help: "The shell: bash, zsh or fish."
    )

    static let specification = CommandSpecification(
        name: "completion", summary: "Print a completion script for a shell.",
        operands: [shell],
        options: [Standard.showsHelp],
        notes: [
            "The shell then completes commands, options, and their values if they can be listed. It completes "
                + "file names, and the layouts, data sets, tables and columns of the file earlier in the line."
        ],
        examples: [
            .init("For bash", "layoutctl completion bash > ~/.local/share/bash-completion/completions/layoutctl"),
            .init("For zsh, in a directory of $fpath", "layoutctl completion zsh > ~/.zfunc/_layoutctl"),
            .init("For fish", "layoutctl completion fish > ~/.config/fish/completions/layoutctl.fish"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        console.output.write(CompletionScript.text(for: try arguments[shell]))
        return .done
    }
}

/// Prints the manual page.
enum ManualCommand: Command {
    static let specification = CommandSpecification(
        name: "manual", summary: "Print the manual page, in roff.",
        options: [Standard.showsHelp],
        examples: [
            .init("Read it", "layoutctl manual | man -l -"),
            .init("Install it", "layoutctl manual > /usr/local/share/man/man1/layoutctl.1"),
        ]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        console.output.write(ManualPage.text(for: CommandCatalogue.groups))
        return .done
    }
}
