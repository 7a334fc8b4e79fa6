internal import LayoutPlatform
internal import LayoutSQLite

/// The program: finds the command, runs it, and exits with what came of it.
@main
enum LayoutControl {
    static func main() {
        MemoryStatistics.switchOff()
        Interruption.watch()
        var console = Console()
        let code = run(Array(CommandLine.arguments.dropFirst()), &console)
        Interruption.closeStores()
        exit(code.rawValue)
    }

    private static func run(_ arguments: [String], _ console: inout Console) -> ExitCode {
        do {
            let code = try dispatch(arguments, &console)
            try console.output.flush()
            return code
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

    private static func dispatch(_ arguments: [String], _ console: inout Console) throws -> ExitCode {
        guard let name = arguments.first else {
            console.errors.write(HelpText.overview())
            try console.errors.flush()
            return .usage
        }
        if name == OfferedWords.option {
            for line in OfferedWords.lines(arguments.dropFirst()) { console.output.write(line + "\n") }
            return .done
        }
        if Standard.showsHelp.facts.isNamed(name) {
            let words = Array(arguments.dropFirst())
            return try HelpCommand.run(ArgumentParser(specification: HelpCommand.specification).parse(words), console)
        }
        if Standard.version.facts.isNamed(name) {
            try Version.print(arguments.dropFirst(), console)
            return .done
        }
        let (command, words) = try CommandCatalogue.call(arguments)
        let parsed = try ArgumentParser(specification: command.specification).parse(words)
        if try parsed[Standard.showsHelp] {
            console.output.write(HelpText.text(command.specification))
            return .done
        }
        console.isQuiet = try parsed[Standard.quiet]
        return try command.run(parsed, console)
    }
}
