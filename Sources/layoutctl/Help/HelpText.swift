/// Writes help from the tables of the commands.
enum HelpText {
    static func text(_ command: CommandSpecification, width: Int = 100) -> String {
        var text = command.summary + "\n\n"
        for (index, line) in command.usage.enumerated() {
            text += wrapped(line, first: index == 0 ? "usage: " : "       ", rest: "         ", width)
        }
        if !command.listedOperands.isEmpty {
            text += "\narguments\n" + list(command.listedOperands.map { ($0.name, $0.help) }, width: width)
        }
        let all = [CommandSpecification.OptionGroup(title: "options", options: command.options)]
        for group in command.optionGroups.isEmpty ? all : command.optionGroups where !group.options.isEmpty {
            let entries = group.options.map { ($0.title + ($0.placeholder.map { " " + $0 } ?? ""), $0.help) }
            text += "\n\(group.title)\n" + list(entries, width: width)
        }
        for note in command.notes { text += "\n" + wrapped(note, first: "", rest: "", width) }
        if !command.examples.isEmpty { text += "\nexamples\n" }
        for line in command.examples.split(separator: "\n") { text += "  \(line)\n" }
        return text
    }

    /// Names with what they mean beside them, or below those that are long.
    static func list(_ entries: [(name: String, help: String)], width: Int) -> String {
        let nameWidth = entries.map(\.name.count).filter { $0 <= 24 }.max() ?? 0
        let indent = String(repeating: " ", count: nameWidth + 4)
        return entries.map { entry in
            entry.name.count <= nameWidth
                ? wrapped(entry.help, first: "  " + padded(entry.name, nameWidth) + "  ", rest: indent, width)
                : "  " + entry.name + "\n" + wrapped(entry.help, first: indent, rest: indent, width)
        }.joined()
    }

    /// Breaks a text into lines at spaces. Text in brackets stays together.
    private static func wrapped(_ text: String, first: String, rest: String, _ width: Int) -> String {
        var lines = ""
        var line = first
        var isEmpty = true
        for word in words(text) {
            if !isEmpty, line.count + word.count + 1 > width {
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

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: width - text.count)
    }
}
