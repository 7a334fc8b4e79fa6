/// Writes the manual page from the tables of the commands, in roff with the macros of man(7).
enum ManualPage {
    static func text() -> String {
        var page = Roff()
        page.macro("TH", "LAYOUTCTL", "1", "", "layoutctl \(Version.number)", "User Commands")
        page.macro("SH", "NAME")
        page.paragraph("layoutctl - lay out sections of items, and keep the frames in an SQLite file")
        page.macro("SH", "SYNOPSIS")
        page.bold("layoutctl", followedBy: "COMMAND …")
        page.macro("br")
        page.bold("layoutctl", followedBy: "DB")
        page.macro("br")
        page.bold("layoutctl", followedBy: Standard.global.map(\.name).joined(separator: "|"))
        page.macro("SH", "DESCRIPTION")
        page.paragraph(
            "layoutctl loads items into an SQLite file, lays them out as a collection view would, and prints which of "
                + "them are visible in a rectangle. Data goes to standard output, everything else to standard error.")
        for group in CommandGroup.allCases {
            page.macro("SH", "COMMANDS: \(group.rawValue.uppercased())")
            for command in group.commands { page.describe(command.specification) }
        }
        page.macro("SH", "OPTIONS")
        for option in Standard.global { page.entry(option.title, option.help) }
        page.macro("SH", "EXIT STATUS")
        for code in ExitCode.allCases { page.entry("\(code.rawValue)", code.meaning) }
        page.macro("SH", "ENVIRONMENT")
        for (name, effect) in variables { page.entry(name, effect) }
        page.macro("SH", "SEE ALSO")
        page.paragraph("sqlite3(1)")
        return page.text
    }

    private static let variables = [
        ("NO_COLOR", "If it is set and not empty, output is not coloured on a terminal."),
        ("TERM", "If it is “dumb”, output is not coloured."),
        ("PATH", "The directories in which “render” looks for a program that makes PNG pictures."),
        ("TMPDIR", "The directory for temporary files. Default: /tmp."),
    ]
}

/// Text with the macros of man(7).
private struct Roff {
    private(set) var text = ""

    mutating func macro(_ name: String, _ arguments: String...) {
        text += "." + name
        for argument in arguments { text += " \"\(Self.escaped(argument))\"" }
        text += "\n"
    }

    mutating func paragraph(_ words: String) { text += Self.line(words) + "\n" }

    mutating func bold(_ words: String, followedBy rest: String) {
        text += "\\fB\(Self.escaped(words))\\fR" + (rest.isEmpty ? "" : " " + Self.escaped(rest)) + "\n"
    }

    /// A name, a value in italics, or both, and below them what they mean.
    mutating func entry(_ name: String, value: String? = nil, _ meaning: String) {
        macro("TP")
        let value = value.map { "\\fI\(Self.escaped($0))\\fR" } ?? ""
        let space = name.isEmpty || value.isEmpty ? "" : " "
        text += (name.isEmpty ? "" : "\\fB\(Self.escaped(name))\\fR") + space + value + "\n"
        paragraph(meaning)
    }

    mutating func describe(_ command: CommandSpecification) {
        macro("SS", command.name)
        paragraph(command.summary)
        macro("PP")
        for line in command.usage {
            bold("layoutctl \(command.name)", followedBy: String(line.dropFirst("layoutctl \(command.name) ".count)))
            macro("br")
        }
        for operand in command.listedOperands { entry("", value: operand.name, operand.help) }
        for option in command.options { entry(option.title, value: option.placeholder, option.help) }
        for note in command.notes {
            macro("PP")
            paragraph(note)
        }
        for example in command.exampleLines {
            macro("PP")
            paragraph("\(example.purpose):")
            macro("PP")
            macro("RS", "4")
            macro("nf")
            paragraph(String(example.line))
            macro("fi")
            macro("RE")
        }
    }

    /// A line that does not begin with a character that roff would take for a macro.
    private static func line(_ words: String) -> String {
        let first = words.utf8.first
        return (first == UInt8(ascii: ".") || first == UInt8(ascii: "'") ? "\\&" : "") + escaped(words)
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
