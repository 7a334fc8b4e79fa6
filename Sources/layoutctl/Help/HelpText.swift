/// Writes help from the tables of the commands.
enum HelpText {
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

    static func text(_ command: CommandSpecification) -> String { command.summary + "\n\n" + body(command) }

    /// The help of a command without its summary.
    static func body(_ command: CommandSpecification) -> String {
        var text = ""
        for (index, line) in command.usage.enumerated() {
            text += wrapped(line, first: index == 0 ? "usage: " : "       ", rest: "         ")
        }
        if !command.listedOperands.isEmpty {
            text += "\narguments\n" + list(command.listedOperands.map { ($0.name, $0.help) })
        }
        let whole = [OptionGroup(title: "options", options: command.options)]
        let listed = Set(command.options.map(\.name))
        for group in command.optionGroups.isEmpty ? whole : command.optionGroups {
            let entries = group.options.filter { listed.contains($0.name) }.map { option in
                (option.title + (option.placeholder.map { " " + $0 } ?? ""), option.help)
            }
            if !entries.isEmpty { text += "\n\(group.title)\n" + list(entries) }
        }
        for note in command.notes { text += "\n" + wrapped(note, first: "", rest: "") }
        if !command.examples.isEmpty { text += "\nexamples\n" }
        for line in command.examples.split(separator: "\n") { text += "  \(line)\n" }
        return text
    }

    private static let lineLength = 100

    private static func list(_ entries: [(name: String, help: String)]) -> String {
        let width = entries.map(\.name.count).filter { $0 <= 24 }.max() ?? 0
        let indent = String(repeating: " ", count: width + 4)
        return entries.map { entry in
            entry.name.count <= width
                ? wrapped(entry.help, first: "  " + padded(entry.name, width) + "  ", rest: indent)
                : "  " + entry.name + "\n" + wrapped(entry.help, first: indent, rest: indent)
        }.joined()
    }

    /// Breaks a text into lines at spaces. Text in brackets stays together.
    private static func wrapped(_ text: String, first: String, rest: String) -> String {
        var lines = ""
        var line = first
        var isEmpty = true
        for word in words(text) {
            if !isEmpty, line.count + word.count + 1 > lineLength {
                lines += line + "\n"
                line = rest
                isEmpty = true
            }
            line += isEmpty ? word : " " + word
            isEmpty = false
        }
        return lines + line + "\n"
    }

    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var depth = 0
        for word in text.split(separator: " ") {
            if depth > 0, let last = words.popLast() {
                words.append(last + " " + word)
            } else {
                words.append(String(word))
            }
            depth += word.count { $0 == "[" } - word.count { $0 == "]" }
        }
        return words
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: width - text.count)
    }
}
