/// Shows all of it at work.
enum DemoCommand: Command {
    static let specification = CommandSpecification(
        name: "demo", summary: "Show all of it at work, on the characters of Unicode.",
        operands: [.init(name: "DIR", help: "Where the files go, made if there is none; a new temporary directory unless said.", isOptional: true)],
        options: [.help],
        notes: [
            "It writes some 150,000 named characters to a file, loads it, lays it out, asks what is visible, changes a size, "
                + "lays out again what that made stale, and draws a picture. Each step says what it cost, and how to "
                + "do the same from a shell and from sqlite3.",
        ],
        examples: [.init("Keep the files to play with", "layoutctl demo unicode")]
    )

    static func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
        let directory: String
        if let name = arguments.operands.first {
            try FilePath.makeDirectory(name)
            directory = name
        } else {
            directory = try FilePath.makeTemporaryDirectory("layoutctl-demo-")
        }
        var demonstration = Demonstration(in: directory, console)
        try demonstration.run()
        return .done
    }
}
