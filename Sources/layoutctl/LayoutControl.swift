internal import LayoutPlatform
internal import LayoutSQLite

/// The program: finds the command, runs it, and exits with what came of it.
@main
enum LayoutControl {
    static func main() {
        Connection.countNoMemory()
        Interruption.watch()
        let code = run(Array(CommandLine.arguments.dropFirst()), Console())
        Interruption.closeStores()
        exit(code.rawValue)
    }

    private static func run(_ arguments: [String], _ console: Console) -> Failure.ExitCode {
        defer { console.progress.clear() }
        do {
            try dispatch(arguments, console)
            try console.output.flush()
            return .done
        } catch {
            let failure = Failure(error, isInterrupted: Interruption.isRequested)
            if failure.exitCode == .interrupted {
                Interruption.claimEnd()
            } else {
                // Results found before the failure are still data.
                try? console.output.flush()
            }
            if let line = failure.line { console.say(line) }
            return failure.exitCode
        }
    }

    private static func dispatch(_ arguments: [String], _ console: Console) throws {
        guard let name = arguments.first else {
            console.errors.write(HelpText.overview())
            try console.errors.flush()
            throw Failure.ended(.usage)
        }
        if name == CompletionCommand.Offer.option {
            for line in CompletionCommand.Offer.lines(arguments.dropFirst()) { console.output.write(line + "\n") }
        } else if Standard.showsHelp.facts.isNamed(name) {
            try HelpCommand.run(HelpCommand.parse(arguments.dropFirst()), console)
        } else if Standard.version.facts.isNamed(name) {
            try Version.print(arguments.dropFirst(), console)
        } else {
            let (command, words) = try CommandCatalogue.call(arguments)
            let parsed = try command.parse(words)
            if try parsed[Standard.showsHelp] {
                return console.output.write(HelpText.text(command.specification))
            }
            console.isQuiet = try parsed[Standard.quiet]
            try command.run(parsed, console)
        }
    }
}
