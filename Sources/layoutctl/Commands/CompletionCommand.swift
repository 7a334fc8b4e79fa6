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
        console.output.write(
            CompletionScript(for: CommandCatalogue.groups).text(for: try arguments[shell]))
        return .done
    }
}
