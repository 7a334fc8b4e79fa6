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

/// Prints a script that completes command lines of the program in a shell.
///
/// It knows nothing about commands: it asks the program for the words (``OfferedWords``), so that it stays right when
/// the program is updated.
enum CompletionCommand: Command {
    private static let shell = Operand<String>(
        .word(of: ["bash", "zsh", "fish"]).named("SHELL"), help: "The shell: bash, zsh or fish.")

    static let specification = CommandSpecification(
        name: "completion", summary: "Print a completion script for a shell.", operands: [shell],
        options: [Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        console.output.write(HelpFile.text("completion.\(try arguments[shell])"))
    }
}

enum ManualCommand: Command {
    static let specification = CommandSpecification(
        name: "manual", summary: "Print the manual page, in roff.", options: [Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        console.output.write(ManualPage.text())
    }
}

/// Writes the manual page, in roff: the help texts as they are, under the headings of man(7).
enum ManualPage {
    static func text() -> String {
        let lists = [
            "OPTIONS": HelpText.list(Standard.global.map { ($0.title, $0.help) }, width: width),
            "EXIT STATUS": HelpText.list(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }, width: width),
        ]
        var page = ".TH LAYOUTCTL 1 \"\" \"layoutctl \(Version.number)\" \"User Commands\"\n"
        for part in (HelpFile.section("{manual}").examples + "\n").split(separator: "# ") {
            let title = String(part.prefix { $0 != "\n" })
            page +=
                title == "COMMANDS"
                ? commands
                : ".SH \"\(title)\"\n" + verbatim(lists[title] ?? String(part.dropFirst(title.count + 1)))
        }
        return page
    }

    private static var commands: String {
        CommandGroup.allCases.map { group in
            ".SH \"COMMANDS: \(group.rawValue.uppercased())\"\n"
                + group.commands.map { $0.specification }.map { command in
                    ".SS \(command.name)\n" + verbatim(HelpText.text(command, width: width))
                }.joined()
        }.joined()
    }

    /// As many characters as the narrowest common terminal has beside the margin.
    private static let width = 72

    /// Lines that stay as they are. None begins with what roff would take for a macro.
    private static func verbatim(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return ".nf\n" + lines.map { "\\&" + escaped(String($0)) + "\n" }.joined() + ".fi\n"
    }

    private static func escaped(_ words: String) -> String {
        var escaped = ""
        for scalar in words.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            // A hyphen of roff may become a typographical one, which a shell does not take.
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "\"": escaped += "\\(dq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case "“": escaped += "\\(lq"
            case "”": escaped += "\\(rq"
            case "…": escaped += "\\&..."
            case "×": escaped += "\\(mu"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension HelpText {
    static func overview() -> String {
        let width = CommandCatalogue.names.map(\.count).max() ?? 0
        let groups = CommandGroup.allCases.map { group in
            let commands = group.commands.map { $0.specification }
            return ([group.rawValue] + commands.map { "  " + padded($0.name, width) + "  " + $0.summary })
                .joined(separator: "\n")
        }
        let codes = ExitCode.allCases.map { code in
            String(repeating: " ", count: max(0, 5 - "\(code.rawValue)".count)) + "\(code.rawValue)  " + code.meaning
        }
        let lists = [
            "{commands}": groups.joined(separator: "\n\n"), "{codes}": codes.joined(separator: "\n"),
            "{options}": Standard.global.map { "  " + padded($0.title, 14) + "  " + $0.help }.joined(separator: "\n"),
        ]
        return lists.reduce(HelpFile.section("{overview}").examples + "\n") { $0.replacing($1.key, with: $1.value) }
    }
}
