/// Writes completion scripts from the tables of the commands.
struct CompletionScript {
    enum Shell: String, CaseIterable, Sendable {
        case bash
        case zsh
        case fish
    }

    let groups: [GroupedCommands]
    let commands: [CommandSpecification]

    init(for groups: [GroupedCommands]) {
        self.groups = groups
        commands = groups.flatMap(\.specifications)
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
