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

extension HelpText {
    static func overview() -> String {
        let width = CommandCatalogue.names.map(\.count).max() ?? 0
        let groups = CommandCatalogue.Group.allCases.map { group in
            let commands = group.commands.map { $0.specification }
            return ([group.rawValue] + commands.map { "  " + padded($0.name, width) + "  " + $0.summary })
                .joined(separator: "\n")
        }
        let codes = Failure.ExitCode.allCases.map { code in
            String(repeating: " ", count: max(0, 5 - "\(code.rawValue)".count)) + "\(code.rawValue)  " + code.meaning
        }
        let lists = [
            "{commands}": groups.joined(separator: "\n\n"), "{codes}": codes.joined(separator: "\n"),
            "{options}": Standard.global.map { "  " + padded($0.title, 14) + "  " + $0.help }.joined(separator: "\n"),
        ]
        return lists.reduce(HelpFile.section("{overview}").examples + "\n") { $0.replacing($1.key, with: $1.value) }
    }
}
