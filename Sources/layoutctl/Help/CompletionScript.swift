/// Writes completion scripts from the tables of the commands.
struct CompletionScript {
    enum Shell: String, CaseIterable, Sendable {
        case bash
        case zsh
        case fish
    }

    let commands: [CommandSpecification]

    init(for commands: [CommandSpecification]) {
        self.commands = commands
    }

    func text(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    var names: String { commands.map(\.name).joined(separator: " ") }
}
