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
