/// Writes the manual page, in roff: the help texts as they are, under the headings of man(7).
enum ManualPage {
    static func text() -> String {
        var page = ".TH LAYOUTCTL 1 \"\" \"layoutctl \(Version.number)\" \"User Commands\"\n"
        page += section("NAME", "layoutctl - lay out sections of items, and keep the frames in an SQLite file\n")
        let options = Standard.global.map(\.name).joined(separator: "|")
        page += section("SYNOPSIS", "layoutctl COMMAND …\nlayoutctl DB\nlayoutctl \(options)\n")
        page += section(
            "DESCRIPTION",
            """
            layoutctl loads items into an SQLite file, lays them out as a collection view would,
            and prints which of them are visible in a rectangle. Data goes to standard output,
            everything else to standard error.

            """)
        for group in CommandGroup.allCases {
            page += ".SH \"COMMANDS: \(group.rawValue.uppercased())\"\n"
            for command in group.commands.map({ $0.specification }) {
                page += ".SS \(command.name)\n" + verbatim(HelpText.text(command, width: width))
            }
        }
        page += section("OPTIONS", HelpText.list(Standard.global.map { ($0.title, $0.help) }, width: width))
        page += section(
            "EXIT STATUS", HelpText.list(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }, width: width))
        page += section("ENVIRONMENT", HelpText.list(variables, width: width))
        return page + section("SEE ALSO", "sqlite3(1)\n")
    }

    /// As many characters as the narrowest common terminal has beside the margin.
    private static let width = 72

    private static let variables: [(name: String, help: String)] = [
        ("NO_COLOR", "If it is set and not empty, output is not coloured on a terminal."),
        ("TERM", "If it is “dumb”, output is not coloured."),
        ("PATH", "The directories in which “render” looks for a program that makes PNG pictures."),
        ("TMPDIR", "The directory for temporary files. Default: /tmp."),
    ]

    private static func section(_ title: String, _ text: String) -> String {
        ".SH \"\(title)\"\n" + verbatim(text)
    }

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
