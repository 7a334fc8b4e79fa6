extension HelpText {
    static func overview() -> String {
        let width = CommandCatalogue.names.map(\.count).max() ?? 0
        var text = """
            layoutctl lays out sections of items, keeps the frames in an SQLite file, and prints what is visible.

            usage: layoutctl COMMAND …
                   layoutctl DB            the same as “layoutctl status DB”

            """
        for group in CommandGroup.allCases {
            text += "\n\(group.rawValue)\n"
            for command in group.commands.map({ $0.specification }) {
                text += "  " + padded(command.name, width) + "  " + command.summary + "\n"
            }
        }
        text += "\noptions\n"
        for option in Standard.global { text += "  " + padded(option.title, 14) + "  " + option.help + "\n" }
        text += "\nexit codes\n"
        for code in ExitCode.allCases {
            let digits = "\(code.rawValue)"
            text += String(repeating: " ", count: max(0, 5 - digits.count)) + digits + "  " + code.meaning + "\n"
        }
        text += """

            Data goes to standard output, everything else to standard error. Rows are a table on a terminal and JSON
            lines elsewhere; --format json|ndjson|csv|table changes that.
            “layoutctl help COMMAND” explains one command, with examples; “layoutctl demo” shows the program
            at work.

            """
        return text
    }
}
