enum ManualCommand: Command {
    static let specification = CommandSpecification(
        name: "manual", summary: "Print the manual page, in roff.", options: [Standard.showsHelp])

    static func run(_ arguments: ParsedArguments, _ console: Console) throws {
        console.output.write(page())
    }

    /// The manual page, in roff: the help texts as they are, under the headings of man(7).
    static func page() -> String {
        let lists = [
            "OPTIONS": HelpText.list(Standard.global.map { ($0.title, $0.help) }, width: width),
            "EXIT STATUS": HelpText.list(
                Failure.ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }, width: width),
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
        CommandCatalogue.Group.allCases.map { group in
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
