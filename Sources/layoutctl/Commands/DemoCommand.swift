enum DemoCommand: Command {
    private static let directory = Operand<String?>(
        optional: .directory(),
        help: "The directory for the files, created if it does not exist. Default: a new temporary one.")

    static let specification = CommandSpecification(
        name: "demo", summary: "Show the whole program at work, on the characters of Unicode.", operands: [directory],
        options: [Standard.showsHelp],
        notes: [
            "The command writes some 150,000 named characters to a file, loads it, lays it out, and asks what "
                + "is visible. It changes a size, lays out what that made stale, and draws a picture. Each step "
                + "prints its cost, and how to do the same from a shell and from sqlite3."
        ],
        examples: """
            # Keep the files to experiment with
            layoutctl demo unicode
            """)

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let path: String
        if let name = try arguments[directory] {
            try FilePath.makeDirectory(name)
            path = name
        } else {
            path = try FilePath.makeTemporaryDirectory("layoutctl-demo-")
        }
        // A script is asked for no notes of the commands.
        var console = console
        console.isQuiet = true
        var demonstration = Demonstration(in: path, console) { words, console in
            let (command, arguments) = try CommandCatalogue.call(words)
            _ = try command.run(ArgumentParser(specification: command.specification).parse(arguments), console)
        }
        try demonstration.run()
        return .done
    }
}
